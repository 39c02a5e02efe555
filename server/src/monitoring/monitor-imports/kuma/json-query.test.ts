import { describe, expect, it } from 'vitest'
import { translateJsonQuery } from './json-query.ts'

const translate = (json_path: string, json_path_operator: string | null, expected_value: string) =>
  translateJsonQuery({ json_path, json_path_operator, expected_value })

describe('a JSON query of Uptime Kuma', () => {
  it.each([
    ['$.status', null, 'ok', { path: '$.status', operator: 'equals', value: 'ok' }],
    ['data.items[0].id', '!=', '1.5', { path: '$.data.items[0].id', operator: 'not_matches', value: '^1\\.5$' }],
    ['$', 'contains', 'a+b', { path: '$', operator: 'contains', value: 'a+b' }],
    ['queue', '<', '10', { path: '$.queue', operator: 'less_than', value: 10 }],
  ])('becomes an assertion: %s %s %s', (path, operator, value, expected) => {
    expect(translate(path, operator, value)).toEqual({
      monitor: { assertions: [{ source: 'json', ...expected }] },
      notes: [],
    })
  })

  it.each([
    ['$sum(items.price)', '=='],
    ['items[price > 3]', '=='],
    ['$.status', '>='],
  ])('is skipped as unsupported: %s %s', (path, operator) => {
    expect(translate(path, operator, '1')).toMatchObject({ skip: 'unsupported_setting' })
  })
})

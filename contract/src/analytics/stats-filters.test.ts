import { describe, expect, it } from 'vitest'
import { Filters, FunnelSteps } from './stats-filters.ts'

const read = (input: unknown): unknown => Filters.parse(JSON.stringify(input))

describe('Filters', () => {
  it('reads conditions and combinations of them', () => {
    expect(read(['is', 'country', 'DE', 'AT'])).toEqual({ operator: 'is', dimension: 'country', values: ['DE', 'AT'] })
    expect(read(['contains', 'property:a:b', 'x'])).toMatchObject({ dimension: 'property', property: 'a:b' })
    expect(read(['and', ['is', 'goal', '3'], ['or', ['not', ['is_not', 'page', '/']]]])).toEqual({
      all: [
        { operator: 'is', dimension: 'goal', values: ['3'] },
        { any: [{ not: { operator: 'is_not', dimension: 'page', values: ['/'] } }] },
      ],
    })
  })

  it.each([
    ['text that is not JSON', '[', 'not valid JSON'],
    ['another shape', '{"is":"x"}', 'must be arrays'],
    ['an unknown operator', '["like","page","x"]', 'must start with'],
    ['an unknown dimension', '["is","visitor_id","x"]', 'unknown dimension'],
    ['a name of an object', '["is","constructor","x"]', 'unknown dimension'],
    ['no value', '["is","page"]', '1 to 50 values'],
    ['a number', '["is","page",1]', 'text values'],
    ['an operator without conditions', '["and"]', 'wrong number of arguments'],
    ['a goal by name', '["is","goal","x"]', 'goal IDs'],
    ['a goal by part', '["contains","goal","1"]', 'goal IDs'],
    ['a deep nest', '["not",["not",["not",["not",["is","page","/"]]]]]', 'at most 4 levels deep'],
    [
      'many conditions',
      JSON.stringify(['and', ...Array.from({ length: 21 }, () => ['is', 'page', '/'])]),
      'at most 20',
    ],
    ['many values', JSON.stringify(['is', 'page', ...Array.from({ length: 51 }, String)]), '1 to 50 values'],
  ])('refuses %s', (_what, text, message) => {
    const { error } = Filters.safeParse(text)
    expect(error?.issues[0]?.message).toContain(message)
  })
})

describe('FunnelSteps', () => {
  it('reads two to eight steps', () => {
    expect(FunnelSteps.parse('["page:/a*","event:x:y","goal:7"]')).toEqual([
      { text: 'page:/a*', kind: 'page', value: '/a*' },
      { text: 'event:x:y', kind: 'event', value: 'x:y' },
      { text: 'goal:7', kind: 'goal', value: '7' },
    ])
    for (const bad of ['[', '["page:/"]', '["page:/","click:x"]', '["goal:0","goal:1"]', '[1,2]'])
      expect(FunnelSteps.safeParse(bad).success).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { ClickHouseUnavailable } from '../platform/clickhouse/failure.ts'
import { toProblem } from './failure.ts'

describe('toProblem', () => {
  it('is 503 for a history store that is away, on routes that have no words of their own', () => {
    const found = toProblem(new ClickHouseUnavailable('away', 'ClickHouse: connect ECONNREFUSED'))
    expect(found).toMatchObject({ code: 'unavailable', details: { headers: { 'retry-after': '5' } } })
    expect(found.message).not.toContain('ECONNREFUSED')
  })

  it.each([
    ['memory', 'too much memory'],
    ['timeout', 'too long'],
    ['damaged', 'sitewatch doctor'],
  ] as const)('says why and what to do when a query fails by %s', (reason, text) => {
    expect(toProblem(new ClickHouseUnavailable(reason, 'x')).message).toContain(text)
  })
})

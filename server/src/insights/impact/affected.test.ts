import { describe, expect, it } from 'vitest'
import { listSameHours, rankAffected } from './affected.ts'

describe('listSameHours', () => {
  it('keeps the hour of the clock across a change to daylight saving time', () => {
    const from_ms = Date.parse('2026-04-01T08:00:00Z')
    const spans = listSameHours({ from_ms, to_ms: from_ms + 3_600_000 }, 'Europe/Berlin')
    expect(spans.map((span) => new Date(span.from_ms).toISOString())).toEqual([
      '2026-03-25T09:00:00.000Z',
      '2026-03-18T09:00:00.000Z',
      '2026-03-11T09:00:00.000Z',
      '2026-03-04T09:00:00.000Z',
    ])
  })

  it('starts with a week that ended before an outage of ten days began', () => {
    const from_ms = Date.parse('2026-06-15T00:00:00Z')
    const [first] = listSameHours({ from_ms, to_ms: from_ms + 10 * 86_400_000 }, 'UTC')
    expect(first).toEqual({ from_ms: from_ms - 14 * 86_400_000, to_ms: from_ms - 4 * 86_400_000 })
  })
})

describe('rankAffected', () => {
  it('distributes the expected visits by the usual shares, largest loss first', () => {
    const values = [
      { value: 'AT', usual: 10, seen: 0 },
      { value: 'DE', usual: 70, seen: 0 },
      { value: 'CH', usual: 20, seen: 0 },
    ]
    expect(rankAffected(200, values)).toEqual([
      { value: 'DE', visits_lost: 140 },
      { value: 'CH', visits_lost: 40 },
      { value: 'AT', visits_lost: 20 },
    ])
  })

  it('names the country that lost its visits, not the largest one', () => {
    const values = [
      { value: 'DE', usual: 80, seen: 81 },
      { value: 'US', usual: 20, seen: 0 },
    ]
    expect(rankAffected(100, values)).toEqual([{ value: 'US', visits_lost: 20 }])
  })

  it('lists five at most, and nothing without usual visits', () => {
    const values = Array.from({ length: 9 }, (_, n) => ({ value: `/${n}`, usual: 10, seen: 0 }))
    expect(rankAffected(90, values).map(({ value }) => value)).toEqual(['/0', '/1', '/2', '/3', '/4'])
    expect(rankAffected(90, [{ value: '/', usual: 0, seen: 3 }])).toEqual([])
  })
})

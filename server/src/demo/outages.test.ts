import { describe, expect, it } from 'vitest'
import { planNews, planOutages } from './outages.ts'

const NOWS = ['2026-07-22T14:23:00Z', '2026-03-30T00:10:00Z', '2026-11-02T23:59:00Z', '2026-08-02T05:00:00Z'].map(
  (text) => Date.parse(text),
)

describe('planOutages', () => {
  it.each(NOWS)('plans outages in order that ended within the last month (%d)', (now_ms) => {
    const outages = planOutages(now_ms)
    expect(outages).toHaveLength(3)
    for (const [index, { from_ms, to_ms }] of outages.entries()) {
      expect(from_ms).toBeGreaterThan(now_ms - 25 * 86_400_000)
      expect(to_ms).toBeLessThan(now_ms)
      expect(from_ms).toBeGreaterThan(outages[index - 1]?.to_ms ?? 0)
    }
  })

  it.each(NOWS)('plans the long outage on a working-day morning in Berlin (%d)', (now_ms) => {
    const [, , outage] = planOutages(now_ms)
    const shown = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }).format(outage?.from_ms)
    expect(shown).toMatch(/^(Mon|Tue|Wed|Thu|Fri),? 10:40$/)
    expect((outage?.to_ms ?? 0) - (outage?.from_ms ?? 0)).toBe(40 * 60_000)
  })

  it.each(NOWS)('plans the news link between the outages (%d)', (now_ms) => {
    const { at_ms } = planNews(now_ms)
    expect(at_ms).toBeGreaterThan(now_ms - 10 * 86_400_000)
    expect(at_ms).toBeLessThan(now_ms)
  })
})

import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { findCeiling, placeBands, renderPicture } from './picture.ts'

const from_ms = Date.UTC(2026, 5, 1)
const to_ms = from_ms + 30 * DAY_MS
const points = Array.from({ length: 30 }, (_, n) => ({
  start_ms: from_ms + n * DAY_MS,
  visitors: n,
  visits: n,
  pageviews: 2 * n,
}))
const data = { from_ms, to_ms, points, timezone: 'UTC', period: '30d', interval: 'day' } as const

describe('the scale', () => {
  it('ends at a round figure that is at least the maximum', () => {
    expect([0, 1, 3, 9, 10, 11, 51, 240, 1234].map(findCeiling)).toEqual([2, 2, 4, 10, 10, 20, 60, 300, 2000])
  })
})

describe('bands', () => {
  const place = (time_ms: number): number => time_ms
  const band = (from: number, to: number) => ({ from_ms: from, to_ms: to, state: 'down' as const })

  it('are never too narrow to be seen, and stay inside the picture', () => {
    expect(placeBands([band(100, 100.1), band(999.9, 1000)], place)).toEqual([
      { x: 100, width: 4 },
      { x: 996, width: 4 },
    ])
  })

  it('are merged when there are many, so that at most 250 are drawn', () => {
    const flaps = Array.from({ length: 20_000 }, (_, n) => band(n / 20, n / 20 + 0.01))
    expect(placeBands(flaps, place).length).toBeLessThanOrEqual(250)
  })
})

describe('the picture', () => {
  const outage = { from_ms: from_ms + 3 * DAY_MS, to_ms: from_ms + 6 * DAY_MS, state: 'down' as const }
  const uptime = {
    status: 'up' as const,
    uptime_percent: 90,
    segments: [
      { from_ms, to_ms: outage.from_ms, state: 'up' as const },
      outage,
      { from_ms: outage.to_ms, to_ms, state: 'up' as const },
    ],
  }

  it('shows an outage in the traffic and below it, at the same place', () => {
    const html = renderPicture({ ...data, uptime })
    expect(html).toContain('<rect class="outage" x="100" y="0" width="100" height="200"/>')
    expect(html).toMatch(/class="down" d="M100 208h/)
    expect(html).toContain('aria-label="Visitors over time, at most 29, and 1 outage on the same axis."')
  })

  it('has a table with the same figures', () => {
    const html = renderPicture({ ...data, uptime })
    expect(html.match(/<tr>/g)).toHaveLength(2 + 1 + 30)
    expect(html).toContain('<th scope="row">4 Jun 2026, 00:00</th><td>7 Jun 2026, 00:00</td><td>3 d</td>')
    expect(html).toContain('<th scope="row">Tue 30 Jun</th><td>29</td><td>29</td><td>58</td>')
  })

  it('has no uptime ribbon without a monitor, and is drawn without any visitor', () => {
    const html = renderPicture({ ...data, points: [], uptime: null })
    expect(html).not.toContain('class="up"')
    expect(html).toContain('viewBox="0 0 1000 200"')
  })
})

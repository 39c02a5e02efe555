import { describe, expect, it } from 'vitest'
import { findExpiring, mergeRanges, joinStatus, joinUnobserved, joinUptime } from './assemble.ts'
import type { MonitorLine } from './store.ts'

describe('a website with several monitors', () => {
  it('is down when one of them is, and up when one is and none is down', () => {
    expect(joinStatus(['up', 'down', 'paused'])).toBe('down')
    expect(joinStatus(['pending', 'paused', 'up'])).toBe('up')
    expect(joinStatus(['paused', 'pending'])).toBe('pending')
    expect(joinStatus(['paused'])).toBe('paused')
    expect(joinStatus([])).toBeNull()
  })

  it('has the lowest uptime of those that were observed', () => {
    expect(joinUptime([100, null, 99.5])).toBe(99.5)
    expect(joinUptime([null])).toBeNull()
    expect(joinUptime([])).toBeNull()
  })
})

describe('findExpiring', () => {
  const now_ms = Date.parse('2026-03-01T00:00:00.000Z')
  const makeLine = (id: number, tls_expires_at: string | null, overrides: Partial<MonitorLine> = {}): MonitorLine => ({
    id,
    friendly_name: `m${id}`,
    url: 'https://a.example',
    type: 'http',
    website_id: null,
    is_active: true,
    alerts_nobody: false,
    tags: [],
    status: 'up',
    last_response_ms: null,
    tls_expires_at,
    domain: null,
    domain_expires_at: null,
    expiry_notice_days: [7, 14, 1],
    uptime_24h: null,
    outages: [],
    unobserved: [],
    ...overrides,
  })

  it('lists active monitors whose certificate expires within the longest of their days, soonest first', () => {
    const lines = [
      makeLine(1, '2026-03-15T00:00:00.000Z'),
      makeLine(2, '2026-02-27T00:00:00.000Z'),
      makeLine(3, '2026-03-15T00:00:00.001Z'),
      makeLine(4, '2026-03-02T00:00:00.000Z', { is_active: false }),
      makeLine(5, null),
      makeLine(6, '2026-03-02T00:00:00.000Z', { expiry_notice_days: [] }),
    ]
    expect(findExpiring(lines, now_ms)).toEqual([
      {
        kind: 'certificates_expiring',
        monitors: [
          { monitor_id: 2, friendly_name: 'm2', expires_at: '2026-02-27T00:00:00.000Z' },
          { monitor_id: 1, friendly_name: 'm1', expires_at: '2026-03-15T00:00:00.000Z' },
        ],
      },
    ])
    expect(findExpiring(lines.slice(2), now_ms)).toEqual([])
  })

  it('lists each domain once, whatever the number of its monitors', () => {
    const makeDomain = (id: number, domain: string, domain_expires_at: string) =>
      makeLine(id, null, { domain, domain_expires_at })
    const lines = [
      makeDomain(1, 'b.example', '2026-03-09T00:00:00.000Z'),
      makeDomain(2, 'a.example', '2026-03-08T00:00:00.000Z'),
      makeDomain(3, 'b.example', '2026-03-09T00:00:00.000Z'),
      makeDomain(4, 'c.example', '2026-05-09T00:00:00.000Z'),
    ]
    expect(findExpiring(lines, now_ms)).toEqual([
      {
        kind: 'domains_expiring',
        domains: [
          { domain: 'a.example', monitor_id: 2, expires_at: '2026-03-08T00:00:00.000Z' },
          { domain: 'b.example', monitor_id: 3, expires_at: '2026-03-09T00:00:00.000Z' },
        ],
      },
    ])
  })
})

describe('joinUnobserved', () => {
  it('returns the times in which all monitors were unobserved', () => {
    expect(joinUnobserved([])).toEqual([])
    expect(joinUnobserved([[{ from_ms: 0, to_ms: null }], []])).toEqual([])
    expect(
      joinUnobserved([
        [
          { from_ms: 0, to_ms: 50 },
          { from_ms: 80, to_ms: null },
        ],
        [
          { from_ms: 10, to_ms: 20 },
          { from_ms: 90, to_ms: null },
        ],
      ]),
    ).toEqual([
      { from_ms: 10, to_ms: 20 },
      { from_ms: 90, to_ms: null },
    ])
  })
})

describe('mergeRanges', () => {
  it('merges intervals that overlap or touch, oldest first', () => {
    const ranges = [
      { from_ms: 50, to_ms: 60 },
      { from_ms: 10, to_ms: 20 },
      { from_ms: 20, to_ms: 30 },
      { from_ms: 12, to_ms: 15 },
    ]
    expect(mergeRanges(ranges)).toEqual([
      { from_ms: 10, to_ms: 30 },
      { from_ms: 50, to_ms: 60 },
    ])
  })

  it('keeps an open interval open, whatever else ended', () => {
    const ranges = [
      { from_ms: 10, to_ms: null },
      { from_ms: 20, to_ms: 30 },
    ]
    expect(mergeRanges(ranges)).toEqual([{ from_ms: 10, to_ms: null }])
  })

  it('does not change its input', () => {
    const range = { from_ms: 10, to_ms: 20 }
    mergeRanges([range, { from_ms: 15, to_ms: 90 }])
    expect(range).toEqual({ from_ms: 10, to_ms: 20 })
  })
})

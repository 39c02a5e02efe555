import { MONITOR_TYPE_NAMES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { judgeResult } from '../judge/judge-result.ts'
import { createState } from '../judge/state.ts'
import { ClaimRequest, ReportRequest } from './wire.ts'

const T0 = Date.UTC(2026, 10, 15)

const report = (probe: object) => ({
  prober_id: 1,
  results: [
    {
      monitor_id: 1,
      seen_slot: 0,
      ago_ms: 12.7,
      anchors: 'online',
      probe: {
        outcome: { kind: 'success' },
        timings: { dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, total_ms: 3.0915 },
        private_target: false,
        http_status: null,
        tls_expires_at: null,
        certificate: null,
        evidence: null,
        jitter_ms: 0.123,
        loss_percent: 0,
        ...probe,
      },
    },
  ],
})

describe('ReportRequest', () => {
  it('turns a report with fractional packet loss into a row that ClickHouse can parse', () => {
    const [result] = ReportRequest.parse(report({ loss_percent: 33.333 })).results
    if (!result) throw new Error('no result')
    const schedule = { interval_ms: 60_000, phase_ms: 0 }
    const state = createState(T0, { schedule, is_active: true })
    const check = {
      monitor_id: 1,
      team_id: 1,
      location: 'far',
      type: 'ping',
      tls_expires_at: null,
      website_id: null,
      state,
    } as const
    const { history } = judgeResult({ check, probe: result.probe, anchors: 'online', checked_at: T0 }, T0)
    expect(JSON.parse(history)).toMatchObject({ loss_percent: 33, total_ms: 3.1, jitter_ms: 0.1 })
  })

  it('removes NUL and lone surrogates, which neither Postgres nor ClickHouse accepts', () => {
    const cause = { kind: 'connect', http_status: null, message: 'no\0t \ud800' }
    const [result] = ReportRequest.parse(report({ outcome: { kind: 'failure', cause } })).results
    expect(result?.probe.outcome).toMatchObject({ cause: { message: 'not \ufffd' } })
  })
})

describe('ClaimRequest', () => {
  it('accepts a claim for any number of types', () => {
    const wanted = MONITOR_TYPE_NAMES.map((type) => ({ type, limit: 1 }))
    expect(ClaimRequest.safeParse({ prober_id: 1, wanted, held: [], is_lost: false }).success).toBe(true)
  })
})

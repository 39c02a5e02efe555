import { describe, expect, it } from 'vitest'
import type { TrafficNow } from '../../second-opinion/index.ts'
import { EMPTY_PROBE_FIELDS, NO_TIMINGS, type ProbeOutcome } from '../run/result.ts'
import { judgeResult } from './judge-result.ts'
import { createState, type MonitorState } from './state.ts'

const NOW = Date.UTC(2026, 10, 17)
const REFUSED: ProbeOutcome = { kind: 'failure', cause: { kind: 'connect', http_status: null, message: 'Refused.' } }
const NOTE = 'Possibly a problem on our side: 41 visits in 5 minutes, 38 expected (24–54). Held for one more check.'
const ARRIVING: TrafficNow = {
  counted_until: NOW - 2000,
  windows: [{ seconds: 300, visits: 41, expected: 38, low: 24, high: 54 }],
}

/** The result of a check that failed `failures` times before. */
function judge(failures: number, traffic?: TrafficNow) {
  const created = createState(0, { schedule: { interval_ms: 60_000, phase_ms: 0 }, is_active: true })
  const suspected: MonitorState = {
    ...created,
    status: 'suspected',
    unobserved_since: null,
    failures,
    first_failure_at: NOW - failures * 10_000,
    next_due_at: NOW - 100,
  }
  const check = { monitor_id: 1, team_id: 1, location: '', type: 'http', tls_expires_at: null, website_id: 9 } as const
  const probe = { ...EMPTY_PROBE_FIELDS, timings: NO_TIMINGS, outcome: REFUSED }
  const result = { check: { ...check, state: suspected }, probe, anchors: 'online', checked_at: NOW - 100 } as const
  const { last_error, history, ...judged } = judgeResult(result, NOW, traffic)
  return { ...judged, last_error, message: (JSON.parse(history) as { message: string }).message }
}

describe('judgeResult', () => {
  it('says in the message of a held check, which stays in the history, that the problem may be on our side', () => {
    expect(judge(2, ARRIVING)).toMatchObject({
      state: { status: 'suspected', failures: 3 },
      last_error: `Refused. ${NOTE}`,
      message: `Refused. ${NOTE}`,
    })
  })

  it('adds no such note to any other check, nor to the cause of the incident that follows', () => {
    for (const [failures, traffic] of [
      [1, ARRIVING],
      [2, undefined],
      [3, ARRIVING],
    ] as const)
      expect(judge(failures, traffic)).toMatchObject({ last_error: 'Refused.', message: 'Refused.' })
    expect(judge(3, ARRIVING).effects).toMatchObject([{ kind: 'open_incident', cause: { message: 'Refused.' } }])
  })
})

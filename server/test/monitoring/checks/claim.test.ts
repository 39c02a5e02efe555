import { describe, expect, it } from 'vitest'
import { beatProber, claimChecks, releaseChecks } from '../../../src/monitoring/checks/schedule/claim.ts'
import type { ClaimedCheck } from '../../../src/monitoring/checks/judge/claimed-check.ts'
import { EMPTY_PROBE_FIELDS, NO_TIMINGS, type ProbeOutcome } from '../../../src/monitoring/checks/run/result.ts'
import { judgeResult } from '../../../src/monitoring/checks/judge/judge-result.ts'
import { type IncidentChange, recordResults } from '../../../src/monitoring/checks/record/record-results.ts'
import { moveMonitor } from '../../../src/monitoring/checks/store.ts'
import { lockMonitor } from '../../../src/monitoring/monitors/store.ts'
import { startApp } from '../../support/app.ts'
import { until } from '../../support/until.ts'

const app = await startApp({ SITEWATCH_MIN_INTERVAL_SECONDS: '1' })
const { postgres } = app.parts
const { admin } = app.database
const { key } = await app.makeUser()

const REQUESTED = [{ location: '', type: 'http', limit: 500 }] as const
const FAILED: ProbeOutcome = { kind: 'failure', cause: { kind: 'connect', http_status: null, message: 'Refused.' } }
const SUCCEEDED: ProbeOutcome = { kind: 'success' }

async function makeMonitor(json: object = {}): Promise<number> {
  const made = await app.call('POST', '/api/monitors', {
    key,
    json: { friendly_name: 'm', url: 'http://site.example/', interval: 30, ...json },
  })
  expect(made.status).toBe(201)
  return made.body.data.id
}

/** Makes these checks due now, and no others. */
async function makeDue(...ids: number[]): Promise<void> {
  await admin.query('update monitor_state set next_due_at = clock_ms() + 50000 where next_due_at is not null')
  await admin.query(
    'update monitor_state set next_due_at = clock_ms() - 5, claimed_by = 0 where monitor_id = any($1)',
    [ids],
  )
}

const startProber = async (): Promise<number> =>
  (await beatProber(postgres, { prober_id: 0, name: 'test', location: '', locations: [''] })).prober_id
const claimIds = async (prober: number): Promise<number[]> =>
  (await claimChecks(postgres, prober, REQUESTED)).checks.map((check) => check.monitor_id).sort((a, b) => a - b)

const changes: IncidentChange[] = []
const parts = {
  postgres,
  isHistoryFull: () => false,
  onIncidentChange: (_tx: unknown, found: readonly IncidentChange[]) => Promise.resolve(void changes.push(...found)),
}

function judge(check: ClaimedCheck, outcome: ProbeOutcome, after_ms = 0) {
  const probe = { ...EMPTY_PROBE_FIELDS, timings: { ...NO_TIMINGS, total_ms: 12.34 }, outcome }
  const at = (check.state.next_due_at ?? 0) + after_ms
  return judgeResult({ check, probe, anchors: 'not_asked', checked_at: at }, at + 10)
}

const readState = async (id: number) =>
  (await admin.query('select * from monitor_state where monitor_id = $1', [id])).rows[0]

async function claimOne(json: object = {}): Promise<{ check: ClaimedCheck; prober: number; id: number }> {
  const id = await makeMonitor(json)
  await makeDue(id)
  const prober = await startProber()
  const [check] = (await claimChecks(postgres, prober, REQUESTED)).checks
  if (!check) throw new Error('nothing was claimed')
  return { check, prober, id }
}

describe('claim_due_checks', () => {
  it('returns each check to one prober only', async () => {
    const ids: number[] = []
    for (let n = 0; n < 60; n++) ids.push(await makeMonitor())
    await makeDue(...ids)
    const probers = await Promise.all(Array.from({ length: 6 }, startProber))
    const small = [{ location: '', type: 'http', limit: 7 }] as const
    const taken: number[] = []
    await Promise.all(
      probers.map(async (prober) => {
        for (;;) {
          const { checks } = await claimChecks(postgres, prober, small)
          if (checks.length === 0) return
          taken.push(...checks.map((check) => check.monitor_id))
        }
      }),
    )
    expect(taken.sort((a, b) => a - b)).toEqual(ids)
  })

  it('returns the oldest checks first, and when the next one is due', async () => {
    const [first, second, later] = [await makeMonitor(), await makeMonitor(), await makeMonitor()]
    await makeDue(first, second)
    await admin.query('update monitor_state set next_due_at = clock_ms() - 900 where monitor_id = $1', [second])
    await admin.query('update monitor_state set next_due_at = clock_ms() + 60000 where monitor_id = $1', [later])
    const prober = await startProber()
    const claimed = await claimChecks(postgres, prober, [{ location: '', type: 'http', limit: 1 }])
    expect(claimed.checks.map((check) => check.monitor_id)).toEqual([second])
    const idle_ms = (claimed.next_due_at ?? 0) - claimed.now_ms
    expect(idle_ms).toBeGreaterThan(0)
    expect(idle_ms).toBeLessThanOrEqual(60_000)
  })

  it('returns ping and http checks separately, and none of another location', async () => {
    const ping = await makeMonitor({ type: 'ping', url: 'site.example' })
    const http = await makeMonitor()
    await makeDue(ping, http)
    const prober = await startProber()
    expect((await claimChecks(postgres, prober, [{ location: 'moon', type: 'http', limit: 9 }])).checks).toEqual([])
    const pings = await claimChecks(postgres, prober, [{ location: '', type: 'ping', limit: 9 }])
    expect(pings.checks).toMatchObject([
      { monitor_id: ping, type: 'ping', url: 'site.example', settings: {}, sealed: null },
    ])
    expect(await claimIds(prober)).toEqual([http])
  })

  it('releases the checks of a prober without a beat for 6 s, and keeps those of a live one', async () => {
    const id = await makeMonitor()
    await makeDue(id)
    const [dying, living] = [await startProber(), await startProber()]
    expect(await claimIds(dying)).toEqual([id])
    expect(await claimIds(living)).toEqual([])
    await admin.query(`update probers set seen_at = seen_at - interval '3 seconds' where id = $1`, [dying])
    expect(await claimIds(living)).toEqual([])
    await admin.query(`update probers set seen_at = seen_at - interval '4 seconds' where id = $1`, [dying])
    expect(await claimIds(living)).toEqual([id])
  })

  it('does not keep a dead prober alive when the clock was set back', async () => {
    const id = await makeMonitor()
    await makeDue(id)
    const [dead, living] = [await startProber(), await startProber()]
    await claimIds(dead)
    await admin.query(`update probers set seen_at = seen_at + interval '1 hour' where id = $1`, [dead])
    expect(await claimIds(living)).toEqual([id])
  })

  it('returns nothing to a prober that is not alive', async () => {
    const id = await makeMonitor()
    await makeDue(id)
    const prober = await startProber()
    await admin.query(`update probers set seen_at = seen_at - interval '10 seconds' where id = $1`, [prober])
    expect(await claimIds(prober)).toEqual([])
    expect(
      (await beatProber(postgres, { prober_id: prober, name: 'test', location: '', locations: [''] })).prober_id,
    ).toBe(prober)
    expect(await claimIds(prober)).toEqual([id])
  })

  it('releases checks whose claim response was lost', async () => {
    const [known, lost] = [await makeMonitor(), await makeMonitor()]
    await makeDue(known, lost)
    const prober = await startProber()
    expect(await claimIds(prober)).toEqual([known, lost])
    const released = await releaseChecks(postgres, prober, {
      pairs: [{ monitor_id: known, location: '' }],
      others: true,
    })
    expect(released).toBe(1)
    expect(await claimIds(prober)).toEqual([lost])
  })

  it('returns encrypted secrets only with their own check', async () => {
    const id = await makeMonitor({
      method: 'POST',
      request_body: 'a=1',
      request_headers: { 'x-token': 'abcdefghijkl' },
      keyword: 'ok',
    })
    await makeDue(id)
    const { checks } = await claimChecks(postgres, await startProber(), REQUESTED)
    const [check] = checks
    expect(check?.settings).toMatchObject({
      method: 'POST',
      request_headers: { 'x-token': '…ijkl' },
      request_body: 'a=1',
      keyword: 'ok',
      keyword_mode: 'present',
    })
    expect(Object.keys(check?.sealed?.secrets ?? {})).toEqual(['request_headers'])
    const sealed = Buffer.from(check?.sealed?.secrets['request_headers'] ?? '', 'base64')
    expect(sealed.length).toBeGreaterThan(32)
    expect(sealed.includes('abcdefghijkl')).toBe(false)
    expect(Buffer.from(check?.sealed?.data_key ?? '', 'base64').length).toBeGreaterThan(32)
  })

  it.each([
    'select * from monitors',
    'select * from monitor_state',
    'update monitor_state set claimed_by = 1',
    'select data_key from users',
    'select * from incidents',
    'insert into incidents default values',
    'select * from probers',
    'select * from inbox',
  ])('is the only access of its role, which cannot run "%s"', async (text) => {
    const refused = await postgres
      .asRole('prober', (tx) => tx.query({ text, values: [] }))
      .then(
        () => 'allowed',
        (error: { code?: string }) => error.code,
      )
    expect(refused).toBe('42501')
  })
})

describe('recordResults', () => {
  it('moves the monitor to its next slot, releases it and adds its history', async () => {
    const { check, prober, id } = await claimOne()
    const before = (await admin.query(`select count(*)::int as n from inbox where kind = 'checks'`)).rows[0].n
    expect(await recordResults(parts, prober, [judge(check, SUCCEEDED)])).toBe(1)
    const state = await readState(id)
    expect(state).toMatchObject({ status: 'up', claimed_by: 0, last_response_ms: 12.3, last_error: null })
    expect(Number(state.last_slot)).toBe(check.state.next_due_at)
    expect(Number(state.next_due_at)).toBeGreaterThan(Number(state.last_slot))
    expect((Number(state.next_due_at) - state.phase_ms) % state.interval_ms).toBe(0)
    expect((await admin.query(`select count(*)::int as n from inbox where kind = 'checks'`)).rows[0].n).toBe(before + 1)
  })

  it('never evaluates a slot twice', async () => {
    const { check, prober, id } = await claimOne()
    const result = judge(check, FAILED)
    expect(await recordResults(parts, prober, [result])).toBe(1)
    expect(await recordResults(parts, prober, [result])).toBe(0)
    expect((await readState(id)).failures).toBe(1)
  })

  it('records one result and drops the other when two probers report the same slot', async () => {
    const { check, prober, id } = await claimOne()
    await admin.query(`update probers set seen_at = seen_at - interval '7 seconds' where id = $1`, [prober])
    const other = await startProber()
    const [again] = (await claimChecks(postgres, other, REQUESTED)).checks
    if (!again) throw new Error('it was not taken over')
    const counted = await Promise.all([
      recordResults(parts, prober, [judge(check, FAILED)]),
      recordResults(parts, other, [judge(again, FAILED)]),
    ])
    expect(counted).toEqual([0, 1])
    expect((await readState(id)).failures).toBe(1)
  })

  it.each([
    ['paused', { is_active: false }],
    ['pointed elsewhere', { url: 'http://other.example/' }],
    ['asked otherwise', { method: 'HEAD' }],
    ['given another interval', { interval: 40 }],
  ])('drops a result of a monitor that was %s meanwhile, and counts the rest of its batch', async (_, change) => {
    const { check, prober, id } = await claimOne()
    const neighbour = await makeMonitor()
    await admin.query('update monitor_state set next_due_at = clock_ms() - 5 where monitor_id = $1', [neighbour])
    const [beside] = (await claimChecks(postgres, prober, REQUESTED)).checks
    if (!beside) throw new Error('nothing was claimed')
    expect((await app.call('PATCH', `/api/monitors/${id}`, { key, json: change })).status).toBe(200)
    const changed = await readState(id)
    expect(await recordResults(parts, prober, [judge(check, FAILED), judge(beside, SUCCEEDED)])).toBe(1)
    expect(await readState(id)).toEqual(changed)
    expect(changed.claimed_by).toBe(0)
    expect((await readState(neighbour)).status).toBe('up')
  })

  it('opens one incident at the third failure, announces it, and resolves it at the second success', async () => {
    const { check, prober, id } = await claimOne()
    changes.length = 0
    const seen: string[] = []
    let current = check
    for (const outcome of [FAILED, FAILED, FAILED, FAILED, SUCCEEDED, SUCCEEDED]) {
      expect(await recordResults(parts, prober, [judge(current, outcome, 1)])).toBe(1)
      seen.push((await readState(id)).status)
      await makeDue(id)
      const [next] = (await claimChecks(postgres, prober, REQUESTED)).checks
      if (!next) throw new Error('nothing was claimed')
      current = next
    }
    expect(seen).toEqual(['pending', 'pending', 'down', 'down', 'recovering', 'up'])
    const { rows } = await admin.query('select id::int, resolution, cause_kind from incidents where monitor_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ id: expect.any(Number), resolution: 'recovered', cause_kind: 'connect' }])
    expect(changes).toEqual([
      {
        kind: 'opened',
        incident_id: rows[0].id,
        monitor_id: id,
        team_id: expect.any(Number),
        status: 'down',
        alert: 'send',
      },
      {
        kind: 'recovered',
        incident_id: rows[0].id,
        monitor_id: id,
        team_id: expect.any(Number),
        status: 'up',
        alert: 'send',
      },
    ])
  })

  it('requests the traffic of the website while a check is in doubt, and never for a monitor without a website', async () => {
    const form = { domain: `claim${Date.now()}.example.com` }
    const made = await app.call('POST', '/api/v1/websites', { key, form })
    const website_id = made.body.data.id as number
    const ids = [await makeMonitor({ website_id }), await makeMonitor()]
    const countRequested = async () => (await admin.query('select website_id from traffic_now')).rows.length
    const prober = await startProber()
    const claimed = async (outcome: ProbeOutcome) => {
      await makeDue(...ids)
      const { checks } = await claimChecks(postgres, prober, REQUESTED)
      await recordResults(
        parts,
        prober,
        checks.map((check) => judge(check, outcome)),
      )
      return ids.map((id) => checks.find(({ monitor_id }) => monitor_id === id)?.website_id)
    }
    // Pending, then up: neither is in doubt.
    expect(await claimed(SUCCEEDED)).toEqual([null, null])
    expect(await countRequested()).toBe(0)
    expect(await claimed(FAILED)).toEqual([null, null])
    expect((await admin.query('select website_id::float8 from traffic_now')).rows).toEqual([{ website_id }])
    expect(await claimed(SUCCEEDED)).toEqual([website_id, null])
    expect(await claimed(SUCCEEDED)).toEqual([null, null])
    expect(await countRequested()).toBe(1)
  })

  it('rolls back everything when the announcement of an incident fails', async () => {
    const { check, prober, id } = await claimOne()
    const broken = { ...parts, onIncidentChange: () => Promise.reject(new Error('no')) }
    const run = { unobserved_since: null, failures: 2, first_failure_at: check.state.next_due_at }
    const third = { ...check, state: { ...check.state, ...run } }
    await expect(recordResults(broken, prober, [judge(third, FAILED, 1)])).rejects.toThrow('no')
    expect((await readState(id)).claimed_by).toBe(prober)
    expect((await admin.query('select 1 from incidents where monitor_id = $1', [id])).rowCount).toBe(0)
  })
})

describe('a result recorded while a user edits the monitor', () => {
  const isWaitingForLock = async (): Promise<boolean> =>
    (
      await admin.query(`select 1 from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`)
    ).rowCount !== 0

  it('opens its incident without waiting for the edit, so that there is no deadlock', async () => {
    const { check, prober, id } = await claimOne()
    const run = { unobserved_since: null, failures: 2, first_failure_at: check.state.next_due_at }
    const third = judge({ ...check, state: { ...check.state, ...run } }, FAILED, 1)
    let recording: Promise<number> | undefined
    const editing = postgres.asUser({ team_id: check.team_id, system: true }, async (tx) => {
      await lockMonitor(tx, { ...app.parts, base_url: app.base, showsPingUrl: true }, id)
      let isRecorded = false
      recording = recordResults(parts, prober, [third])
      void recording.then(() => (isRecorded = true)).catch(() => undefined)
      await until(async () => isRecorded || (await isWaitingForLock()), 'it is recorded, or waits')
      await moveMonitor(tx, id, (now) => [{ kind: 'pause', now }])
    })
    // A deadlock ends one of the two with 40P01, whichever Postgres chooses.
    await expect(editing).resolves.toBeUndefined()
    await expect(recording).resolves.toBe(1)
    const { rows } = await admin.query('select resolution from incidents where monitor_id = $1', [id])
    expect(rows).toEqual([{ resolution: 'paused' }])
  })
})

describe('with many monitors,', () => {
  it('a beat and a claim read only a few rows', async () => {
    const first = await makeMonitor()
    await admin.query(
      `with made as (
         insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
         select m.team_id, 'm' || n, m.url, 'http', 60, true, 10, '{"method": "GET", "request_headers": {}, "expected_status": ["200-399"], "follow_redirects": true, "keyword_mode": "present", "verify_tls": true}'
         from monitors m, generate_series(1, 20000) n where m.id = $1 returning id, team_id)
       insert into monitor_state (team_id, monitor_id, type, status, interval_ms, phase_ms, next_due_at, last_slot)
       select team_id, id, 'http', 'up', 60000, 0, clock_ms() + id % 1000 - 500, 0 from made`,
      [first],
    )
    await admin.query('analyze monitor_state')
    const prober = await startProber()
    /** Pages of 8 kB read; the table has more than 400, its indexes more than 100. */
    const countPages = async (call: string): Promise<number> => {
      const { rows } = await admin.query(`explain (analyze, buffers, format json) select * from ${call}`)
      const { Plan } = rows[0]['QUERY PLAN'][0]
      return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    }
    // The first call of a function in a session also reads the catalogue.
    await countPages(`list_check_pairs(array['', 'default'])`)
    expect(await countPages(`list_check_pairs(array['', 'default'])`)).toBeLessThan(60)
    await countPages(`find_next_due(array[''], array['http'])`)
    expect(await countPages(`find_next_due(array[''], array['http'])`)).toBeLessThan(60)
    await countPages(`claim_due_checks(${prober}, array[''], array['http'], array[10])`)
    expect(await countPages(`claim_due_checks(${prober}, array[''], array['http'], array[10])`)).toBeLessThan(250)
  })
})

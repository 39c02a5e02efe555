import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/platform/postgres/index.ts'
import { sized } from '../../support/size.ts'
import { startAlerting } from './alerting.ts'

const { app, makeSlack, makeMonitor, titles, deliver, sink } = await startAlerting()
const { admin } = app.database
const DAY_MS = 86_400_000

const setClock = (at_ms: number) =>
  admin.query(`create or replace function checks_clock() returns timestamptz language sql volatile
    as $$ select timestamptz '${new Date(at_ms).toISOString()}' $$`)
const setExpiry = (monitor: number, at_ms: number) =>
  admin.query('update monitor_state set tls_expires_at = $2 where monitor_id = $1', [monitor, new Date(at_ms)])
const announce = () => app.parts.postgres.asRole('worker', (tx) => tx.query(sql`select announce_expiry()`))

describe('the certificate of a monitor', () => {
  it('is announced once for each threshold, and its renewal once, through the providers of the monitor', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const monitor = await makeMonitor(user, provider.id)
    const now_ms = Date.now()
    await setExpiry(monitor, now_ms + 30 * DAY_MS)
    for (const days of [0, 8, 9.5, 10, 22, 22.9, 23.5, 29.5, 30.5, 31]) {
      await setClock(now_ms + days * DAY_MS)
      await announce()
      await announce()
    }
    await setExpiry(monitor, now_ms + 120 * DAY_MS)
    await announce()
    await announce()
    await deliver(provider.id)
    // The messages say the days by the real clock, which has not moved.
    expect(titles(provider.path)).toEqual([
      expect.stringMatching(/^Certificate expires in 30 days: /),
      expect.stringMatching(/^Certificate expires in 30 days: /),
      expect.stringMatching(/^Certificate expires in 30 days: /),
      expect.stringMatching(/^Certificate renewed: /),
    ])
    expect(sink.sentTo(provider.path)[0]?.body).toContain(`/monitors/${monitor}`)
    const { data } = (await app.call('GET', '/api/deliveries', { key: user.key })).body
    expect(
      data.map((row: { kind: string; incident_id: null; status: string }) => [row.kind, row.incident_id, row.status]),
    ).toEqual([
      ['renewed', null, 'sent'],
      ['expiring', null, 'sent'],
      ['expiring', null, 'sent'],
      ['expiring', null, 'sent'],
    ])
  })

  it('is not announced while the monitor is paused, without thresholds, or after it has expired', async () => {
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const now_ms = Date.now()
    await setClock(now_ms)
    const change = (monitor: number, json: object) =>
      app.call('PATCH', `/api/monitors/${monitor}`, { key: user.key, json })
    const [paused, never, expired, own] = [
      await makeMonitor(user, provider.id),
      await makeMonitor(user, provider.id),
      await makeMonitor(user, provider.id),
      await makeMonitor(user, provider.id),
    ]
    await change(paused, { is_active: false })
    await change(never, { expiry_notice_days: [] })
    await change(own, { expiry_notice_days: [90] })
    for (const monitor of [paused, never]) await setExpiry(monitor, now_ms + 3 * DAY_MS)
    await setExpiry(expired, now_ms - DAY_MS)
    await setExpiry(own, now_ms + 80 * DAY_MS)
    await announce()
    const { rows } = await admin.query('select monitor_id::int, kind, days from notices where team_id = $1', [user.id])
    expect(rows).toEqual([{ monitor_id: own, kind: 'expiring', days: 90 }])
  })
})

/** The same rules, a second time, over what the clock and the certificates were. */
class Oracle {
  readonly notices = new Set<string>()
  readonly #told = new Map<number, number>()

  step(now_ms: number, monitor: number, expires_ms: number): void {
    const days = [1, 7, 21].find((each) => expires_ms > now_ms && expires_ms <= now_ms + each * DAY_MS)
    const told_ms = this.#told.get(monitor)
    if (told_ms !== undefined && expires_ms > told_ms && expires_ms > now_ms) {
      this.notices.add(`${monitor} renewed 0 ${expires_ms}`)
      this.#told.delete(monitor)
    }
    if (days === undefined) return
    this.notices.add(`${monitor} expiring ${days} ${expires_ms}`)
    this.#told.set(monitor, expires_ms)
  }
}

describe('a year of certificates', () => {
  it('with renewals and lost transactions: each threshold and each renewal exactly once', async () => {
    const count = sized(25, 1000)
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const start_ms = Math.floor(Date.now() / 1000) * 1000
    let seed = 7
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const certificates = new Map<number, { expires_ms: number; renews_ms: number }>()
    const issue = (now_ms: number) => {
      const expires_ms = now_ms + Math.floor((20 + random() * 90) * 86_400) * 1000
      return { expires_ms, renews_ms: expires_ms + Math.floor((random() * 30 - 28) * 86_400) * 1000 }
    }
    for (let n = 0; n < count; n++) {
      const monitor = await makeMonitor(user, provider.id)
      certificates.set(monitor, issue(start_ms))
      await setExpiry(monitor, certificates.get(monitor)?.expires_ms ?? 0)
    }
    const oracle = new Oracle()
    const lose = () =>
      app.parts.postgres
        .asRole('worker', async (tx) => {
          await tx.query(sql`select announce_expiry()`)
          throw new Error('the process died before it committed')
        })
        .catch(() => undefined)
    for (let hour = 0; hour < 365 * 24; hour += sized(24, 8)) {
      const now_ms = start_ms + hour * 3_600_000
      await setClock(now_ms)
      for (const [monitor, { renews_ms }] of certificates) {
        if (renews_ms > now_ms) continue
        certificates.set(monitor, issue(now_ms))
        await setExpiry(monitor, certificates.get(monitor)?.expires_ms ?? 0)
      }
      if (random() < 0.2) await lose()
      await Promise.all(random() < 0.2 ? [announce(), announce()] : [announce()])
      for (const [monitor, { expires_ms }] of certificates) oracle.step(now_ms, monitor, expires_ms)
    }
    const { rows } = await admin.query<{ told: string; sent: number }>(
      `select n.monitor_id || ' ' || n.kind || ' ' || n.days || ' ' || (extract(epoch from n.expires_at) * 1000)::bigint as told,
         (select count(*)::int from deliveries d where d.notice_id = n.id) as sent
       from notices n where n.team_id = $1`,
      [user.id],
    )
    expect(rows.map(({ told }) => told).toSorted()).toEqual([...oracle.notices].toSorted())
    expect(rows.length).toBeGreaterThan(count)
    expect(rows.filter(({ sent }) => sent !== 1)).toEqual([])
  })
})

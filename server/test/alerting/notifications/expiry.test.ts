// oxlint-disable-next-line no-restricted-imports -- The moment of each kill; any moment passes.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { recordRegistrationUnscoped } from '../../../src/monitoring/registrations/store.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { reportFigure } from '../../support/report.ts'
import { sized } from '../../support/size.ts'
import { startAlerting } from './alerting.ts'

const { app, makeSlack, makeMonitor, titles, deliver, sink } = await startAlerting()
const { admin } = app.database

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
    // The number of days in a message follows the real clock, which has not moved.
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

/** A reference model of the same rules, applied to the history of the clock, the certificates and the domains. */
class Oracle {
  readonly notices = new Set<string>()
  readonly #notifiedExpiry = new Map<string, number>()

  step(now_ms: number, { kind, subject, expires_ms }: Subject): void {
    const days = [1, 7, 21].find((each) => expires_ms > now_ms && expires_ms <= now_ms + each * DAY_MS)
    const notified_ms = this.#notifiedExpiry.get(subject)
    if (notified_ms !== undefined && expires_ms > notified_ms && expires_ms > now_ms) {
      this.notices.add(`${subject} ${kind}renewed 0 ${expires_ms}`)
      this.#notifiedExpiry.delete(subject)
    }
    if (days === undefined) return
    this.notices.add(`${subject} ${kind}expiring ${days} ${expires_ms}`)
    this.#notifiedExpiry.set(subject, expires_ms)
  }
}

interface Subject {
  kind: '' | 'domain_'
  /** The id of the monitor, or the domain. */
  subject: string
  expires_ms: number
  renews_ms: number
}

let seed = 7
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

function issue(now_ms: number): { expires_ms: number; renews_ms: number } {
  const expires_ms = now_ms + Math.floor((20 + random() * 90) * 86_400) * 1000
  return { expires_ms, renews_ms: expires_ms + Math.floor((random() * 30 - 28) * 86_400) * 1000 }
}

/** Records an expiry date like a check or a registry lookup. */
function recordExpiry({ kind, subject, expires_ms }: Subject): Promise<unknown> {
  if (kind === '') return setExpiry(Number(subject), expires_ms)
  const result = { ok: true, expires_at: new Date(expires_ms) } as const
  return app.parts.postgres.asRole('worker', (tx) => recordRegistrationUnscoped(tx, subject, result))
}

/** Kills the announcing connection after a random delay: before, during or after its commit. */
async function announceAndKill(): Promise<void> {
  const dying = announce().catch(() => undefined)
  await wait(random() * sized(4, 30))
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%announce_expiry()%' and pid <> pg_backend_pid()`)
  await dying
}

/** Like the job: retries once, because the pool may return a connection that was killed. */
const announceAgain = (): Promise<unknown> => announce().catch(() => announce())

describe('a year of certificates and domains with renewals and kills', () => {
  it('announces each threshold and each renewal exactly once', { timeout: 900_000 }, async () => {
    const count = sized(6, 1000)
    const user = await app.makeUser()
    const provider = await makeSlack(user)
    const start_ms = Math.floor(Date.now() / 1000) * 1000
    const subjects: Subject[] = []
    for (let n = 0; n < count; n++) {
      const monitor = await makeMonitor(user, provider.id)
      const domain = `year-${user.id}-${n}.com`
      await admin.query('insert into domain_registrations (domain) values ($1)', [domain])
      await admin.query(
        'insert into monitor_domains (team_id, monitor_id, url, domain) select team_id, id, url, $2 from monitors where id = $1',
        [monitor, domain],
      )
      subjects.push({ kind: '', subject: String(monitor), ...issue(start_ms) })
      subjects.push({ kind: 'domain_', subject: domain, ...issue(start_ms) })
    }
    for (const subject of subjects) await recordExpiry(subject)
    const oracle = new Oracle()
    let kills = 0
    for (let hour = 0; hour < 365 * 24; hour += sized(24, 8)) {
      const now_ms = start_ms + hour * 3_600_000
      await setClock(now_ms)
      for (const subject of subjects) {
        if (subject.renews_ms > now_ms) continue
        const next = issue(now_ms)
        await recordExpiry({ ...subject, ...next })
        // A registry that moves a date by less than a day only corrects it, which is no renewal.
        const isSame = subject.kind === 'domain_' && Math.abs(next.expires_ms - subject.expires_ms) < DAY_MS
        Object.assign(subject, next, isSame && { expires_ms: subject.expires_ms })
      }
      if (random() < 0.2) {
        await announceAndKill()
        kills++
      }
      await Promise.all(random() < 0.2 ? [announceAgain(), announceAgain()] : [announceAgain()])
      for (const subject of subjects) oracle.step(now_ms, subject)
    }
    const { rows } = await admin.query<{ told: string; sent: number }>(
      `select n.subject || ' ' || n.kind || ' ' || n.days || ' ' || (extract(epoch from n.expires_at) * 1000)::bigint as told,
         (select count(*)::int from deliveries d where d.notice_id = n.id) as sent
       from notices n where n.team_id = $1`,
      [user.id],
    )
    expect(rows.map(({ told }) => told).toSorted()).toEqual([...oracle.notices].toSorted())
    expect(rows.length).toBeGreaterThan(2 * count)
    expect(rows.filter(({ sent }) => sent !== 1)).toEqual([])
    reportFigure(
      `${count} certificates and ${count} domains over a year: ${rows.length} notices, each once, with ${kills} kills`,
    )
  })
})

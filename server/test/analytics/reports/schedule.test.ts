import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { planDueReports } from '../../../src/analytics/reports/plan.ts'
import { addMember } from '../../support/teams.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { reportFigure } from '../../support/report.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { registryOf } from '../websites/websites.ts'
import { cannedFacts } from './canned.ts'
import { readReport } from './mime.ts'
import { createReporting, listSends, makeClock, makeReported } from './reporting.ts'
import { expectPromised } from '../../support/expect-promised.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url })

const stepping = (iso: string) => {
  const clock = makeClock(iso)
  const reporting = createReporting(app, clock, { gather: async (_asUser, asked) => cannedFacts(asked) })
  const at = async (next: string): Promise<void> => {
    clock.set(next)
    await reporting.tick()
  }
  return { at, clock, ...reporting }
}
const mailsTo = ({ email }: TestUser): number => sink.mails.filter(({ to }) => to.includes(email)).length
const summary = async (id: number): Promise<string[]> =>
  (await listSends(app, id)).map(({ kind, starts_on, status }) => `${kind} ${starts_on} ${status}`)

/** Deletes the schedules of other tests, so that a count covers only the websites of this test. */
const forgetOthers = ({ id }: TestUser) =>
  app.database.admin.query('delete from report_schedules where team_id <> $1', [id])

describe('a scheduled report', () => {
  it('is sent at nine on Monday and on the first of the month, in the time zone of the website', async () => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { timezone: 'Asia/Kolkata', enabled_at: '2026-01-20T00:00:00Z' })
    const { at } = stepping('2026-01-20T00:00:00Z')
    await at('2026-01-26T03:29:59Z')
    expect(await summary(id)).toEqual([])
    await at('2026-01-26T03:30:00Z')
    expect(await summary(id)).toEqual(['weekly 2026-01-19 sent'])
    await at('2026-02-01T03:29:59Z')
    expect(mailsTo(user)).toBe(1)
    await at('2026-02-01T03:30:00Z')
    await at('2026-02-01T04:30:00Z')
    expect(await summary(id)).toEqual(['weekly 2026-01-19 sent', 'monthly 2026-01-01 sent'])
    expect(mailsTo(user)).toBe(2)
  })

  it('is in the language of the account', async () => {
    const user = await app.makeUser()
    await app.database.admin.query(`update users set language = 'de' where id = $1`, [user.id])
    await makeReported(app, user, { enabled_at: '2026-01-20T00:00:00Z' })
    const { at } = stepping('2026-01-20T00:00:00Z')
    await at('2026-01-26T09:00:00Z')
    const { source } = sink.mails.find(({ to }) => to.includes(user.email)) ?? { source: '' }
    expect(readReport(source).subject).toContain('19.–25. Januar 2026')
  })

  it('is not sent when it was due before reports were enabled', async () => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { enabled_at: '2026-01-26T09:00:01Z' })
    const { at } = stepping('2026-01-26T09:01:00Z')
    await at('2026-01-26T09:02:00Z')
    await at('2026-02-02T09:00:00Z')
    expect(await summary(id)).toEqual(['monthly 2026-01-01 sent', 'weekly 2026-01-26 sent'])
  })

  it('is sent late after a downtime, and recorded as skipped after three days', async () => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { enabled_at: '2026-03-03T00:00:00Z' })
    const { at } = stepping('2026-03-03T00:00:00Z')
    await at('2026-03-12T08:59:00Z')
    expect(await summary(id)).toEqual(['weekly 2026-03-02 sent'])
    await at('2026-04-08T10:00:00Z')
    expect(await summary(id)).toEqual([
      'weekly 2026-03-02 sent',
      'weekly 2026-03-09 skipped',
      'weekly 2026-03-16 skipped',
      'weekly 2026-03-23 skipped',
      'monthly 2026-03-01 skipped',
      'weekly 2026-03-30 sent',
    ])
    const [, missed] = await listSends(app, id)
    expect(missed?.reason).toBe('More than 3 days late: nothing ran when it was due.')
    expect(mailsTo(user)).toBe(2)
  })

  it('is neither lost nor repeated when the time zone changes, and follows the new one', async () => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { timezone: 'America/New_York', enabled_at: '2026-05-02T00:00:00Z' })
    const { at } = stepping('2026-05-02T00:00:00Z')
    await at('2026-05-04T10:00:00Z')
    expect(await summary(id)).toEqual([])
    await registryOf(app, user).update(id, { timezone: 'Europe/Berlin' })
    await at('2026-05-04T10:01:00Z')
    expect(await summary(id)).toEqual(['weekly 2026-04-27 sent'])
    await registryOf(app, user).update(id, { timezone: 'America/New_York' })
    await at('2026-05-04T13:01:00Z')
    await at('2026-05-11T12:59:59Z')
    expect(await summary(id)).toEqual(['weekly 2026-04-27 sent'])
    await at('2026-05-11T13:00:00Z')
    expect(await summary(id)).toEqual(['weekly 2026-04-27 sent', 'weekly 2026-05-04 sent'])
  })

  it('is not sent twice for one period when reports are disabled and enabled', async () => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { enabled_at: '2026-06-02T00:00:00Z' })
    const { at } = stepping('2026-06-02T00:00:00Z')
    await at('2026-06-08T09:00:00Z')
    await registryOf(app, user).update(id, { email: '0' })
    await at('2026-06-15T09:00:00Z')
    expect(await summary(id)).toEqual(['weekly 2026-06-01 sent'])
    await registryOf(app, user).update(id, { email: '1' })
    await app.database.admin.query(
      `update report_schedules set enabled_at = '2026-06-08T08:00:00Z' where website_id = $1`,
      [id],
    )
    await at('2026-06-08T09:30:00Z')
    expect(await summary(id)).toEqual(['weekly 2026-06-01 sent'])
    expect(mailsTo(user)).toBe(1)
  })

  it.each([
    [
      'reports are off',
      (id: number) => `update website_preferences set email = 0 where website_id = ${id}`,
      'E-mail reports were disabled.',
    ],
    [
      'the account is suspended',
      (_id: number, user_id: number) => `update users set is_suspended = true where id = ${user_id}`,
      'The account is suspended.',
    ],
    [
      'the account has another address',
      (_id: number, user_id: number) =>
        `update users set email = 'other' || id || '@example.com' where id = ${user_id}`,
      'The e-mail address of the account has changed.',
    ],
  ])('is not sent, although planned, once %s', async (_what, change, reason) => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { enabled_at: '2026-07-07T00:00:00Z' })
    const { parts, clock, tick } = stepping('2026-07-13T09:00:00Z')
    await planDueReports({ postgres: parts.postgres, clock })
    await app.database.admin.query(change(id, user.id))
    await tick()
    const [row] = await listSends(app, id)
    expect(row).toMatchObject({ status: 'skipped', reason })
    expect(mailsTo(user)).toBe(0)
  })

  it('is not sent to a member who became a guest of other websites', async () => {
    const user = await app.makeUser()
    const { id } = (await registryOf(app, user).make()) as { id: number }
    const member = await addMember(app, user.id, 'viewer')
    const json = { email: 1 }
    expect((await app.call('PUT', `/api/v1/websites/${id}`, { key: member.key, json })).status).toBe(200)
    const { admin } = app.database
    await admin.query(`update report_schedules set enabled_at = '2026-07-07T00:00:00Z' where website_id = $1`, [id])
    const { parts, clock, tick } = stepping('2026-07-13T09:00:00Z')
    await planDueReports({ postgres: parts.postgres, clock })
    await admin.query(`update memberships set role = 'guest' where team_id = $1 and user_id = $2`, [user.id, member.id])
    await tick()
    const reason = 'The account has no access to the website any more.'
    expect(await listSends(app, id)).toMatchObject([{ status: 'skipped', reason }])
    await admin.query('insert into guest_websites (team_id, user_id, website_id) values ($1, $2, $3)', [
      user.id,
      member.id,
      id,
    ])
    await admin.query(`update report_sends set status = 'pending', reason = null where website_id = $1`, [id])
    await tick()
    expect((await listSends(app, id))[0]?.status).not.toBe('skipped')
  })

  it('is retried while the mail server refuses temporarily, and fails after three days', async () => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { enabled_at: '2026-08-05T00:00:00Z' })
    const clock = makeClock('2026-08-10T09:00:00Z')
    const mailer = {
      send: () => Promise.reject(Object.assign(new Error('no'), { response: '451 later', responseCode: 451 })),
      close: () => undefined,
    }
    const gather = async (_asUser: unknown, asked: Parameters<typeof cannedFacts>[0]) => cannedFacts(asked)
    const { tick } = createReporting(app, clock, { mailer, gather })
    await tick()
    const [row] = await listSends(app, id)
    expect(row).toMatchObject({ status: 'pending', attempts: 1, reason: 'The mail server responded: 451 later' })
    clock.set('2026-08-10T09:30:00Z')
    await tick()
    clock.set('2026-08-13T09:00:01Z')
    await tick()
    const [last] = await listSends(app, id)
    expect(last).toMatchObject({
      status: 'failed',
      attempts: 2,
      possible_repeat: false,
      reason: 'Not sent within 3 days; no further attempts.',
    })
  })
})

describe('the planning of reports', () => {
  it('by several concurrent workers plans each report once, with one job each', async () => {
    const user = await app.makeUser()
    const ids: number[] = []
    for (let n = 0; n < 20; n++) ids.push(await makeReported(app, user, { enabled_at: '2026-09-02T00:00:00Z' }))
    await forgetOthers(user)
    const { parts } = stepping('2026-09-07T09:00:00Z')
    const counts = await Promise.all(Array.from({ length: 6 }, () => planDueReports(parts)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
    const { rows } = await app.database.admin.query<{ reports: string; jobs: string }>(
      `select count(*) as reports, (select count(*) from graphile_worker._private_jobs j
         where (j.payload ->> 'report_id')::bigint in (select id from report_sends where website_id = any($1))) as jobs
       from report_sends where website_id = any($1)`,
      [ids],
    )
    expect(rows).toEqual([{ reports: '20', jobs: '20' }])
  })

  it('leaves no rows when the website is deleted', async () => {
    const user = await app.makeUser()
    const id = await makeReported(app, user, { enabled_at: '2026-09-02T00:00:00Z' })
    const { at } = stepping('2026-09-02T00:00:00Z')
    await at('2026-09-07T09:00:00Z')
    await registryOf(app, user).remove(id)
    const { rows } = await app.database.admin.query(
      'select 1 from report_sends where website_id = $1 union all select 1 from report_schedules where website_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })

  it('is fast with 10,000 websites', async () => {
    const user = await app.makeUser()
    await app.database.admin.query(
      `with made as (insert into websites (team_id, domain, tracking_id, timezone)
         select $1, 'many' || n || '.example.com', lpad(n::text, 16, 'm'), (array['UTC', 'Europe/Berlin', 'Asia/Kolkata'])[n % 3 + 1]
         from generate_series(1, 10000) n returning id)
       insert into website_preferences (team_id, user_id, website_id, email) select $1, $1, id, 1 from made`,
      [user.id],
    )
    await app.database.admin.query(
      `update report_schedules set enabled_at = '2026-10-02T00:00:00Z' where team_id = $1`,
      [user.id],
    )
    await forgetOthers(user)
    await app.database.admin.query('vacuum analyze report_schedules')
    await app.database.admin.query('vacuum analyze websites')
    const { parts, clock } = stepping('2026-10-02T00:00:00Z')
    const measure = async (): Promise<{ ms: number; planned: number }> => {
      const start = performance.now()
      const planned = await planDueReports(parts)
      return { ms: Math.round(performance.now() - start), planned }
    }
    const first = await measure()
    const idle = await measure()
    clock.set('2026-10-05T09:00:00Z')
    const due = await measure()
    expect([first.planned, idle.planned, due.planned]).toEqual([0, 0, 10_000])
    const { rows } = await app.database.admin.query<{ reports: string; websites: string }>(
      `select count(*) as reports, count(distinct website_id) as websites from report_sends where team_id = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ reports: '10000', websites: '10000' }])
    expect(idle.ms).toBeLessThan(due.ms / 2)
    expectPromised(due.ms, 30_000)
    reportFigure(`reports: 20,000 schedules: first look ${first.ms} ms, idle ${idle.ms} ms, 10,000 due ${due.ms} ms`)
  })
})

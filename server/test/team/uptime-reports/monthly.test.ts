import { UptimeReport } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { readMail } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { addMember, makeTeam } from '../../support/teams.ts'
import { readReport } from '../../analytics/reports/mime.ts'
import { insertIncident, STATUS_503 } from '../../support/incidents.ts'
import { createReporting, listSends, makeClock, makeMonitor } from './reporting.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_INCIDENT_RETENTION_DAYS: '3650' })
const { admin } = app.database

const post = ({ key }: Pick<TestUser, 'key'>, json: object) => app.call('POST', '/api/uptime-reports', { key, json })
const mailsTo = ({ email }: Pick<TestUser, 'email'>) => sink.mails.filter(({ to }) => to.includes(email))

/** A report whose next month is the given one. */
async function makeDue(user: TestUser, json: object, month: string): Promise<number> {
  const { body } = await post(user, json)
  const { id } = body.data as { id: number }
  await admin.query(`update uptime_reports set next_month = $2, due_at = 'epoch' where id = $1`, [id, `${month}-01`])
  return id
}

describe('/api/uptime-reports', () => {
  it('creates, lists, changes, shows and deletes', async () => {
    const user = await app.makeUser()
    const monitor_id = await makeMonitor(app, user)
    const made = await post(user, { name: 'Shop', tag: 'Production', timezone: 'Europe/Berlin' })
    expect(made.status, made.text).toBe(201)
    const report = made.body.data as UptimeReport
    expect(UptimeReport.safeParse(report).error).toBeUndefined()
    expect(report).toMatchObject({
      tag: 'production',
      target: 99.9,
      language: null,
      monitor_id: null,
      recipient_ids: [user.id],
    })
    const path = `/api/uptime-reports/${report.id}`
    const changes = { monitor_id, target: 99.95, language: 'de', recipient_ids: [], timezone: 'Asia/Tokyo' }
    const changed = (await app.call('PATCH', path, { key: user.key, json: changes })).body.data as UptimeReport
    expect(changed).toMatchObject({ ...changes, tag: null, name: 'Shop' })
    expect(Date.parse(changed.next_send_at)).toBeLessThan(Date.parse(report.next_send_at))
    expect(changed.updated_at).not.toBe(report.updated_at)
    expect((await app.call('GET', '/api/uptime-reports', { key: user.key })).body.meta.total).toBe(1)
    expect((await app.call('GET', `${path}/sends`, { key: user.key })).body.data).toEqual([])
    expect((await app.call('DELETE', path, { key: user.key })).body.data.deleted).toBe(true)
    expectProblem(await app.call('GET', path, { key: user.key }), 'not_found')
  })

  it('deletes a report with its monitor', async () => {
    const user = await app.makeUser()
    const monitor_id = await makeMonitor(app, user)
    await post(user, { name: 'Shop', monitor_id })
    await app.call('DELETE', `/api/monitors/${monitor_id}`, { key: user.key })
    expect((await app.call('GET', '/api/uptime-reports', { key: user.key })).body.meta.total).toBe(0)
  })

  it('accepts members as recipients, but not guests or others; removes a recipient who leaves the team', async () => {
    const owner = await makeTeam(app)
    const [viewer, guest] = [
      await addMember(app, owner.team_id, 'viewer'),
      await addMember(app, owner.team_id, 'guest'),
    ]
    const stranger = await app.makeUser()
    for (const { id } of [guest, stranger]) {
      const refused = await post(owner, { name: 'a', tag: 'a', recipient_ids: [owner.id, id] })
      expectProblem(refused, 'validation_failed')
      expect(refused.body.errors[0].field).toBe('recipient_ids')
    }
    const made = await post(owner, { name: 'a', tag: 'a', recipient_ids: [viewer.id, owner.id] })
    expect(made.body.data.recipient_ids.toSorted()).toEqual([owner.id, viewer.id].toSorted())
    expectProblem(await post(viewer, { name: 'a', tag: 'a' }), 'insufficient_role')
    await app.call('DELETE', `/api/teams/${owner.team_id}/members/${viewer.id}`, { key: owner.key })
    const { body } = await app.call('GET', `/api/uptime-reports/${made.body.data.id}`, { key: owner.key })
    expect(body.data.recipient_ids).toEqual([owner.id])
  })

  it("refuses another team's monitor and status page, and a report with no or two scopes", async () => {
    const [user, stranger] = [await app.makeUser(), await app.makeUser()]
    expectProblem(await post(user, { name: 'a', monitor_id: await makeMonitor(app, stranger) }), 'not_found')
    expectProblem(await post(user, { name: 'a', status_page_id: 999_999 }), 'not_found')
    expectProblem(await post(user, { name: 'a' }), 'validation_failed')
    const monitor_id = await makeMonitor(app, user)
    expectProblem(await post(user, { name: 'a', tag: 'a', monitor_id }), 'validation_failed')
  })
})

describe('the monthly uptime mail', () => {
  it('is sent once to each recipient, in their language, with figures, exclusions and an unsubscribe link', async () => {
    const owner = await makeTeam(app)
    const other = await addMember(app, owner.team_id, 'viewer')
    await admin.query(`update users set language = 'de' where id = $1`, [other.id])
    const monitor_id = await makeMonitor(app, owner, { friendly_name: 'Shop <b>' })
    await insertIncident(app, monitor_id, {
      from: '2026-02-10T10:00:00Z',
      confirmed: '2026-02-10T10:02:00Z',
      acknowledged: '2026-02-10T10:05:00Z',
      to: '2026-02-10T12:00:00Z',
      cause: STATUS_503,
    })
    await app.call('POST', '/api/maintenance-windows', {
      key: owner.key,
      json: { name: 'w', starts_at: '2026-02-10T11:00:00Z', ends_at: '2026-02-10T11:30:00Z' },
    })
    const json = { name: 'Shop', monitor_id, timezone: 'Europe/Berlin', recipient_ids: [owner.id, other.id] }
    const id = await makeDue(owner, json, '2026-02')
    const clock = makeClock('2026-03-01T07:59:59Z')
    const { plan, tick } = createReporting(app, clock)
    await tick()
    expect(await listSends(app, id)).toEqual([])

    clock.set('2026-03-01T08:00:00Z')
    // However many workers plan at once, a month is planned once.
    await Promise.all(Array.from({ length: 8 }, plan))
    await tick()
    await tick()
    expect((await listSends(app, id)).map(({ month, status, attempts }) => [month, status, attempts])).toEqual([
      ['2026-02-01', 'sent', 1],
      ['2026-02-01', 'sent', 1],
    ])
    expect([mailsTo(owner).length, mailsTo(other).length]).toEqual([1, 1])

    const english = readReport(mailsTo(owner)[0]?.source ?? '')
    expect(english.subject).toBe('Shop, February 2026: 99.77 % uptime')
    expect(english.message_id).toContain(`uptime-report-${id}-2026-02-`)
    for (const words of [
      '99.77 % (Target 99.9 %: missed)',
      'exceeded by 49 min 43 s (40 min 17 s allowed)',
      '3 min (median), 3 min (mean)',
      '2 h (median), 2 h (mean)',
      '30 minutes of maintenance are excluded.',
      'Tue 10 Feb, 11:00, for 2 h: Shop <b>: The server returned status 503.',
      `/uptime-reports?month=2026-02&timezone=Europe%2FBerlin&target=99.9&monitor_id=${monitor_id}`,
    ])
      expect(english.text).toContain(words)
    expect(english.html).toContain('Shop &lt;b&gt;')
    expect(english.html).not.toContain('Shop <b>')
    expect(english.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const german = readReport(mailsTo(other)[0]?.source ?? '')
    expect(german.subject).toBe('Shop, Februar 2026: 99,77 % Verfügbarkeit')
    expect(german.text).toContain('30 Minuten Wartung sind ausgenommen.')

    const url = /<(.*)>/.exec(german.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    const path = new URL(url).pathname
    const question = await app.call('GET', path)
    expect(question.text).toContain('monthly uptime report <strong>Shop</strong>')
    expect((await app.call('POST', path)).text).toContain('Unsubscribed')
    expectProblem(await app.call('POST', `${path}x`), 'not_found')
    clock.set('2026-04-01T08:00:00Z')
    await tick()
    expect([mailsTo(owner).length, mailsTo(other).length]).toEqual([2, 1])
  })

  it('is skipped when it is late, the address is not verified, or there is nothing to report', async () => {
    const user = await app.makeUser()
    await makeMonitor(app, user, { tags: ['a'] })
    const [late, empty] = [
      await makeDue(user, { name: 'late', tag: 'a' }, '2026-01'),
      await makeDue(user, { name: 'empty', tag: 'nothing' }, '2026-02'),
    ]
    const clock = makeClock('2026-03-01T09:30:00Z')
    await createReporting(app, clock).tick()
    expect(await listSends(app, late)).toMatchObject([
      { month: '2026-01-01', status: 'skipped', reason: expect.stringContaining('3 days late') },
      { month: '2026-02-01', status: 'sent' },
    ])
    expect(await listSends(app, empty)).toMatchObject([
      { status: 'skipped', reason: expect.stringContaining('no monitors') },
    ])
    await admin.query('update users set email_verified_at = null where id = $1', [user.id])
    clock.set('2026-04-01T09:30:00Z')
    await createReporting(app, clock).tick()
    expect((await listSends(app, late)).at(-1)).toMatchObject({
      status: 'skipped',
      reason: expect.stringContaining('verified'),
    })
  })

  it('can be previewed, and sent to the caller at once', async () => {
    const user = await app.makeUser()
    const { body } = await post(user, { name: 'Shop', monitor_id: await makeMonitor(app, user), language: 'de' })
    const path = `/api/uptime-reports/${body.data.id}`
    const shown = await app.call('GET', `${path}/preview?month=2026-01`, { key: user.key })
    expect(shown.body.data.subject).toBe('Shop, Januar 2026: 100 % Verfügbarkeit')
    expect(shown.body.data.html + shown.body.data.text).not.toContain('/unsubscribe-uptime/')
    const page = await app.call('GET', `${path}/preview?month=2026-01&format=html`, { key: user.key })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.text).toContain('<base target="_blank">')
    const sent = await app.call('POST', `${path}/send`, { key: user.key, json: { month: '2026-01' } })
    expect(sent.body.data).toMatchObject({ success: true, from: '2026-01-01T00:00:00.000Z' })
    expect(readMail(mailsTo(user)[0]?.source ?? '').headers.get('subject')).toBe(shown.body.data.subject)
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { announceToSubscribers } from '../../../src/alerting/status-pages/index.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { type Mail, startSmtpSink } from '../../support/smtp-sink.ts'
import { until } from '../../support/until.ts'
import { makeIncident, makeMonitor, makePage, proveDomain } from './showing.ts'

const refused = new Set<string>()
const smtp = await startSmtpSink({
  async onMail({ to: [address = ''] }) {
    if (refused.has(address)) throw Object.assign(new Error('try later'), { responseCode: 451 })
  },
})
const app = await startApp({
  SMTP_URL: smtp.url,
  BASE_URL: 'https://watch.example.com/base',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
})
const target = { status: 200 }
const server = createServer((_request, response) => response.writeHead(target.status).end())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const roles = [await startWorkerRole(app.parts), await startProberRole(app.parts)]
afterAll(async () => {
  for (const role of roles) await role.stop()
  server.close()
})

const unfold = ({ source }: Mail): string =>
  source
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replaceAll(/\r\n[ \t]+/g, ' ')
const mailsTo = (address: string): string[] => smtp.mails.filter(({ to }) => to.includes(address)).map(unfold)
const nth = (address: string, n: number): Promise<string> =>
  until(
    () => mailsTo(address)[n - 1],
    `mail ${n} to ${address}`,
    () => smtp.mails.map(({ to }) => to),
  )
const linkIn = (mail: string, pattern: RegExp): string =>
  pattern.exec(mail)?.[0].replace('https://watch.example.com', '') ?? ''
const CONFIRM = /https:\/\/watch\.example\.com\/base\/subscriptions\/[\w-]+/
const END = /https:\/\/watch\.example\.com\/base\/subscriptions\/[\w-]+\/end/

const requestSubscription = (slug: string, email: string, headers = {}) =>
  app.call('POST', `/s/${slug}/subscribe`, { form: { email }, headers })

async function subscribe(slug: string, email: string): Promise<void> {
  const before = mailsTo(email).length
  await requestSubscription(slug, email)
  const { status } = await app.call('POST', linkIn(await nth(email, before + 1), CONFIRM))
  if (status !== 200) throw new Error(`confirming answered ${status}`)
}

/** Inserted with SQL, as many as a test needs. */
const insertSubscribers = (page_id: number, from: number, to: number) =>
  app.database.admin.query(
    `insert into status_subscribers (team_id, status_page_id, email, confirmed_at)
     select team_id, id, 'n' || n || '-' || id || '@example.com', now() from status_pages, generate_series($2::int, $3::int) as n
     where id = $1`,
    [page_id, from, to],
  )

const announce = (team_id: number, monitor_id: number, incident_id: number, kind: 'opened' | 'recovered') =>
  app.parts.postgres.asRole('worker', (tx) =>
    announceToSubscribers(tx, [{ team_id, monitor_id, status: 'down', kind, incident_id, alert: 'send' }]),
  )

it('a subscriber of a status page confirms, gets a mail when an incident opens and when it is resolved, and unsubscribes', async () => {
  const user = await app.makeUser()
  const monitor = await makeMonitor(app, user, {
    url: `http://127.0.0.1:${port}/?key=hunter2`,
    friendly_name: 'Internal',
  })
  await app.call('PATCH', `/api/monitors/${monitor}`, { key: user.key, json: { interval: 1 } })
  const page = await makePage(app, user, { monitors: [{ monitor_id: monitor, label: 'The shop' }] })
  const show = async () => (await app.call('GET', `/api/monitors/${monitor}`, { key: user.key })).body.data.status
  await until(async () => (await show()) === 'up', 'up')

  const response = await requestSubscription(page.slug, ' Reader@Example.com ')
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const question = await nth('reader@example.com', 1)
  expect(question).toContain('Subject: Confirm your subscription')
  // The mail has no text of the page owner: the recipient has not agreed to mail from them yet.
  expect(question).not.toMatch(/Acme|acme|The shop/)
  const confirm = linkIn(question, CONFIRM)
  expect((await app.call('GET', confirm)).text).toContain('Confirm subscription')
  const countOf = async () =>
    (await app.call('GET', `/api/status-pages/${page.id}`, { key: user.key })).body.data.subscriber_count as number
  expect(await countOf()).toBe(0)
  for (let n = 0; n < 2; n++) expect((await app.call('POST', confirm)).text).toContain('You are subscribed')
  expect(await countOf()).toBe(1)

  target.status = 503
  const opened = await nth('reader@example.com', 2)
  expect(opened).toContain('Subject: Down: The shop (Acme status)')
  expect(opened).toContain('error response')
  expect(opened).toContain(`https://watch.example.com/base/s/${page.slug}`)
  expect(opened).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  expect(opened).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(opened).toMatch(/^Message-ID: <status-\d+-opened-\d+@watch\.example\.com>\r?$/m)
  expect(opened).not.toMatch(/hunter2|Internal|127\.0\.0\.1:/)
  target.status = 200
  const resolved = await nth('reader@example.com', 3)
  expect(resolved).toContain('Subject: Resolved: The shop (Acme status)')

  const header = /^List-Unsubscribe: <([^>]+)>\r?$/m.exec(resolved)?.[1] ?? ''
  expect(header).toMatch(END)
  const end = header.replace('https://watch.example.com', '')
  expect((await app.call('GET', end)).text).toContain('Unsubscribe')
  expect(await countOf()).toBe(1)
  for (let n = 0; n < 2; n++) {
    const ended = await app.call('POST', end, { form: 'List-Unsubscribe=One-Click' })
    expect([ended.status, ended.text.includes('You are unsubscribed')]).toEqual([200, true])
  }
  expect(await countOf()).toBe(0)
  expectProblem(await app.call('POST', confirm), 'not_found')
  target.status = 503
  await until(async () => (await show()) === 'down', 'down again')
  target.status = 200
  await until(async () => (await show()) === 'up', 'up again')
  expect(mailsTo('reader@example.com')).toHaveLength(3)
})

const untilIdle = () =>
  until(async () => {
    const { rows } = await app.database.admin.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'tell_subscribers'`,
    )
    return rows.length === 0
  }, 'no job is left')

describe('mails to subscribers of a status page', () => {
  it('are sent once to each subscriber of a public page with the monitor, however often the job runs', async () => {
    const user = await app.makeUser()
    const [monitor, other] = [
      await makeMonitor(app, user, { is_active: false }),
      await makeMonitor(app, user, { is_active: false }),
    ]
    const page = await makePage(app, user, { monitors: [{ monitor_id: monitor }] })
    const hidden = await makePage(app, user, { monitors: [{ monitor_id: monitor }], is_public: false })
    const elsewhere = await makePage(app, user, { monitors: [{ monitor_id: other }] })
    await insertSubscribers(page.id, 1, 230)
    for (const { id } of [hidden, elsewhere]) await insertSubscribers(id, 1, 3)
    const incident = await makeIncident(app, monitor, { from: '1 minute' })
    await Promise.all([1, 2, 3].map(() => announce(user.id, monitor, incident, 'opened')))
    const mails = () => smtp.mails.filter(({ to: [address = ''] }) => address.endsWith(`-${page.id}@example.com`))
    await until(() => mails().length >= 230, 'all told')
    await announce(user.id, monitor, incident, 'opened')
    // Otherwise this job tells the next subscribers, too.
    await untilIdle()
    await app.database.admin.query(`update incidents set resolved_at = now(), resolution = 'recovered' where id = $1`, [
      incident,
    ])
    await insertSubscribers(page.id, 231, 240)
    await announce(user.id, monitor, incident, 'recovered')
    await until(() => mails().length >= 460, 'all told of the end')
    await untilIdle()
    expect(mails()).toHaveLength(460)
    expect(new Set(mails().map(({ to, source }) => `${to.join()} ${/^Message-ID: .*$/m.exec(source)?.[0]}`)).size).toBe(
      460,
    )
    expect(
      smtp.mails.filter(({ to: [to = ''] }) => to.includes(`-${hidden.id}@`) || to.includes(`-${elsewhere.id}@`)),
    ).toEqual([])
  })

  it('are in the language of the browser that subscribed', async () => {
    const user = await app.makeUser()
    const monitor = await makeMonitor(app, user, { is_active: false })
    const page = await makePage(app, user, { monitors: [{ monitor_id: monitor, label: 'Laden' }] })
    const email = `leser-${page.id}@example.com`
    await requestSubscription(page.slug, email, { 'accept-language': 'de-AT,en;q=0.5' })
    const question = await nth(email, 1)
    expect(question).toContain('Der Link gilt zwei Tage.')
    await app.call('POST', linkIn(question, CONFIRM))
    await announce(user.id, monitor, await makeIncident(app, monitor, { from: '1 minute' }), 'opened')
    const opened = await nth(email, 2)
    expect(opened).toContain('Subject: Ausgefallen: Laden (Acme status)')
    expect(opened).toContain('Statusseite')
  })

  it('name the domain of a website that the page shows', async () => {
    const user = await app.makeUser()
    const website = await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'blog.example.com' } })
    const monitor = await makeMonitor(app, user, {
      is_active: false,
      website_id: website.body.data.id,
      friendly_name: 'x1',
    })
    const page = await makePage(app, user, { website_ids: [website.body.data.id] })
    await subscribe(page.slug, 'website@example.com')
    await announce(user.id, monitor, await makeIncident(app, monitor, { from: '1 minute' }), 'opened')
    expect(await nth('website@example.com', 2)).toContain('Subject: Down: blog.example.com (Acme status)')
  })

  it('are not sent for a website whose incidents the page does not show', async () => {
    const user = await app.makeUser()
    const json = { domain: 'hidden.example.com' }
    const website_id = (await app.call('POST', '/api/v1/websites', { key: user.key, json })).body.data.id
    await app.call('PUT', `/api/v1/websites/${website_id}`, { key: user.key, json: { privacy: 1 } })
    const hidden = await makeMonitor(app, user, { is_active: false, website_id, friendly_name: 'hidden' })
    const shown = await makeMonitor(app, user, { is_active: false, friendly_name: 'Shop' })
    const page = await makePage(app, user, { website_ids: [website_id], monitors: [{ monitor_id: shown }] })
    await subscribe(page.slug, 'curious@example.com')
    await announce(user.id, hidden, await makeIncident(app, hidden, { from: '1 minute' }), 'opened')
    await announce(user.id, shown, await makeIncident(app, shown, { from: '1 minute' }), 'opened')
    expect(await nth('curious@example.com', 2)).toContain('Subject: Down: Shop (Acme status)')
    expect(mailsTo('curious@example.com')).toHaveLength(2)
  })

  it('report the outcome of announced incidents once a monitor stops flapping', async () => {
    const user = await app.makeUser()
    const monitor = await makeMonitor(app, user, { is_active: false })
    const page = await makePage(app, user, { monitors: [{ monitor_id: monitor }] })
    await subscribe(page.slug, 'flaps@example.com')
    const announced = await makeIncident(app, monitor, { from: '10 minutes' })
    await announce(user.id, monitor, announced, 'opened')
    await nth('flaps@example.com', 2)
    await app.database.admin.query(
      `update incidents set resolved_at = started_at + interval '1 minute', resolution = 'recovered' where id = $1`,
      [announced],
    )
    await makeIncident(app, monitor, { from: '8 minutes', to: '7 minutes' })
    await makeIncident(app, monitor, { from: '2 minutes' })
    const digest = { team_id: user.id, monitor_id: monitor, status: 'down', alert: 'digest' } as const
    await app.parts.postgres.asRole('worker', (tx) =>
      announceToSubscribers(tx, [
        { ...digest, kind: 'recovered', incident_id: announced },
        { team_id: user.id, monitor_id: monitor, status: 'down', kind: 'flapping_ended', at: Date.now() },
      ]),
    )
    await nth('flaps@example.com', 4)
    const subjects = mailsTo('flaps@example.com').map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1])
    expect(subjects.slice(1)).toEqual([
      'Down: Shop (Acme status)',
      'Resolved: Shop (Acme status)',
      'Down: Shop (Acme status)',
    ])
  })

  it('are retried when not accepted, and dropped when the incident is resolved by then', async () => {
    const user = await app.makeUser()
    const monitor = await makeMonitor(app, user, { is_active: false })
    const page = await makePage(app, user, { monitors: [{ monitor_id: monitor }] })
    await insertSubscribers(page.id, 1, 2)
    const [first, second] = [`n1-${page.id}@example.com`, `n2-${page.id}@example.com`]
    const statuses = async (incident: number) =>
      (
        await app.database.admin.query<{ kind: string; status: string }>(
          'select kind, status from status_mails where incident_id = $1 order by subscriber_id, kind',
          [incident],
        )
      ).rows.map(({ kind, status }) => `${kind} ${status}`)
    refused.add(first)
    const incident = await makeIncident(app, monitor, { from: '1 minute' })
    await announce(user.id, monitor, incident, 'opened')
    await until(() => mailsTo(first).length > 0, 'tried')
    refused.delete(first)
    await until(async () => (await statuses(incident)).join() === 'opened sent,opened sent', 'both sent')
    expect(mailsTo(second)).toHaveLength(1)
    await app.database.admin.query(
      `update incidents set resolved_at = started_at + interval '5 seconds', resolution = 'recovered' where id = $1`,
      [incident],
    )
    const over = await makeIncident(app, monitor, { from: '40 seconds', to: '30 seconds' })
    await announce(user.id, monitor, over, 'opened')
    await announce(user.id, monitor, over, 'recovered')
    await until(async () => (await statuses(over)).join() === 'opened skipped,opened skipped', 'skipped')
    expect(mailsTo(second)).toHaveLength(1)
  })
})

describe('subscribers whose mail is deferred', () => {
  it('do not delay mails to the others', async () => {
    const user = await app.makeUser()
    const monitor = await makeMonitor(app, user, { is_active: false })
    const page = await makePage(app, user, { monitors: [{ monitor_id: monitor }] })
    await insertSubscribers(page.id, 1, 120)
    const addressOf = (n: number): string => `n${n}-${page.id}@example.com`
    for (let n = 1; n <= 110; n++) refused.add(addressOf(n))
    await announce(user.id, monitor, await makeIncident(app, monitor, { from: '1 minute' }), 'opened')
    for (let n = 111; n <= 120; n++) await nth(addressOf(n), 1)
    expect(mailsTo(addressOf(120))).toHaveLength(1)
    refused.clear()
    for (let n = 1; n <= 110; n++) await nth(addressOf(n), 2)
  })
})

describe('a request to subscribe to a status page', () => {
  it('gets the same answer for a subscribed, a pending and a new address', async () => {
    const page = await makePage(app, await app.makeUser())
    await subscribe(page.slug, 'same@example.com')
    const known = await requestSubscription(page.slug, 'same@example.com')
    const fresh = await requestSubscription(page.slug, 'fresh@example.com')
    const again = await requestSubscription(page.slug, 'fresh@example.com')
    expect(new Set([known, fresh, again].map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await nth('fresh@example.com', 1)
    await subscribe(page.slug, 'barrier@example.com')
    expect([mailsTo('same@example.com').length, mailsTo('fresh@example.com').length]).toEqual([1, 1])
  })

  it('sends one mailbox at most five confirmation mails a day, over all pages', async () => {
    const user = await app.makeUser()
    for (let n = 0; n < 7; n++) await requestSubscription((await makePage(app, user)).slug, 'victim@example.com')
    await nth('victim@example.com', 5)
    await subscribe((await makePage(app, user)).slug, 'barrier2@example.com')
    expect(mailsTo('victim@example.com')).toHaveLength(5)
  })

  it('is refused for a full page, also at the confirmation', async () => {
    const page = await makePage(app, await app.makeUser())
    await requestSubscription(page.slug, 'late@example.com')
    const link = linkIn(await nth('late@example.com', 1), CONFIRM)
    await insertSubscribers(page.id, 1, 1000)
    expect((await requestSubscription(page.slug, 'later@example.com')).text).toContain('reached its subscriber limit')
    expect((await app.call('POST', link)).text).toContain('reached its subscriber limit')
  })

  it('is refused for an invalid address, and after too many requests from one network', async () => {
    const page = await makePage(app, await app.makeUser())
    for (const email of ['', 'nobody', 'a@b', 'a@example.com\r\nBcc: x@example.com']) {
      expectProblem(await requestSubscription(page.slug, email), 'validation_failed')
    }
    expectProblem(
      await app.call('POST', `/s/${page.slug}/subscribe`, { json: { email: 'a@example.com' } }),
      'validation_failed',
    )
    const few = await startApp(
      { SMTP_URL: smtp.url, SITEWATCH_RATE_LIMIT_PER_MINUTE: '60' },
      { database: app.database },
    )
    const statuses = []
    for (let n = 0; n < 3; n++) {
      statuses.push(
        (await few.call('POST', `/s/${page.slug}/subscribe`, { form: { email: `t${n}@example.com` } })).status,
      )
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  it('is not confirmed by a forged link or a link for another purpose', async () => {
    const page = await makePage(app, await app.makeUser())
    await requestSubscription(page.slug, 'forged@example.com')
    const link = linkIn(await nth('forged@example.com', 1), CONFIRM)
    for (const path of [
      `${link}/end`,
      `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
      '/base/subscriptions/x',
    ]) {
      expectProblem(await app.call('GET', path), 'not_found')
      expectProblem(await app.call('POST', path), 'not_found')
    }
    await app.database.admin.query(
      `update status_subscribers set asked_at = now() - interval '3 days' where status_page_id = $1`,
      [page.id],
    )
    expectProblem(await app.call('POST', link), 'not_found')
  })

  it('is not offered where no mail can be sent', async () => {
    const silent = await startApp({}, { database: app.database })
    const page = await makePage(silent, await silent.makeUser())
    expect((await silent.call('GET', `/s/${page.slug}`)).text).not.toContain('name="email"')
    expectProblem(
      await silent.call('POST', `/s/${page.slug}/subscribe`, { form: { email: 'a@example.com' } }),
      'not_found',
    )
  })

  it('is accepted on the domain of the page, and only there', async () => {
    const page = await makePage(app, await app.makeUser(), { domain: 'status.subscribe.example' })
    await proveDomain(app, page.id)
    expectProblem(await app.call('POST', '/subscribe', { form: { email: 'domain@example.com' } }), 'not_found')
    const body = 'email=domain%40example.com'
    const { status } = await sendRaw(
      app.base,
      `POST /subscribe HTTP/1.1\r\nHost: status.subscribe.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    expect(status).toBe(200)
    expect(await nth('domain@example.com', 1)).toMatch(CONFIRM)
  })
})

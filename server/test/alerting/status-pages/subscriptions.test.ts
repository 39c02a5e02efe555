import { StatusPageWebhook } from '@sitewatch/contract'
import { verifyWebhook } from '../../../../sdk/src/index.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { announceToSubscribers } from '../../../src/alerting/status-pages/index.ts'
import { createEgress, type PublicEgress } from '../../../src/platform/egress/index.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { type SinkRequest, startHttpSink } from '../../support/sinks.ts'
import { type Mail, startSmtpSink } from '../../support/smtp-sink.ts'
import { makeIncident, makeMonitor, makePage } from './showing.ts'
import { notifySubscribers } from '../../../src/alerting/status-pages/send-messages.ts'
import { announceIncident } from '../../../src/alerting/status-pages/incident-announcement.ts'

const smtp = await startSmtpSink()
const sink = await startHttpSink()
const SETTINGS = {
  SMTP_URL: smtp.url,
  BASE_URL: 'https://watch.example.com',
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
}
// The receivers of these tests are on loopback.
const public_egress = createEgress({ allowPrivate: ['127.0.0.0/8'] }) as PublicEgress
const app = await startApp(SETTINGS, { public_egress })
const asInProduction = await startApp(SETTINGS, { database: app.database })
const worker = await startWorkerRole(app.parts)
afterAll(() => worker.stop())

const OFTEN = { interval: 50 }
const unfold = ({ source }: Mail): string =>
  source
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replaceAll(/\r\n[ \t]+/g, ' ')
const mailsTo = (address: string): string[] => smtp.mails.filter(({ to }) => to.includes(address)).map(unfold)
async function nthMail(address: string, n: number): Promise<string> {
  await expect.poll(() => mailsTo(address).length, OFTEN).toBeGreaterThanOrEqual(n)
  return mailsTo(address)[n - 1] ?? ''
}
async function nthCall(path: string, n: number): Promise<SinkRequest> {
  await expect.poll(() => sink.sentTo(path).length, OFTEN).toBeGreaterThanOrEqual(n)
  const found = sink.sentTo(path)[n - 1]
  if (!found) throw new Error('no call')
  return found
}
const linkIn = (text: string, end: string): string =>
  new RegExp(`https://watch\\.example\\.com(/subscriptions/[\\w-]+${end})(?![\\w/-])`).exec(text)?.[1] ?? ''

const requestSubscription = (slug: string, form: Record<string, string> | string, headers = {}) =>
  app.call('POST', `/s/${slug}/subscribe`, { form, headers })

const announce = (user: TestUser, monitor_id: number, incident_id: number, kind: 'opened' | 'recovered' = 'opened') =>
  app.parts.postgres.asRole('worker', (tx) =>
    announceToSubscribers(tx, [{ team_id: user.id, monitor_id, status: 'down', kind, incident_id, alert: 'send' }]),
  )

/** Resolves all open incidents of the monitor and opens a new one. */
async function openNext(monitor_id: number): Promise<number> {
  await app.database.admin.query(
    `update incidents set resolved_at = clock_timestamp(), resolution = 'recovered' where monitor_id = $1 and resolved_at is null`,
    [monitor_id],
  )
  return makeIncident(app, monitor_id, { from: '0 seconds' })
}

/** A page with two monitors: their ids, and the values of their checkboxes in forms. */
async function makeTwo(json: object = {}) {
  const user = await app.makeUser()
  const make = (friendly_name: string) => makeMonitor(app, user, { is_active: false, friendly_name })
  const ids = [await make('Shop'), await make('API')] as const
  const page = await makePage(app, user, { monitors: ids.map((monitor_id) => ({ monitor_id })), ...json })
  return { user, ids, page, refs: await readRefs(page.slug) }
}

const readRefs = async (slug: string): Promise<string[]> => [
  ...new Set(
    [...(await app.call('GET', `/s/${slug}`)).text.matchAll(/name="component" value="([0-9a-f]{12})"/g)].map(
      ([, ref]) => ref ?? '',
    ),
  ),
]

/** A confirmed subscription; returns the paths of its manage link and of its confirmation link. */
async function subscribeByMail(slug: string, email: string, more = ''): Promise<{ manage: string; token: string }> {
  await requestSubscription(slug, `email=${encodeURIComponent(email)}${more}`)
  const confirm = linkIn(await nthMail(email, mailsTo(email).length + 1), '')
  const confirmed = await app.call('POST', confirm)
  expect(confirmed.text).toContain('You are subscribed')
  return { manage: linkIn(confirmed.text, '/manage'), token: confirm }
}

/** Waits until every due job that notifies subscribers has run. */
async function settle(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await app.database.admin.query(
        `select 1 from graphile_worker.jobs where task_identifier in ('tell_subscribers', 'tell_of_update') and run_at <= now() and attempts = 0`,
      )
      return rows.length
    }, OFTEN)
    .toBe(0)
}

describe('a subscription to chosen components', () => {
  it('gets messages about these components only, and the choice can be changed with the link', async () => {
    const { user, ids, page, refs } = await makeTwo()
    const [shop, api] = ids
    const email = `choice-${page.id}@example.com`
    const { manage } = await subscribeByMail(page.slug, email, `&choose=1&component=${refs[1]}`)
    await announce(user, shop, await makeIncident(app, shop, { from: '1 minute' }))
    await announce(user, api, await makeIncident(app, api, { from: '1 minute' }))
    expect(await nthMail(email, 2)).toContain('Subject: Down: API')
    await settle()
    expect(mailsTo(email)).toHaveLength(2)
    const shown = await app.call('GET', manage)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.text).toContain(`value="${refs[1]}" checked`)
    expect(shown.text).not.toContain(`value="${refs[0]}" checked`)
    const stored = async () =>
      (await app.call('GET', `/api/status-pages/${page.id}/subscribers`, { key: user.key })).body.data as object[]
    expect(await stored()).toMatchObject([{ channel: 'email', name: email, monitor_ids: [api], website_ids: [] }])
    expectProblem(await app.call('POST', manage, { form: 'choose=1' }), 'validation_failed')
    expectProblem(await app.call('POST', manage, { form: `choose=1&component=${'0'.repeat(12)}` }), 'validation_failed')
    const saved = await app.call('POST', manage, { form: `choose=1&component=${refs[0]}` })
    expect(saved.text).toContain('Saved')
    expect(await stored()).toMatchObject([{ monitor_ids: [shop] }])
    await app.call('POST', manage, { form: `choose=1&component=${refs[0]}&component=${refs[1]}` })
    expect(await stored()).toMatchObject([{ monitor_ids: null, website_ids: null }])
  })

  it('is also possible for a feed', async () => {
    const { ids, page, refs } = await makeTwo()
    for (const id of ids) await makeIncident(app, id, { from: '1 minute' })
    await app.database.admin.query(`select pg_notify('status_pages', '/${page.slug}')`)
    const titles = async (query: string) =>
      [...(await app.call('GET', `/s/${page.slug}/feed.atom${query}`)).text.matchAll(/<entry>.*?<title>(.*?)</g)].map(
        ([, title]) => title,
      )
    await expect.poll(() => titles('')).toHaveLength(2)
    expect(await titles(`?component=${refs[1]}`)).toEqual(['Down: API'])
    expect(await titles('?component=nonsense')).toHaveLength(2)
  })
})

describe('the links of a subscription', () => {
  it('change nothing when opened, are refused when tampered with or for another purpose, and can be repeated', async () => {
    const { user, page } = await makeTwo()
    const email = `links-${page.id}@example.com`
    const { manage, token } = await subscribeByMail(page.slug, email)
    const end = linkIn((await app.call('GET', manage)).text, '/end')
    const count = async () =>
      (await app.call('GET', `/api/status-pages/${page.id}`, { key: user.key })).body.data.subscriber_count as number
    for (const path of [manage, end, token]) await app.call('GET', path)
    expect(await count()).toBe(1)
    const other = manage.replace('/manage', '')
    const forged = `${other.slice(0, -1)}${other.endsWith('0') ? '1' : '0'}`
    for (const path of [
      other,
      `${other}/end`,
      `${forged}/manage`,
      `${forged}/end`,
      `${token}/manage`,
      `${token}/end`,
    ]) {
      expectProblem(await app.call('GET', path), 'not_found')
      expectProblem(await app.call('POST', path, { form: 'choose=1' }), 'not_found')
    }
    expect((await app.call('POST', token)).text).toContain('You are subscribed')
    expect(await count()).toBe(1)
    for (let n = 0; n < 2; n++)
      expect((await app.call('POST', end, { form: 'List-Unsubscribe=One-Click' })).text).toContain(
        'You are unsubscribed',
      )
    expect(await count()).toBe(0)
    expectProblem(await app.call('POST', token), 'not_found')
    expectProblem(await app.call('GET', manage), 'not_found')
    expectProblem(await app.call('POST', manage, { form: '' }), 'not_found')
  })

  it('are refused while the account of the page is suspended', async () => {
    const { user, page } = await makeTwo()
    const { manage, token } = await subscribeByMail(page.slug, `suspended-${page.id}@example.com`)
    await app.database.admin.query('update users set is_suspended = true where id = $1', [user.id])
    for (const path of [token, manage]) expectProblem(await app.call('GET', path), 'not_found')
    expectProblem(await app.call('POST', token), 'not_found')
  })
})

async function subscribe(slug: string, path: string) {
  sink.on(path, () => ({ status: 204, body: '' }))
  const response = await requestSubscription(slug, { webhook_url: `${sink.url}${path}` })
  expect(response.text).toContain('Check your webhook')
  const first = await nthCall(path, 1)
  const event = JSON.parse(first.body) as { type: string; data: { confirm_url: string } }
  expect(event.type).toBe('subscription.confirm')
  // The request has no text of the page owner.
  expect(first.body).not.toMatch(/Acme|Shop/)
  const confirmed = await app.call('POST', event.data.confirm_url.replace('https://watch.example.com', ''))
  expect(confirmed.text).toContain('You are subscribed')
  return { first, manage: linkIn(confirmed.text, '/manage') }
}

describe('a subscription by webhook', () => {
  const verify = async ({ body, headers }: SinkRequest, secret: string): Promise<void> => {
    const payload = await verifyWebhook<StatusPageWebhook>({ body, headers, secret })
    expect(StatusPageWebhook.parse(payload)).toEqual(payload)
  }

  it('is confirmed by the link in its first request, then gets each signed request once, and is ended by its link', async () => {
    const { user, ids, page } = await makeTwo()
    const [shop] = ids
    const path = `/hook-${page.id}?token=hunter2`
    const { first, manage } = await subscribe(page.slug, path)
    const managed = (await app.call('GET', manage)).text
    const secret = /whsec_[A-Za-z0-9+/=]+/.exec(managed)?.[0] ?? ''
    await verify(first, secret)
    const incident = await makeIncident(app, shop, { from: '1 minute' })
    await Promise.all([1, 2, 3].map(() => announce(user, shop, incident)))
    const opened = await nthCall(path, 2)
    await verify(opened, secret)
    expect(JSON.parse(opened.body)).toMatchObject({
      type: 'incident.opened',
      data: {
        page: { name: 'Acme status', url: `https://watch.example.com/s/${page.slug}` },
        label: 'Shop',
        cause_kind: 'timeout',
        resolved_at: null,
        manage_url: `https://watch.example.com${manage}`,
      },
    })
    const admin = app.database.admin
    await admin.query(`update incidents set resolved_at = now(), resolution = 'recovered' where id = $1`, [incident])
    await announce(user, shop, incident, 'recovered')
    expect(JSON.parse((await nthCall(path, 3)).body)).toMatchObject({ type: 'incident.resolved' })
    await settle()
    expect(sink.sentTo(path)).toHaveLength(3)
    // Owners and operators see neither the path nor the secret.
    const { body } = await app.call('GET', `/api/status-pages/${page.id}/subscribers`, { key: user.key })
    expect(body.data).toMatchObject([{ channel: 'webhook', name: sink.url, disabled_at: null }])
    expect(JSON.stringify(body)).not.toMatch(/hunter2|whsec/)
    const { rows } = await admin.query<{ text: string }>(`select status_webhooks::text as text from status_webhooks`)
    expect(rows.map(({ text }) => text).join()).not.toMatch(/hunter2|whsec/)
    await app.call('POST', linkIn(managed, '/end'))
    expect((await admin.query('select 1 from status_webhooks where status_page_id = $1', [page.id])).rows).toEqual([])
  })

  it('is retried after a server error, and stopped after five messages in a row were refused', async () => {
    const { user, ids, page } = await makeTwo()
    const [shop] = ids
    const path = `/failing-${page.id}`
    const { manage } = await subscribe(page.slug, path)
    let status = 503
    sink.on(path, () => ({ status, body: 'no' }))
    await announce(user, shop, await makeIncident(app, shop, { from: '1 minute' }))
    await nthCall(path, 2)
    status = 204
    const again = await nthCall(path, 3)
    expect(again.headers['webhook-id']).toBe(sink.sentTo(path)[1]?.headers['webhook-id'])
    status = 410
    const disabled = async () =>
      (await app.call('GET', `/api/status-pages/${page.id}/subscribers`, { key: user.key })).body.data[0].disabled_at
    for (let n = 0; n < 5; n++) {
      expect(await disabled()).toBeNull()
      await announce(user, shop, await openNext(shop))
      await nthCall(path, 4 + n)
      await settle()
    }
    await expect.poll(disabled, OFTEN).not.toBeNull()
    await announce(user, shop, await openNext(shop))
    await settle()
    expect(sink.sentTo(path)).toHaveLength(8)
    expect((await app.call('GET', manage)).text).toContain('Messages were stopped')
    await app.call('POST', manage, { form: '' })
    expect(await disabled()).toBeNull()
  })

  it('is not retried after the page got a password', async () => {
    const { user, ids, page } = await makeTwo()
    const [shop] = ids
    const path = `/locked-out-${page.id}`
    await subscribe(page.slug, path)
    sink.on(path, () => ({ status: 503, body: 'no' }))
    const incident_id = await makeIncident(app, shop, { from: '1 minute' })
    await announce(user, shop, incident_id)
    await nthCall(path, 2)
    // The answer is recorded after the call.
    const failed = `select from status_mails where incident_id = $1 and attempts = 1`
    await expect.poll(async () => (await app.database.admin.query(failed, [incident_id])).rowCount, OFTEN).toBe(1)
    const change = { status_page_id: page.id, incident_id, kind: 'opened' } as const
    const { prepare } = announceIncident(change, { base_url: 'https://watch.example.com', channels: ['webhook'] })
    const countRecipients = async (): Promise<number | undefined> => {
      await app.database.admin.query('update status_mails set retry_at = null where incident_id = $1', [incident_id])
      return (await app.parts.postgres.asRole('worker', prepare))?.recipients.length
    }
    expect(await countRecipients()).toBe(1)
    const json = { visibility: 'password', password: 'open sesame' }
    expect((await app.call('PATCH', `/api/status-pages/${page.id}`, { key: user.key, json })).status).toBe(200)
    expect(await countRecipients()).toBe(0)
  })

  it('is refused for an invalid URL and for an address that Sitewatch does not connect to', async () => {
    const { page } = await makeTwo()
    expectProblem(
      await requestSubscription(page.slug, { webhook_url: 'http://169.254.169.254/latest' }),
      'target_not_allowed',
    )
    for (const webhook_url of ['', 'ftp://example.com/', 'https://user:pass@example.com/', 'nonsense'])
      expectProblem(await requestSubscription(page.slug, { webhook_url }), 'validation_failed')
  })
})

describe('a webhook of a subscriber in a private range that the operator allowed for monitors', () => {
  it('is refused by the form', async () => {
    const { page } = await makeTwo()
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])
      expectProblem(
        await asInProduction.call('POST', `/s/${page.slug}/subscribe`, { form: { webhook_url: `http://${host}:81/` } }),
        'target_not_allowed',
      )
  })

  it('gets no message, although it was subscribed before its name led there', async () => {
    const { ids, page } = await makeTwo()
    const path = `/rebound-${page.id}`
    await subscribe(page.slug, path)
    const incident_id = await makeIncident(app, ids[0], { from: '1 minute' })
    const change = { status_page_id: page.id, incident_id, kind: 'opened' } as const
    const announcement = announceIncident(change, { base_url: SETTINGS.BASE_URL, channels: ['webhook'] })
    await notifySubscribers(asInProduction.parts, announcement)
    const { rows } = await app.database.admin.query('select status from status_mails where incident_id = $1', [
      incident_id,
    ])
    expect(rows).toEqual([{ status: 'failed' }])
    expect(sink.sentTo(path)).toHaveLength(1)
  })
})

describe('subscribers of a page with a password', () => {
  it('must enter the password to subscribe, and get nothing more once it changes', async () => {
    const { user, ids, page } = await makeTwo({ visibility: 'password', password: 'open sesame' })
    const [shop] = ids
    const entered = await app.call('POST', `/s/${page.slug}/password`, { form: { password: 'open sesame' } })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const email = `locked-${page.id}@example.com`
    expectProblem(await requestSubscription(page.slug, { email }), 'not_found')
    await app.call('POST', `/s/${page.slug}/subscribe`, { form: { email }, cookie })
    const confirmed = await app.call('POST', linkIn(await nthMail(email, 1), ''))
    const manage = linkIn(confirmed.text, '/manage')
    await announce(user, shop, await makeIncident(app, shop, { from: '1 minute' }))
    await nthMail(email, 2)
    await app.call('PATCH', `/api/status-pages/${page.id}`, { key: user.key, json: { password: 'another one' } })
    await announce(user, shop, await openNext(shop))
    await settle()
    expect(mailsTo(email)).toHaveLength(2)
    expectProblem(await app.call('GET', manage), 'not_found')
  })
})

describe('a published update of a status page', () => {
  /** Inserted with SQL, like the API of manual incidents does. */
  async function publish(
    user: TestUser,
    page_id: number,
    { title, monitor_ids }: { title: string; monitor_ids: number[] },
  ) {
    const { rows } = await app.database.admin.query<{ id: string }>(
      `with i as (insert into status_page_incidents (team_id, status_page_id, kind, title, impact, published_at)
         values ($1, $2, 'incident', $3, 'minor', now()) returning id)
       insert into status_page_updates (team_id, page_incident_id, kind, status, body)
       select $1, id, 'incident', 'investigating', E'We are looking.\\n<b>Soon</b> more.' from i returning id`,
      [user.id, page_id, title],
    )
    const update_id = Number(rows[0]?.id)
    await app.database.admin.query(
      `insert into status_page_update_components (team_id, update_id, position, monitor_id, state)
       select $1, $2, position, id, 'degraded_performance' from unnest($3::bigint[]) with ordinality as m (id, position)`,
      [user.id, update_id, monitor_ids],
    )
    const announceAgain = () =>
      app.parts.postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, (tx) =>
        tx.query(sql`select announce_page_update(${update_id})`),
      )
    await announceAgain()
    return { update_id, announceAgain }
  }

  it('is sent once to each subscriber of an affected component, by mail and by webhook', async () => {
    const { user, ids, page, refs } = await makeTwo()
    const [shop] = ids
    const [all, some, none] = ['all', 'some', 'none'].map((name) => `${name}-${page.id}@example.com`)
    await subscribeByMail(page.slug, all ?? '')
    await subscribeByMail(page.slug, some ?? '', `&choose=1&component=${refs[0]}`)
    await subscribeByMail(page.slug, none ?? '', `&choose=1&component=${refs[1]}`)
    const { update_id, announceAgain } = await publish(user, page.id, { title: 'Slow checkout', monitor_ids: [shop] })
    for (const address of [all, some]) {
      const mail = await nthMail(address ?? '', 2)
      expect(mail).toContain('Subject: Investigating: Slow checkout (Acme status)')
      expect(mail).toContain('We are looking.')
      expect(mail).toContain('&lt;b&gt;Soon')
      expect(mail).toContain('Components: Shop')
      expect(mail).toMatch(new RegExp(`^Message-ID: <status-update-${update_id}-\\d+@watch\\.example\\.com>\\r?$`, 'm'))
      expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    }
    await announceAgain()
    // A worker that was killed after sending runs the job again.
    await app.database.admin.query(`select sitewatch.add_tell_update_job($1, $2, $3)`, [user.id, update_id, page.id])
    await publish(user, page.id, { title: 'Whole page', monitor_ids: [] })
    for (const address of [all, some]) expect(await nthMail(address ?? '', 3)).toContain('Whole page')
    expect(await nthMail(none ?? '', 2)).toContain('Whole page')
    await settle()
    expect([all, some, none].map((address) => mailsTo(address ?? '').length)).toEqual([3, 3, 2])
  })
})

describe('the subscribers of a status page', () => {
  it('can be listed and removed by an owner, not by a viewer or another team', async () => {
    const { user, page } = await makeTwo()
    await subscribeByMail(page.slug, `removed-${page.id}@example.com`)
    await requestSubscription(page.slug, { email: `pending-${page.id}@example.com` })
    const path = `/api/status-pages/${page.id}/subscribers`
    const { body } = await app.call('GET', path, { key: user.key })
    expect(body.meta.total).toBe(1)
    const other = await app.makeUser()
    expectProblem(await app.call('GET', path, { key: other.key }), 'not_found')
    const one = `${path}/${body.data[0].id}`
    expectProblem(await app.call('DELETE', one, { key: other.key }), 'not_found')
    expect((await app.call('DELETE', one, { key: user.key })).body.data).toMatchObject({ object: 'status_subscriber' })
    expectProblem(await app.call('DELETE', one, { key: user.key }), 'not_found')
    const log = await app.call('GET', '/api/audit-log?record_type=status_subscriber', { key: user.key })
    expect(log.body.data).toMatchObject([
      { action: 'status_subscriber.removed', record_name: `removed-${page.id}@example.com` },
    ])
  })
})

import { Report, ReportSend } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { makeUnsubscribeUrl } from '../../../src/analytics/reports/unsubscribe-link.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { withoutRequestId } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { makeFolder } from '../stats/context.ts'
import { registryOf } from '../websites/websites.ts'
import { readReport } from './mime.ts'
import { fillWeek, lastPeriod, makeWatched } from './week.ts'

const sink = await startSmtpSink()
const folder = makeFolder()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_DATA_DIR: folder })
const owner = await app.makeUser()
const stranger = await app.makeUser()
const site = (await registryOf(app, owner).make({ email: '1' })) as { id: number; domain: string }
await fillWeek(app, site.id)
await makeWatched(app, owner, site.id)
await app.call('POST', `/api/v1/websites/${site.id}/goals`, {
  key: owner.key,
  json: { name: 'Saw prices', kind: 'page', value: '/pricing' },
})

const preview = (query = '', user: Pick<TestUser, 'key'> = owner, id = site.id) =>
  app.call('GET', `/api/v1/websites/${id}/report${query}`, { key: user.key })
const send = (json: object = {}, user: Pick<TestUser, 'key'> = owner, headers = {}, id = site.id) =>
  app.call('POST', `/api/v1/websites/${id}/report/send`, { key: user.key, json, headers })
const mailsTo = ({ email }: TestUser) => sink.mails.filter(({ to }) => to.includes(email))

describe('GET /api/v1/websites/:id/report?format=html', () => {
  it('is the mail as a page that only this service may frame, in a sandbox without any permissions', async () => {
    const answer = await preview('?format=html')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = answer.headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox allow-popups'])
      expect(policy.split('; ')).toContainEqual(expect.stringContaining(rule))
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin|allow-forms|https?:/)
    const { data } = (await preview()).body as { data: Report }
    expect(answer.text.replace('<base target="_blank">', '')).toBe(data.html)
  })

  it('answers 404 for another team, as it does without a format', async () => {
    const [theirs, missing] = [await preview('?format=html', stranger), await preview('?format=html', owner, 999_999)]
    expectProblem(theirs, 'not_found')
    expect(theirs.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(withoutRequestId(theirs)).toEqual(withoutRequestId(missing))
    expectProblem(await preview('?format=pdf'), 'validation_failed')
  })
})

describe('GET /api/v1/websites/:id/report', () => {
  it('shows the contents of the next report', async () => {
    const answer = await preview()
    expect(answer.status, answer.text).toBe(200)
    const { data } = answer.body as { data: Report }
    expect(Report.safeParse(data).error).toBeUndefined()
    const { from_ms, to_ms } = lastPeriod('weekly')
    expect(data).toMatchObject({
      website_id: site.id,
      period: 'weekly',
      timezone: 'UTC',
      is_quiet: false,
      from: new Date(from_ms).toISOString(),
      to: new Date(to_ms).toISOString(),
    })
    expect(data.subject).toContain(`${site.domain}, `)
    expect(data.subject).toContain('70 visitors (+25 %)')
    for (const words of [
      'Visitors:       70 (+25 %, 56 before)',
      '/pricing',
      'Hacker News',
      'Germany',
      'Saw prices (',
      '99.88 %  Shop: 1 incident, 12 min down',
      '100 %  Checkout: no incident',
      'Shop: The server returned status 503.',
    ])
      expect(data.text).toContain(words)
    expect(data.html).toContain('src="data:image/png;base64,')
    expect(data.html + data.text).not.toContain('/unsubscribe/')
  })

  it('covers the last calendar month with period=monthly', async () => {
    const { data } = (await preview('?period=monthly')).body as { data: Report }
    const { from_ms, to_ms } = lastPeriod('monthly')
    expect([data.period, data.from, data.to]).toEqual([
      'monthly',
      new Date(from_ms).toISOString(),
      new Date(to_ms).toISOString(),
    ])
  })

  it('has is_quiet true when nothing was counted', async () => {
    const { id } = (await registryOf(app, owner).make()) as { id: number }
    const answer = await preview('', owner, id)
    expect(answer.body.data).toMatchObject({ is_quiet: true })
    expect(answer.body.data.text).toContain('Visitors:       0')
  })

  it('shows monitors only with the scope monitors:read', async () => {
    const { key } = await app.makeKey(owner.id, ['stats:read'])
    const { data } = (await preview('', { key })).body as { data: Report }
    expect(data.text).not.toMatch(/Uptime|Shop|503/)
    expect(data.text).toContain('Germany')
  })

  it('lists the deploys that concern the website and its annotations, in the period only', async () => {
    const { id } = (await registryOf(app, owner).make()) as { id: number }
    const { at } = lastPeriod('weekly')
    const ask = async (path: string, json: object): Promise<void> => {
      const answer = await app.call('POST', path, { key: owner.key, json })
      expect(answer.status, answer.text).toBe(201)
    }
    const annotations = `/api/v1/websites/${id}/annotations`
    await ask(annotations, { text: 'Newsletter sent', happened_at: at(10) })
    await ask(annotations, { text: 'Long ago', happened_at: at(-1) })
    await ask('/api/deploys', { version: 'v7', deployed_at: at(8), website_ids: [id] })
    await ask('/api/deploys', { version: 'v8', deployed_at: at(9), website_ids: [site.id] })
    const { data } = (await preview('', owner, id)).body as { data: Report }
    const [, listed = ''] = data.text.split('Deploys and annotations\n')
    expect(listed).toMatch(
      /^ {2}Mon \d+ \w+, 08:00: Deploy v7 \(production\)\n {2}Mon \d+ \w+, 10:00: Newsletter sent\n\n/,
    )
    expect(data.text + data.html).not.toMatch(/Long ago|v8/)
    const { key } = await app.makeKey(owner.id, ['stats:read'])
    expect((await preview('', { key }, id)).body.data.text).not.toContain('v7')
    await send({}, owner, {}, id)
    const mail = readReport(mailsTo(owner).at(-1)?.source ?? '')
    expect(mail.text).toContain('Deploy v7 (production)')
    expect(mail.html).toContain('Newsletter sent')
  })

  it('requires stats:read', async () => {
    const { key } = await app.makeKey(owner.id, ['websites:read', 'websites:write', 'monitors:read'])
    expectProblem(await preview('', { key }), 'insufficient_scope')
  })

  it('answers 404 for another team, byte for byte as for a missing id', async () => {
    const [foreign, missing] = [await preview('', stranger), await preview('', stranger, 999_999_999)]
    expectProblem(foreign, 'not_found')
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing))
  })

  it('refuses an unknown period', async () => {
    expectProblem(await preview('?period=daily'), 'validation_failed')
  })
})

describe('POST /api/v1/websites/:id/report/send', () => {
  it("sends to the account's address, with the chart attached and a link to unsubscribe", async () => {
    const before = mailsTo(owner).length
    const answer = await send()
    expect(answer.status, answer.text).toBe(200)
    expect(ReportSend.safeParse(answer.body.data).error).toBeUndefined()
    expect(answer.text).not.toContain(owner.email)
    const mails = mailsTo(owner)
    expect(mails).toHaveLength(before + 1)
    const mail = readReport(mails.at(-1)?.source ?? '')
    expect(mail.subject).toContain('70 visitors')
    expect(mail.html).toContain(`src="cid:${mail.cid}"`)
    expect(mail.picture?.subarray(1, 4).toString()).toBe('PNG')
    expect(mail.text).toContain('99.88 %  Shop')
    const link = makeUnsubscribeUrl(app.parts.config, { user_id: owner.id, website_id: site.id })
    expect(link).toMatch(/^http:\/\/localhost:\d+\/unsubscribe\/[\w-]+$/)
    expect(mail.headers.get('list-unsubscribe')).toBe(`<${link}>`)
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('uses the language of the account, and so does the preview', async () => {
    const user = await app.makeUser()
    await app.database.admin.query(`update users set language = 'de' where id = $1`, [user.id])
    const { id } = (await registryOf(app, user).make({ email: '1' })) as { id: number }
    await fillWeek(app, id)
    expect((await send({}, user, {}, id)).status).toBe(200)
    const mail = readReport(mailsTo(user).at(-1)?.source ?? '')
    expect(mail.subject).toContain('70 Besucher')
    expect(mail.html).toContain('<html lang="de">')
    expect((await preview('', user, id)).body.data.text).toContain('Besucher:       70')
  })

  it('sends once for one Idempotency-Key', async () => {
    const before = mailsTo(owner).length
    const headers = { 'idempotency-key': 'report-once' }
    const [first, second] = [await send({}, owner, headers), await send({}, owner, headers)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(mailsTo(owner)).toHaveLength(before + 1)
    const other = await send({ period: 'monthly' }, owner, headers)
    expectProblem(other, 'validation_failed')
  })

  it('requires websites:write', async () => {
    const { key } = await app.makeKey(owner.id, ['websites:read', 'stats:read'])
    expectProblem(await send({}, { key }), 'insufficient_scope')
  })

  it('answers 404 for another team, byte for byte as for a missing id, and sends nothing', async () => {
    const before = sink.mails.length
    const [foreign, missing] = [await send({}, stranger), await send({}, stranger, {}, 999_999_999)]
    expectProblem(foreign, 'not_found')
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing))
    expect(sink.mails).toHaveLength(before)
  })

  it('names the missing setting when no mail can be sent, and is rate-limited', async () => {
    const other = await startApp(
      { SITEWATCH_DATA_DIR: folder, SITEWATCH_RATE_TESTS_PER_HOUR: '2' },
      { database: app.database },
    )
    const call = () =>
      other.call('POST', `/api/v1/websites/${site.id}/report/send`, { key: owner.key, json: { period: 'weekly' } })
    const refused = await call()
    expect(expectProblem(refused, 'report_not_sent').detail).toContain('SMTP_URL')
    await call()
    const limited = await call()
    expectProblem(limited, 'rate_limited')
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    await other.stop()
  })
})

describe('the unsubscribe link of a report', () => {
  const makeLink = async (): Promise<{ id: number; path: string; user: TestUser }> => {
    const user = await app.makeUser()
    const { id } = (await registryOf(app, user).make({ email: '1' })) as { id: number }
    const url = makeUnsubscribeUrl(app.parts.config, { user_id: user.id, website_id: id })
    return { id, path: new URL(url).pathname, user }
  }
  const readEmail = async ({ id, user }: { id: number; user: TestUser }): Promise<number> =>
    (await registryOf(app, user).show(id)).body.data.email as number

  it('shows a button when it is opened, and changes nothing', async () => {
    const link = await makeLink()
    const page = await app.call('GET', link.path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<form method="post"><button class="button button-primary">Unsubscribe</button></form>')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect((await app.call('HEAD', link.path)).status).toBe(200)
    expect(await readEmail(link)).toBe(1)
  })

  it('shows its page in the language of the reader', async () => {
    const { path } = await makeLink()
    const page = await app.call('GET', path, { headers: { 'accept-language': 'de' } })
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('<button class="button button-primary">Abbestellen</button>')
  })

  it.each([
    ['a form', { form: { 'List-Unsubscribe': 'One-Click' } }],
    [
      'multipart/form-data',
      {
        raw: {
          type: 'multipart/form-data; boundary=x',
          body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
        },
      },
    ],
    ['nothing at all', {}],
  ])('unsubscribes by one POST of %s, without any cookie', async (_what, body) => {
    const link = await makeLink()
    const done = await app.call('POST', link.path, body)
    expect(done.status).toBe(200)
    expect(done.text).toContain('any more reports')
    expect(await readEmail(link)).toBe(0)
    const { rows } = await app.database.admin.query('select 1 from report_schedules where website_id = $1', [link.id])
    expect(rows).toEqual([])
    expect((await app.call('POST', link.path, body)).status).toBe(200)
  })

  it('works only for its website, and only with a valid signature', async () => {
    const [one, two] = [await makeLink(), await makeLink()]
    const [, , mac] = one.path.split('-')
    const forged = two.path.replace(/-[^-]+$/, `-${mac}`)
    for (const path of [forged, `${one.path}x`, one.path.slice(0, -1), '/unsubscribe/x', '/unsubscribe/00a-b-c']) {
      expectProblem(await app.call('POST', path), 'not_found')
      expectProblem(await app.call('GET', path), 'not_found')
    }
    expect([await readEmail(one), await readEmail(two)]).toEqual([1, 1])
    await registryOf(app, one.user).remove(one.id)
    expectProblem(await app.call('POST', one.path), 'not_found')
  })
})

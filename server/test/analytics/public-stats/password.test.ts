import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { sized } from '../../support/size.ts'
import { makeFolder } from '../stats/context.ts'
import { enter, makeSite } from './sites.ts'

const BASE = 'https://host.example.com/watch'
const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder(), BASE_URL: BASE })
const owner = await app.makeUser()
const LOCKED = { privacy: '2', password: 'open sesame' }
const change = (id: number, form: Record<string, string>) =>
  app.call('PATCH', `/api/v1/websites/${id}`, { key: owner.key, form })

describe('the password of a public page', () => {
  it('opens the page for 30 days, and no other page', async () => {
    const site = await makeSite(app, owner, LOCKED)
    const answer = await enter(app, site, 'open sesame')
    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.get('location') ?? '', BASE + site.page).href).toBe(`${BASE}${site.page}?period=30d`)
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^sitewatch_viewer=\\d+\\.[\\w-]{43}; Max-Age=2592000; Path=/watch/p/${site.tracking_id}; Secure; HttpOnly; SameSite=Lax$`,
      ),
    )
    expect((await app.call('GET', site.page, { cookie: answer.cookie })).text).toContain(site.domain)
    expect((await app.call('POST', site.page, { cookie: answer.cookie, form: {} })).status).toBe(303)
    const another = await makeSite(app, owner, LOCKED)
    expect((await app.call('GET', another.page, { cookie: answer.cookie })).text).not.toContain(another.domain)
  })

  it('is refused with an error when it is wrong', async () => {
    const site = await makeSite(app, owner, LOCKED)
    for (const password of ['', 'Open sesame', 'x'.repeat(10_000), 'open sesame ']) {
      const answer = await enter(app, site, password)
      expect([answer.status, answer.cookie]).toEqual([403, ''])
      expect(answer.text).toContain('Wrong password. Try again.')
      expect(answer.text).not.toContain(site.domain)
    }
  })

  it('ends the access of every viewer at once when it changes, even to the same text', async () => {
    const site = await makeSite(app, owner, LOCKED)
    const sees = async (cookie: string): Promise<boolean> =>
      (await app.call('GET', site.page, { cookie })).text.includes(site.domain)
    const { cookie } = await enter(app, site, 'open sesame')
    expect(await sees(cookie)).toBe(true)
    await change(site.id, { timezone: 'Europe/Berlin' })
    expect(await sees(cookie)).toBe(true)
    await change(site.id, { password: 'another one' })
    expect(await sees(cookie)).toBe(false)
    expectProblem(await app.call('GET', `${site.page}/badge/visitors.svg`, { cookie }), 'not_found')
    expect((await enter(app, site, 'open sesame')).status).toBe(403)
    const second = await enter(app, site, 'another one')
    expect(await sees(second.cookie)).toBe(true)
    await change(site.id, { password: 'another one' })
    expect(await sees(second.cookie)).toBe(false)
  })

  it('cannot be replaced by a forged cookie', async () => {
    const site = await makeSite(app, owner, LOCKED)
    const { cookie } = await enter(app, site, 'open sesame')
    const [until = '', signature = ''] = cookie.slice('sitewatch_viewer='.length).split('.')
    const forged = [
      `${Number(until) + 1}.${signature}`,
      `${until}.${'A'.repeat(43)}`,
      `${until}.${signature.slice(1)}`,
      `99999999999999.${signature}`,
      until,
      '',
    ]
    for (const value of forged) {
      const answer = await app.call('GET', site.page, { cookie: `sitewatch_viewer=${value}` })
      expect(answer.text).not.toContain(site.domain)
    }
  })

  it('is accepted only from the page itself, and only as a form', async () => {
    const site = await makeSite(app, owner, LOCKED)
    const send = (headers: Record<string, string>) =>
      app.call('POST', site.page, { form: { password: 'open sesame' }, headers })
    expectProblem(await send({ origin: 'https://evil.example.com' }), 'cross_site_request')
    expectProblem(await send({ origin: 'null' }), 'cross_site_request')
    expectProblem(await send({ 'sec-fetch-site': 'cross-site' }), 'cross_site_request')
    expectProblem(await send({ 'sec-fetch-site': 'same-site' }), 'cross_site_request')
    expect((await send({ origin: 'https://host.example.com', 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    const json = await app.call('POST', site.page, { json: { password: 'open sesame' } })
    expectProblem(json, 'unsupported_media_type')
  })

  it('is not requested by a private page or one that does not exist', async () => {
    const site = await makeSite(app, owner, { privacy: '1', password: 'open sesame' })
    const hidden = await enter(app, site, 'open sesame')
    const missing = await enter(app, { ...site, page: '/p/00AAAAAAAAAAAAAA' }, 'open sesame')
    expect([hidden.status, hidden.cookie, hidden.text]).toEqual([404, '', missing.text])
  })

  it('does not lock the owner out', async () => {
    const site = await makeSite(app, owner, LOCKED)
    const cookie = await app.makeSession(owner.id)
    expect((await app.call('GET', site.page, { cookie })).text).toContain(site.domain)
  })
})

describe('password guessing', () => {
  // Without a data folder for ClickHouse: only one process may open it, and this test needs no figures.
  const PER_MINUTE = sized(1, 5)
  const limited = { SITEWATCH_RATE_SIGNIN_PER_MINUTE: String(PER_MINUTE), SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8' }
  /** Each try that is not refused takes 60 ms of CPU time. */
  const GUESSES = sized(20, 200)
  const ADDRESSES = sized(60, 1000)
  const PER_SITE_AND_HOUR = 20 * PER_MINUTE

  it(`from one IP address gets ${PER_MINUTE} tries of ${GUESSES}; the website stays available to others`, async () => {
    const guarded = await startApp(limited)
    const user = await guarded.makeUser()
    const site = await makeSite(guarded, user, LOCKED)
    const outcomes = new Map<number, number>()
    for (let n = 0; n < GUESSES; n++) {
      const { status, headers, text } = await enter(guarded, site, `guess ${n}`, '198.51.100.1')
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
      if (status !== 429) continue
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(text).toContain('Too many tries.')
    }
    expect(Object.fromEntries(outcomes)).toEqual({ 403: PER_MINUTE, 429: GUESSES - PER_MINUTE })
    expect((await enter(guarded, site, 'open sesame', '198.51.100.1')).status).toBe(429)
    expect((await enter(guarded, site, 'open sesame', '198.51.100.2')).status).toBe(303)
    await guarded.stop()
  })

  it(`from ${ADDRESSES} IP addresses gets ${PER_SITE_AND_HOUR} tries an hour; viewers with access keep it`, async () => {
    const guarded = await startApp(limited)
    const user = await guarded.makeUser()
    const [site, another] = [await makeSite(guarded, user, LOCKED), await makeSite(guarded, user, LOCKED)]
    const { cookie } = await enter(guarded, site, 'open sesame', '203.0.113.1')
    const outcomes = new Map<number, number>()
    for (let n = 0; n < ADDRESSES; n++) {
      const { status } = await enter(guarded, site, `guess ${n}`, `198.51.${n >> 8}.${n & 255}`)
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(outcomes)).toEqual({ 403: PER_SITE_AND_HOUR - 1, 429: ADDRESSES - PER_SITE_AND_HOUR + 1 })
    expect((await guarded.call('GET', `${site.page}/badge/status.svg`, { cookie })).status).toBe(200)
    expect((await enter(guarded, another, 'open sesame', '203.0.113.2')).status).toBe(303)
    await guarded.stop()
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { createEgress } from '../../../src/platform/egress/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { verifyDomains } from '../../../src/alerting/status-pages/verify-domains.ts'
import { startDnsServer } from '../../platform/egress/dns-server.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { makePage } from './showing.ts'

const app = await startApp({ BASE_URL: 'https://watch.example.com' })
const { admin } = app.database

const zone = new Map<string, string[]>()
const dns = await startDnsServer(({ name }) => {
  const texts = zone.get(name)
  return texts ? { texts } : 'nxdomain'
})
afterAll(() => dns.close())
const egress = createEgress({ allowPrivate: [], resolver: { servers: [dns.address] } })
/** Runs the check that the worker runs every minute, as if a minute had passed. */
async function verify(): Promise<number> {
  await admin.query(`update status_pages set domain_checked_at = domain_checked_at - interval '1 minute'`)
  return verifyDomains({ postgres: app.parts.postgres, egress })
}

interface Shown {
  id: number
  slug: string
  url: string
  domain_verified_at: string | null
  domain_record: { type: string; name: string; value: string }
  updated_at: string
}
const claim = async (user: TestUser, domain: string, name = 'Mine'): Promise<Shown> =>
  (await makePage(app, user, { domain, name })) as unknown as Shown
const show = async (user: TestUser, { id }: Shown): Promise<Shown> =>
  (await app.call('GET', `/api/status-pages/${id}`, { key: user.key })).body.data
const change = (user: TestUser, { id }: Shown, json: object) =>
  app.call('PATCH', `/api/status-pages/${id}`, { key: user.key, json })
const get = (host: string, path = '/status.json') =>
  sendRaw(app.base, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
const publish = (page: Shown, ...others: Shown[]): void =>
  void zone.set(page.domain_record.name, ['v=spf1 -all', ...[page, ...others].map((each) => each.domain_record.value)])

describe('the domain of a status page', () => {
  it('is served as soon as its DNS record exists, and the version of the page stays', async () => {
    const user = await app.makeUser()
    const page = await claim(user, 'status.one.example')
    expect(page).toMatchObject({ domain_verified_at: null, url: `https://watch.example.com/s/${page.slug}` })
    expect(page.domain_record).toMatchObject({ type: 'TXT', name: '_sitewatch.status.one.example' })
    expect((await get('status.one.example')).status).toBe(404)
    expect((await app.call('GET', `/s/${page.slug}`)).status).toBe(200)
    zone.set(page.domain_record.name, ['sitewatch-status-page=another'])
    expect(await verify()).toBe(0)
    publish(page)
    expect(await verify()).toBe(1)
    const shown = await show(user, page)
    expect(shown).toMatchObject({ url: 'https://status.one.example/', updated_at: page.updated_at })
    expect(Date.now() - Date.parse(shown.domain_verified_at ?? '')).toBeLessThan(60_000)
    await expect.poll(async () => (await get('status.one.example')).status).toBe(200)
    const log = await app.call('GET', '/api/audit-log?action=status_page.domain_verified', { key: user.key })
    expect(log.body.data).toMatchObject([{ actor_type: 'system', record_id: page.id }])
  })

  it('must be verified again after a change, even when it is set back', async () => {
    const user = await app.makeUser()
    const page = await claim(user, 'status.two.example')
    publish(page)
    await verify()
    expect((await change(user, page, { name: 'Other' })).body.data.domain_verified_at).not.toBeNull()
    expect((await change(user, page, { domain: 'victim.example' })).body.data.domain_verified_at).toBeNull()
    expect(await verify()).toBe(0)
    expect((await get('victim.example')).status).toBe(404)
    expect((await change(user, page, { domain: 'status.two.example' })).body.data.domain_verified_at).toBeNull()
    expect(await verify()).toBe(1)
  })

  it('belongs to the page that the DNS record names when two pages claim it', async () => {
    const [squatter, owner] = [await app.makeUser(), await app.makeUser()]
    const squat = await claim(squatter, 'status.three.example', 'Squat')
    const mine = await claim(owner, 'status.three.example', 'Truth')
    publish(mine)
    expect(await verify()).toBe(1)
    expect((await show(squatter, squat)).domain_verified_at).toBeNull()
    await expect.poll(async () => (await get('status.three.example', '/')).text).toContain('Truth')
    // The record has the values of both pages: the verified page keeps the domain.
    publish(mine, squat)
    await verify()
    expect((await show(owner, mine)).domain_verified_at).not.toBeNull()
    // The domain was sold: the page of the new owner gets it, and the old page is no longer verified.
    publish(squat)
    await verify()
    expect((await show(owner, mine)).domain_verified_at).toBeNull()
    await expect.poll(async () => (await get('status.three.example', '/')).text).toContain('Squat')
  })

  it('needs no DNS record when an administrator set it in a session', async () => {
    const { cookie } = await app.makeAdministrator()
    const create = { name: 'Mine', domain: 'status.lan.example' }
    const page: Shown = (await app.call('POST', '/api/status-pages', { cookie, json: create })).body.data
    expect(page).toMatchObject({ domain_verified_at: expect.any(String), url: 'https://status.lan.example/' })
    expect((await get('status.lan.example')).status).toBe(200)
    const json = { domain: 'status2.lan.example' }
    const changed = await app.call('PATCH', `/api/status-pages/${page.id}`, { cookie, json })
    expect(changed.body.data.domain_verified_at).not.toBeNull()
    const stranger = await app.makeUser()
    const taken = await app.call('POST', '/api/status-pages', { key: stranger.key, json: { name: 'x', ...json } })
    expect([taken.status, taken.body.data.domain_verified_at]).toEqual([201, null])
  })

  it('needs its DNS record when a key of an administrator set it', async () => {
    const user = await app.makeAdministrator()
    const page = await claim(user, 'status.key.example')
    expect(page.domain_verified_at).toBeNull()
    expect((await change(user, page, { domain: 'status2.key.example' })).body.data.domain_verified_at).toBeNull()
    const applied = { version: 1, status_pages: [{ name: 'As code', slug: 'as-code', domain: 'status3.key.example' }] }
    expect((await app.call('POST', '/api/config/apply', { key: user.key, json: applied })).status).toBe(200)
    const { body } = await app.call('GET', '/api/status-pages', { key: user.key })
    expect(body.data.map((each: Shown) => each.domain_verified_at)).toEqual([null, null])
  })

  it('is looked up by the worker, less often after one day', async () => {
    const user = await app.makeUser()
    const page = await claim(user, 'status.four.example')
    const checked = async () =>
      (await admin.query('select domain_checked_at from status_pages where id = $1', [page.id])).rows[0]
        .domain_checked_at
    await admin.query(`set role sitewatch_jobs; select graphile_worker.add_job('verify_domains', '{}'); reset role`)
    const worker = await startWorkerRole(app.parts)
    await expect.poll(checked).not.toBeNull()
    await worker.stop()
    await admin.query('alter table status_pages disable trigger status_pages_touch')
    await admin.query(`update status_pages set updated_at = now() - interval '2 days' where id = $1`, [page.id])
    await admin.query('alter table status_pages enable trigger status_pages_touch')
    publish(page)
    expect(await verify()).toBe(0)
    await admin.query(`update status_pages set domain_checked_at = now() - interval '31 minutes' where id = $1`, [
      page.id,
    ])
    expect(await verify()).toBe(1)
  })
})

describe('a change of the settings of a status page', () => {
  it('is shown at once by every process, also for a new page', async () => {
    const other = await startApp({ BASE_URL: 'https://watch.example.com' }, { database: app.database })
    const user = await app.makeUser()
    const read = (slug: string, from = app) => from.call('GET', `/s/${slug}/status.json`)
    expect((await read('prompt-page')).status).toBe(404)
    const page = (await makePage(app, user, { name: 'First', slug: 'prompt-page' })) as unknown as Shown
    for (const from of [app, other]) {
      await expect.poll(async () => (await read('prompt-page', from)).body.data?.name).toBe('First')
    }
    await change(user, page, { name: 'Second' })
    for (const from of [app, other]) {
      await expect.poll(async () => (await read('prompt-page', from)).body.data.name).toBe('Second')
    }
    await change(user, page, { slug: 'moved-page' })
    await expect.poll(async () => (await read('prompt-page')).status).toBe(404)
    expect((await read('moved-page')).status).toBe(200)
    await app.call('DELETE', `/api/status-pages/${page.id}`, { key: user.key })
    await expect.poll(async () => (await read('moved-page', other)).status).toBe(404)
  })
})

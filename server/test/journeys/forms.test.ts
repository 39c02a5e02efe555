import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'
import { makeMonitors, makeWindow } from './many-monitors.ts'
import { makeOwner, type Owner } from './owner.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney({ env: { SITEWATCH_RATE_LIMIT_PER_MINUTE: '100000' } })
const { app } = journey

/** More than any list returns on one page. */
const MANY = 126

/** Records the changes that the page sends. */
function recordChanges(visit: Visit): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = []
  visit.page.on('request', (request) => {
    if (['PUT', 'PATCH'].includes(request.method())) sent.push(request.postDataJSON() as Record<string, unknown>)
  })
  return sent
}

interface Many {
  owner: Owner
  /** The monitor and the website that every list shows last. */
  monitor_id: number
  website_id: number
}

async function createMany(): Promise<Many> {
  const owner = await makeOwner(app)
  const [monitor_id = 0] = await makeMonitors(app, owner, MANY)
  const { rows } = await app.database.admin.query(
    `insert into websites (team_id, domain, tracking_id)
     select $1, 'site' || lpad(n::text, 3, '0') || '.example.com', lpad(n::text, 16, '0')
     from generate_series(1, $2::int) n returning id`,
    [owner.user.id, MANY],
  )
  return { owner, monitor_id, website_id: Number((rows.at(-1) as { id: string }).id) }
}

let many: Promise<Many> | undefined
/** The tests that share them do not change them. */
const makeMany = () => (many ??= createMany())

describe('the form of a maintenance window', () => {
  it('keeps a monitor beyond the first 100 when the window is renamed, and sends nothing but the name', async () => {
    const { owner, monitor_id } = await makeMany()
    const id = await makeWindow(owner, [monitor_id])
    const visit = await journey.open({ at: '/maintenance', cookie: owner.cookie })
    const sent = recordChanges(visit)
    const { page } = visit
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Renamed')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('cell', { name: 'Renamed' }).waitFor()
    expect(sent).toEqual([{ name: 'Renamed' }])
    expect(await owner.read(`/api/maintenance-windows/${id}`)).toMatchObject({ monitor_ids: [monitor_id] })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('checkbox', { name: 'Monitor 001', checked: true }).waitFor()
    await visit.expectNoErrors('maintenance-form-many')
  })
})

describe('the form of a monitor', () => {
  it('asks for the password again when the URL points to another server', async () => {
    const owner = await makeOwner(app)
    const login = { auth_method: 'basic', auth_username: 'a', auth_password: 'the first password' }
    const base = { friendly_name: 'Shop', url: 'https://one.example.com/', is_active: false, ...login }
    const id = await owner.make('/api/monitors', base)
    const visit = await journey.open({ at: `/monitors/${id}/edit`, cookie: owner.cookie })
    visit.allowError(/status of 422/)
    const sent = recordChanges(visit)
    const { page } = visit
    const url = page.getByLabel('URL', { exact: true })
    await url.fill('https://one.example.com/health')
    await page.getByText('More settings').click()
    await page.getByText('Leave a masked value as it is to keep it.').nth(1).waitFor()
    await url.fill('https://two.example.com/')
    await page.getByText('The destination has changed: enter the full value again.').waitFor()
    await page.getByText('More settings').click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Is required again, because the URL points to another server. Send the full value.').waitFor()
    await page.locator('[name=auth_password]:focus').waitFor()
    await visit.expectNoErrors('monitor-form-other-server')
    await page.getByLabel('Password').fill('the second password')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
    const changes = { url: 'https://two.example.com/' }
    expect(sent).toEqual([changes, { ...changes, auth_password: 'the second password' }])
  })
})

describe('the form of a provider', () => {
  it('asks for the token again when the URL points to another server, and no longer when that is undone', async () => {
    const owner = await makeOwner(app)
    const token = { access_token: 'the-first-access-token' }
    const base = { provider_type: 'matrix', homeserver_url: 'https://one.example.com', room_id: '!a:b', ...token }
    const id = await owner.make('/api/providers', base)
    const visit = await journey.open({ at: `/notifications/${id}`, cookie: owner.cookie })
    visit.allowError(/status of 422/)
    const { page } = visit
    const asked = page.getByText('The destination has changed: enter the full value again.')
    await page.getByLabel('Homeserver URL').fill('https://two.example.com')
    await asked.waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Is required again, because the URL points to another server. Send the full value.').waitFor()
    await visit.expectNoErrors('provider-form-other-server')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Homeserver URL').inputValue()).toBe('https://one.example.com')
  })
})

describe('the form of a status page', () => {
  it('keeps its monitors and websites when only its name changes, however many there are', async () => {
    const { owner, monitor_id, website_id } = await makeMany()
    const id = await owner.make('/api/status-pages', {
      name: 'Status',
      monitors: [{ monitor_id, label: 'The shop' }],
      website_ids: [website_id],
    })
    const visit = await journey.open({ at: `/status-pages/${id}`, cookie: owner.cookie })
    const sent = recordChanges(visit)
    const { page } = visit
    await page.getByLabel('Name').fill('Renamed status')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Renamed status' }).waitFor()
    expect(sent).toEqual([{ name: 'Renamed status' }])
    expect(await owner.read(`/api/status-pages/${id}`)).toMatchObject({
      monitors: [{ monitor_id, label: 'The shop' }],
      website_ids: [website_id],
    })
    await page.getByRole('checkbox', { name: 'Monitor 001', checked: true }).waitFor()
    await visit.expectNoErrors('status-page-many')
  })
})

describe('the form of a monitor', () => {
  it('keeps a website beyond the first 100 when the monitor is renamed, and sends nothing but the name', async () => {
    const { owner, website_id } = await makeMany()
    const id = await owner.make('/api/monitors', {
      friendly_name: 'Shop',
      url: 'https://shop.example.com/',
      website_id,
      request_headers: { Authorization: 'Bearer very-secret-value' },
      is_active: false,
    })
    const visit = await journey.open({ at: `/monitors/${id}/edit`, cookie: owner.cookie })
    const sent = recordChanges(visit)
    const { page } = visit
    await page.getByLabel('Name').fill('Renamed shop')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Renamed shop' }).waitFor()
    expect(sent).toEqual([{ friendly_name: 'Renamed shop' }])
    expect(await owner.read(`/api/monitors/${id}`)).toMatchObject({ website_id })
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('radio', { name: 'site126.example.com', checked: true }).waitFor()
    await visit.expectNoErrors('monitor-form-many')
    await page.getByRole('searchbox', { name: 'Search websites' }).fill('site099')
    await page.getByRole('radio', { name: 'site099.example.com' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Renamed shop' }).waitFor()
    expect(sent).toEqual([{ friendly_name: 'Renamed shop' }, { website_id: website_id - 27 }])
  })
})

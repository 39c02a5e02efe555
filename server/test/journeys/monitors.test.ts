import { describe, expect, it } from 'vitest'
import { startTarget } from '../monitoring/checks/target.ts'
import { startHttpSink, gatewaySettings } from '../support/sinks.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'
import { makeOwner } from './owner.ts'

const target = await startTarget()
const sink = await startHttpSink()
const smtp = await startSmtpSink()
const journey = await startJourney({
  env: { ...gatewaySettings(sink, smtp.url), SITEWATCH_MIN_INTERVAL_SECONDS: '1', SITEWATCH_ANCHORS: 'none' },
  roles: ['worker', 'prober'],
})
const { app } = journey

describe('a monitor', () => {
  it('is added, shows its first check, and is changed, paused and deleted', async () => {
    const { user, cookie, make } = await makeOwner(app)
    const provider_id = await make('/api/providers', {
      provider_type: 'email',
      recipient_email: user.email,
      name: 'Ops',
    })
    const visit = await journey.open({ at: '/monitors', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByText('No monitors yet.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Add monitor' }).first().click()
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.locator('[aria-invalid=true][name=url]:focus').waitFor()
    await visit.expectNoErrors('monitor-refused')
    await page.getByLabel('URL').fill(`${target.base}/first`)
    await page.getByLabel('Name').fill('The shop')
    // Every provider is chosen unless it is unticked.
    expect(await page.getByRole('checkbox', { name: 'Ops' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByRole('heading', { name: 'The shop' }).waitFor()
    await page.locator('dl').getByText('Up', { exact: true }).waitFor()
    await visit.expectNoErrors('monitor-first')

    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('New name')
    await page.getByText('More settings').click()
    await page.getByLabel('Expected status').fill('200, 204')
    await page.getByLabel('Request headers').fill('X-Token: very-secret-value')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'New name' }).waitFor()
    const [stored] = (await app.call('GET', '/api/monitors', { cookie })).body.data
    expect(stored).toMatchObject({
      friendly_name: 'New name',
      expected_status: ['200', '204'],
      provider_ids: [provider_id],
    })
    expect(stored.request_headers['X-Token']).not.toContain('very-secret')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.locator('dl').getByText('Paused', { exact: true }).waitFor()
    // On a busy machine the live event of the deletion can arrive before the screen is left.
    visit.allowError(/status of 404/)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete monitor' }).click()
    await page.getByText('No monitors yet.').waitFor()
    await visit.expectNoErrors()
  })
})

/** Thirty checks a minute apart, the newest a moment ago, with the status that `find` returns. */
async function insertChecks(team_id: number, monitor_id: number, find: (index: number) => string): Promise<void> {
  const rows = Array.from({ length: 30 }, (_, index) => {
    const slot = new Date(Date.now() - index * 60_000).toISOString()
    const status = find(index)
    const phases = { dns_ms: 2, connect_ms: 10, tls_ms: 0, first_byte_ms: 60 }
    const total_ms = status === 'up' ? 90 + ((index * 37) % 60) : 0
    const found = { status, cause: status === 'down' ? 'connect' : '', http_status: 0 }
    return { team_id, monitor_id, location: 'default', slot, started_at: slot, ...found, ...phases, total_ms }
  })
  await app.parts.clickhouse.insert({ table: 'checks', token: `journey ${monitor_id}`, rows })
}

describe('the list of monitors', () => {
  it('starts with monitors that are down, ends with paused ones, shows checks, website and alerts, and is searchable', async () => {
    const { user, cookie, make } = await makeOwner(app)
    const website_id = await make('/api/v1/websites', { domain: 'orchard.example' })
    const providers = { provider_type: 'email', name: 'Day shift' }
    const provider_id = await make('/api/providers', { ...providers, recipient_email: 'day@example.com' })
    const night = await make('/api/providers', { ...providers, name: 'Night', recipient_email: 'night@example.com' })
    const add = async (friendly_name: string, status: string, json: object = {}): Promise<number> => {
      const id = await make('/api/monitors', { friendly_name, url: `${target.base}/list`, is_active: false, ...json })
      await app.database.admin.query(
        `update monitor_state set status = $2, last_response_ms = 91 where monitor_id = $1`,
        [id, status],
      )
      return id
    }
    await add('Mango', 'paused', { provider_ids: [] })
    const apple = await add('Apple', 'up', { website_id, provider_ids: [provider_id, night] })
    const zebra = await add('Zebra', 'down', { provider_ids: [provider_id] })
    await add('Plum', 'pending', { provider_ids: [provider_id] })
    await app.database.admin.query('update monitors set slow_ms = 100 where id = $1', [apple])
    await app.database.admin.query(
      'insert into response_windows (team_id, monitor_id, is_slow) values ($1, $2, true)',
      [user.id, apple],
    )
    await insertChecks(user.id, apple, (index) => (index === 7 ? 'unknown' : 'up'))
    await insertChecks(user.id, zebra, (index) => (index < 4 ? 'down' : 'up'))
    const requests: string[] = []
    const visit = await journey.open({ at: '/settings', cookie })
    const { page } = visit
    await page.getByRole('heading', { level: 1 }).waitFor()
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'Monitors' }).click()
    const names = page.getByRole('row').locator('a[href^="/monitors/"]')
    await page.getByRole('img', { name: 'Zebra: Last 30 checks: 26 up, 4 down' }).waitFor()
    expect(await names.allInnerTexts()).toEqual(['Zebra', 'Plum', 'Apple', 'Mango'])
    // One request each for the page, its checks and the names of providers, whatever the number of rows.
    expect(requests.filter((path) => /^\/api\/(monitors|providers)/.test(path)).sort()).toEqual([
      '/api/monitors',
      '/api/monitors/recent-checks',
      '/api/providers',
    ])
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('Apple').getByRole('img', { name: 'Apple: Last 30 checks: 29 up, 1 not checked' }).waitFor()
    await row('Apple')
      .getByRole('img', { name: /^Apple: response time 90.ms to 1\d\d.ms$/ })
      .waitFor()
    await row('Apple').getByRole('link', { name: 'orchard.example' }).waitFor()
    expect(await row('Apple').innerText()).toMatch(/Day shift\s+\+1/)
    await row('Mango').getByText('Alerts nobody').waitFor()
    await row('Apple').getByText('Up, slow').waitFor()
    await visit.expectNoErrors('monitors-by-status')

    await page.getByRole('searchbox', { name: 'Name or URL' }).fill('man')
    await row('Zebra').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('?search=man')
    expect(await names.allInnerTexts()).toEqual(['Mango'])
    await page.getByRole('searchbox', { name: 'Name or URL' }).fill('manx')
    await page.getByRole('link', { name: 'Show all monitors' }).click()
    await page.getByRole('button', { name: 'Down', exact: true }).click()
    await expect.poll(() => names.allInnerTexts()).toEqual(['Zebra'])
    expect(new URL(page.url()).search).toBe('?status=down')
    await page.goBack()
    await expect.poll(() => names.count()).toBe(4)
  })
})

describe('monitors selected in the list', () => {
  it('are tagged, assigned, resumed and deleted together', async () => {
    const { cookie, make, user } = await makeOwner(app)
    const provider = await make('/api/providers', {
      provider_type: 'email',
      recipient_email: 'ops@example.com',
      name: 'Ops',
    })
    const names = ['One', 'Two', 'Three']
    const ids: number[] = []
    for (const friendly_name of names)
      ids.push(
        await make('/api/monitors', {
          friendly_name,
          url: `${target.base}/selected`,
          is_active: false,
          provider_ids: [],
        }),
      )
    const read = async (id: number | undefined) =>
      (await app.call('GET', `/api/monitors/${id}`, { key: user.key })).body.data
    const visit = await journey.open({ at: '/monitors', cookie })
    const { page } = visit
    const select = async (...some: string[]) => {
      // The selection is cleared when its change is on screen, a moment after it is made.
      await page.getByText(/^\d selected$/).waitFor({ state: 'hidden' })
      for (const name of some) await page.getByLabel(`Select ${name}`).check()
    }
    await select('One', 'Two')
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Edit tags' }).click()
    await page.getByLabel('Tags to add').fill('Prod, EU')
    await visit.expectNoErrors('monitors-edit-tags')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('2 monitors changed').waitFor()
    expect([(await read(ids[0])).tags, (await read(ids[2])).tags]).toEqual([['eu', 'prod'], []])
    // A chip filters the list.
    await page.getByRole('link', { name: 'prod', exact: true }).first().click()
    await expect.poll(() => page.locator('.monitor-row').count()).toBe(2)
    await select('One', 'Two')
    await page.getByRole('button', { name: 'Assign providers' }).click()
    await page.getByRole('dialog').getByLabel('Ops').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Assign providers' }).click()
    await expect.poll(async () => (await read(ids[1])).provider_ids).toEqual([provider])
    await select('One')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume monitors' }).click()
    await expect.poll(async () => (await read(ids[0])).is_active).toBe(true)
    await select('Two')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete monitors' }).click()
    await expect.poll(() => page.locator('.monitor-row').count()).toBe(1)
    await visit.expectNoErrors('monitors-tagged')
  })
})

describe('an outage on the monitor screen', () => {
  it('appears as a live update, with the response and the alerts that were sent, and is acknowledged', async () => {
    const { user, cookie, make } = await makeOwner(app)
    target.set('/broken', { status: 503, body: 'out of order <b>now</b>', headers: { server: 'nginx' } })
    const provider_id = await make('/api/providers', {
      provider_type: 'slack',
      webhook_url: `${sink.url}/services/journey`,
      name: 'Ops chat',
    })
    const id = await make('/api/monitors', { friendly_name: 'The till', url: `${target.base}/broken`, interval: 1 })
    await app.call('POST', `/api/monitors/${id}/notifications`, { cookie, json: { provider_id } })
    const visit = await journey.open({ at: '/incidents', cookie })
    const { page } = visit
    // Opened before the incident, which arrives as a live update.
    await page.getByRole('link', { name: 'The till' }).click()
    await page.getByRole('heading', { name: 'The till: unexpected status code' }).waitFor()
    await page.getByText('out of order <b>now</b>').waitFor()
    await page.getByText('Ops chat was notified of the outage.').waitFor()
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Acknowledge The till' })
    expect(await dialog.getByLabel('Your name').inputValue()).toBe(user.email)
    await dialog.getByLabel('Your name').fill('Mina')
    await dialog.getByLabel('Note').fill('Restarting the till <b>now</b>')
    await visit.expectNoErrors('acknowledge')
    await dialog.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('Mina acknowledged the incident.').waitFor()
    await page.getByText('Restarting the till <b>now</b>').waitFor()
    await page.getByText('Acknowledged by Mina').waitFor()
    await visit.expectNoErrors('incident')
    target.set('/broken', { status: 200 })
    await page.getByText('The monitor recovered.').waitFor()
    await visit.expectNoErrors('incident-over')
  })
})

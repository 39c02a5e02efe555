import { describe, expect, it } from 'vitest'
import { startTarget } from '../monitoring/checks/target.ts'
import { reportFigure } from '../support/report.ts'
import { startHttpSink, gatewaySettings } from '../support/sinks.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const target = await startTarget()
const sink = await startHttpSink()
const smtp = await startSmtpSink()
const journey = await startJourney({
  env: { ...gatewaySettings(sink, smtp.url), SITEWATCH_MIN_INTERVAL_SECONDS: '1', SITEWATCH_ANCHORS: 'none' },
  roles: ['worker', 'prober'],
})
const { app } = journey

async function makeWatcher() {
  const user = await app.makeUser()
  const cookie = await app.makeSession(user.id)
  const make = async (path: string, json: object): Promise<number> => {
    const { status, body, text } = await app.call('POST', path, { key: user.key, json })
    expect([status, text]).toEqual([201, expect.any(String)])
    return body.data.id as number
  }
  return { user, cookie, make }
}

const HOSTILE = ['<img src=x onerror=alert(1)>', '"><script>alert(2)</script>', '\u202Egnp.exe', 'x'.repeat(120)]

describe('a monitor', () => {
  it('is added by keyboard alone and shows its first check', async () => {
    const { cookie } = await makeWatcher()
    const visit = await journey.open({ at: '/monitors', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByText('No monitors yet.').waitFor()
    await visit.tabTo('main a:has-text("Add monitor")')
    await visit.press('Enter')
    await page.getByRole('heading', { name: 'Add monitor' }).waitFor()
    await visit.tabTo('button[type=submit]:has-text("Add monitor")')
    await visit.press('Enter')
    await page.locator('[aria-invalid=true][name=url]:focus').waitFor()
    await visit.expectNoErrors('monitor-refused')
    await page.keyboard.type(`${target.base}/first`)
    await visit.tabTo('input[name=friendly_name]')
    await page.keyboard.type('The shop')
    await visit.press('Enter')
    await page.getByRole('heading', { name: 'The shop' }).waitFor()
    await page.locator('dl').getByText('Up', { exact: true }).waitFor()
    await visit.expectNoErrors('monitor-first')
  })

  it('is changed, paused and deleted', async () => {
    const { cookie, make } = await makeWatcher()
    const id = await make('/api/monitors', { friendly_name: 'Old name', url: `${target.base}/changed` })
    const visit = await journey.open({ at: `/monitors/${id}`, cookie, look: 'narrow-dark' })
    const { page } = visit
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('New name')
    await page.getByText('More settings').click()
    await page.getByLabel('Expected status').fill('200, 204')
    await page.getByLabel('Request headers').fill('X-Token: very-secret-value')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'New name' }).waitFor()
    const { data } = (await app.call('GET', `/api/monitors/${id}`, { cookie })).body
    expect(data).toMatchObject({ friendly_name: 'New name', expected_status: ['200', '204'] })
    expect(data.request_headers['X-Token']).not.toContain('very-secret')
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

describe('the providers of a new monitor', () => {
  it('are all by default, and a monitor that alerts nobody is marked on each screen', async () => {
    const { user, cookie, make } = await makeWatcher()
    const ids = [
      await make('/api/providers', { provider_type: 'email', recipient_email: 'day@example.com', name: 'Day shift' }),
      await make('/api/providers', {
        provider_type: 'email',
        recipient_email: 'night@example.com',
        name: 'Night shift',
      }),
    ]
    const visit = await journey.open({ at: '/monitors/new', cookie })
    const { page } = visit
    const add = async (name: string): Promise<unknown> => {
      await page.getByLabel('URL').fill(`${target.base}/alerting`)
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Add monitor' }).click()
      return page.getByRole('heading', { name }).waitFor()
    }
    await page.getByRole('group', { name: 'Send alerts to' }).getByLabel('Day shift').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Day shift' }).isChecked()).toBe(true)
    await add('Alerting')
    await page.goto(`${app.parts.config.BASE_URL}/monitors/new`)
    await page.getByRole('checkbox', { name: 'Day shift' }).uncheck()
    await page.getByRole('checkbox', { name: 'Night shift' }).uncheck()
    await visit.expectNoErrors('monitor-new-alerts-nobody')
    await add('Silent')
    await page.getByText('This monitor alerts nobody.').waitFor()
    await visit.expectNoErrors('monitor-alerts-nobody')
    const { data } = (await app.call('GET', '/api/monitors', { key: user.key })).body
    expect(data.map((each: { friendly_name: string; provider_ids: number[] }) => each.provider_ids)).toEqual([[], ids])

    await journey.expectScreens('overview-alerts-nobody', { at: '/', cookie }, async (look) => {
      await look.page.getByText('1 monitor alerts nobody.').waitFor()
      expect(await look.page.getByText('Alerts nobody', { exact: true }).count()).toBe(1)
    })
    await journey.expectScreens('monitors-alerts-nobody', { at: '/monitors', cookie }, async (look) => {
      await look.page.getByRole('row').filter({ hasText: 'Silent' }).getByText('Alerts nobody').waitFor()
    })
    await page.getByRole('checkbox', { name: 'Night shift' }).click()
    await page.getByText('This monitor alerts nobody.').waitFor({ state: 'detached' })
    await page.goto(`${app.parts.config.BASE_URL}/monitors?alerts_nobody=1`)
    await page.getByText('No monitors match these filters.').waitFor()
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
    return { user_id: team_id, monitor_id, location: 'default', slot, started_at: slot, ...found, ...phases, total_ms }
  })
  await app.parts.clickhouse.insert({ table: 'checks', token: `journey ${monitor_id}`, rows })
}

describe('the list of monitors', () => {
  it('starts with monitors that are down, ends with paused ones, shows checks, website and alerts, and is searchable', async () => {
    const { user, cookie, make } = await makeWatcher()
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
    const visit = await journey.open({ at: '/monitors', cookie })
    const { page } = visit
    await page.getByRole('img', { name: /^Zebra: Last/ }).waitFor()
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.reload()
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

    await visit.tabTo(page.getByRole('searchbox', { name: 'Name or URL' }))
    await page.keyboard.type('man')
    await row('Zebra').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('?search=man')
    await expect.poll(() => names.allInnerTexts()).toEqual(['Mango'])
    await page.keyboard.type('x')
    await page.getByText('No results for “manx”.').waitFor()
    await visit.expectNoErrors('monitors-no-results')
    await visit.pressAt(page.getByRole('link', { name: 'Show all monitors' }))
    await row('Zebra').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
    for (const [status, found] of [
      ['Down', 'Zebra'],
      ['Pending', 'Plum'],
      ['Up', 'Apple'],
      ['Paused', 'Mango'],
    ] as const) {
      await visit.pressAt(page.getByRole('button', { name: status, exact: true }))
      await expect.poll(() => names.allInnerTexts()).toEqual([found])
      await expect.poll(() => new URL(page.url()).search).toBe(`?status=${status.toLowerCase()}`)
    }
    await page.goBack()
    await expect.poll(() => names.allInnerTexts()).toEqual(['Apple'])
    await visit.pressAt(page.getByRole('button', { name: 'Slow', exact: true }))
    await expect.poll(() => new URL(page.url()).search).toBe('?is_slow=1')
    await expect.poll(() => names.allInnerTexts()).toEqual(['Apple'])
    await journey.expectScreens('monitor-slow', { at: `/monitors/${apple}`, cookie }, async (look) => {
      await look.page.getByText('Slow: above 100 ms').waitFor()
      await look.page.getByText('Slow above 100 ms').waitFor()
    })
  })
})

describe('monitors selected in the list', () => {
  it('are tagged, assigned, resumed and deleted together', async () => {
    const { cookie, make, user } = await makeWatcher()
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

describe('a monitor that depends on another', () => {
  it('is configured in the form, shown on both pages, and named by the incident that it suppressed', async () => {
    const { cookie, make, user } = await makeWatcher()
    const router = await make('/api/monitors', {
      friendly_name: 'Router',
      url: `${target.base}/router`,
      is_active: false,
    })
    const rack = await make('/api/monitors', { friendly_name: 'Rack', url: `${target.base}/rack`, is_active: false })
    const visit = await journey.open({ at: `/monitors/${rack}/edit`, cookie })
    const { page } = visit
    await page.getByText('More settings').click()
    await page.getByRole('group', { name: 'Depends on' }).getByLabel('Router').check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Depends on' }).waitFor()
    await visit.expectNoErrors('monitor-depends')
    await page.getByRole('link', { name: 'Router' }).click()
    await page.getByText('1 monitor depends on this one.').waitFor()
    await page.getByRole('link', { name: 'Rack' }).waitFor()
    const { rows } = await app.database.admin.query<{ id: number }>(
      `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, suppressed_by_id, suppressed_until)
       values ($1, $2, 'timeout', 'No answer.', now() - interval '1 hour', now() - interval '1 hour', $3, now()) returning id`,
      [user.id, rack, router],
    )
    await page.goto(`${app.parts.config.BASE_URL}/incidents/${rows[0]?.id}`)
    await page.getByText('No alert was sent, because Router, which this monitor depends on, was down.').waitFor()
    await page.getByText('Router is up again, and this monitor is still down.').waitFor()
    await visit.expectNoErrors('incident-suppressed')
  })
})

describe('a list of 1,000 monitors of all types with very long names', () => {
  it('is paged, searched by text and by tag, and paused together', async () => {
    const { user, cookie } = await makeWatcher()
    await app.database.admin.query(
      `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, tags)
       select $1, 'Monitor ' || lpad(n::text, 4, '0') || repeat(case n % 3 when 0 then 'x' else ' long' end, 20),
         'https://host' || n || '.example.com/' || repeat('path/', 60),
         (array['http', 'ping', 'tcp', 'tls', 'dns'])[1 + n % 5], 60, true, 10, case n % 10 when 0 then '{eu,prod}' else '{}' end::text[]
       from generate_series(1, 1000) n`,
      [user.id],
    )
    await app.database.admin.query(
      `insert into monitor_state (team_id, monitor_id, type, status, interval_ms, phase_ms, last_response_ms, next_due_at)
       select team_id, id, type, case id % 50 when 7 then 'down' else 'up' end, 60000, 0, 20,
         (extract(epoch from now()) * 1000)::bigint + 3600000
       from monitors where team_id = $1`,
      [user.id],
    )
    await journey.expectScreens('monitors-thousand', { at: '/monitors', cookie }, async ({ page }) => {
      await page.getByText('1–50 of 1000').waitFor()
      expect(await page.getByRole('row').filter({ hasText: 'Down' }).count()).toBe(20)
    })
    const visit = await journey.open({ at: '/monitors', cookie })
    await visit.page.getByText('1–50 of 1000').waitFor()
    await visit.page.getByRole('searchbox').fill('monitor 0777')
    const began = performance.now()
    await expect.poll(() => visit.page.locator('.monitor-row').count(), { interval: 20 }).toBe(1)
    reportFigure(
      `one of 1,000 monitors found ${Math.round(performance.now() - began)} ms after typing, 250 of them waiting`,
    )
    const { page } = visit
    await page.getByRole('searchbox').fill('')
    await page.getByText('1–50 of 1000').waitFor()
    await page.getByLabel('Tag', { exact: true }).selectOption('prod')
    await page.getByText(/of 100\b/).waitFor()
    expect(new URL(page.url()).search).toBe('?tag=prod')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 100 matching' }).click()
    await page.getByText('100 selected').waitFor()
    await visit.expectNoErrors('monitors-selected')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause monitors' }).click()
    await page.getByText('100 monitors changed').waitFor()
    const paused = await app.database.admin.query('select 1 from monitors where team_id = $1 and not is_active', [
      user.id,
    ])
    expect(paused.rowCount).toBe(100)
  })
})

describe('an outage on the monitor screen', () => {
  it('appears as a live update, with the response and the alerts that were sent, and is acknowledged', async () => {
    const { user, cookie, make } = await makeWatcher()
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
    await page.getByRole('link', { name: 'The till' }).click({ timeout: 60_000 })
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
    await journey.expectScreens('monitor-down', { at: `/monitors/${id}`, cookie }, ({ page: look }) =>
      look.getByRole('region', { name: 'Open incident' }).getByText('Acknowledged by Mina').waitFor(),
    )
    target.set('/broken', { status: 200 })
    await page.getByText('The monitor recovered.').waitFor({ timeout: 60_000 })
    await visit.expectNoErrors('incident-over')
  })
})

describe('an incident in the dashboard', () => {
  it('is found, read, acknowledged and followed with the keyboard alone', async () => {
    const { user, cookie, make } = await makeWatcher()
    const id = await make('/api/monitors', { friendly_name: 'Door', url: `${target.base}/door`, is_active: false })
    await app.database.admin.query(
      `insert into incidents (team_id, monitor_id, cause_kind, cause_http_status, cause_message, evidence, started_at, confirmed_at)
       values ($1, $2, 'http_status', 503, 'The server returned status 503.', $3, now() - interval '9 minutes', now() - interval '8 minutes')`,
      [user.id, id, JSON.stringify({ status: 503, headers: { server: 'nginx' }, body: 'out of order' })],
    )
    const visit = await journey.open({ at: '/monitors', cookie })
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor()
    await visit.press('g', 'i')
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor()
    await visit.pressAt(page.getByRole('button', { name: 'Open' }))
    await page.getByRole('button', { name: 'Open', pressed: true }).waitFor()
    await visit.pressAt(page.getByRole('link', { name: 'Door' }))
    await page.getByRole('heading', { level: 1, name: 'Door: unexpected status code' }).waitFor()
    await visit.expectFocus('main')
    await visit.pressAt('main >> text=Acknowledge')
    await visit.expectFocus('dialog textarea[name=note]')
    await page.keyboard.type('On my way')
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }))
    await page.getByText('On my way').waitFor()
    await visit.expectFocus('main')
    await visit.tabTo(page.getByRole('region', { name: 'Start of the response' }))
    const copy = page.getByRole('button', { name: /^Cop/ })
    await visit.pressAt(copy)
    await page.getByText('Copied ✓').waitFor()
    await visit.expectFocus(copy)
    await visit.press('g', 'i')
    await visit.pressAt(page.getByRole('link', { name: 'Door' }))
    const opened = page.getByRole('link', { name: `${target.base}/door` })
    expect([await opened.getAttribute('href'), await opened.getAttribute('rel')]).toEqual([
      `${target.base}/door`,
      'noopener noreferrer',
    ])
    await visit.pressAt(page.getByRole('link', { name: 'Delivery log' }))
    await page.getByText('No deliveries yet.').waitFor()
    await visit.pressAt(page.getByRole('link', { name: 'one incident' }))
    await visit.pressAt(page.getByRole('link', { name: 'Door', exact: true }))
    await page.getByRole('heading', { level: 1, name: 'Door' }).waitFor()
    const remove = page.getByRole('button', { name: 'Delete' })
    await visit.pressAt(remove)
    await visit.expectFocus('dialog >> text=Cancel')
    await visit.press('Escape')
    await visit.expectFocus(remove)
    await visit.expectNoErrors()
  })
})

describe('the screens of monitors and incidents', () => {
  it('render without errors, whatever the names are', async () => {
    const { user, cookie, make } = await makeWatcher()
    for (const name of HOSTILE) {
      await make('/api/monitors', { friendly_name: name, url: `${target.base}/looks`, interval: 3600 })
    }
    const id = await make('/api/monitors', { friendly_name: 'Shop front', url: `${target.base}/looks`, interval: 60 })
    const { rows } = await app.database.admin.query<{ id: string }>(
      `insert into incidents (team_id, monitor_id, cause_kind, cause_http_status, cause_message, evidence, started_at, confirmed_at,
         resolved_at, resolution)
       values ($1, $2, 'http_status', 503, $3, $4, now() - interval '50 minutes', now() - interval '49 minutes',
         now() - interval '20 minutes', 'recovered') returning id`,
      [
        user.id,
        id,
        `The server returned status 503 ${HOSTILE.join(' ')}`,
        JSON.stringify({ status: 503, headers: { server: 'nginx' }, body: HOSTILE.join('\n') }),
      ],
    )
    await insertChecks(user.id, id, (index) => (index > 20 && index < 25 ? 'down' : 'up'))
    await journey.expectScreens('monitors', { at: '/monitors', cookie }, ({ page }) =>
      page.getByRole('img', { name: /^Shop front: Last 30 checks/ }).waitFor(),
    )
    await journey.expectScreens('monitor', { at: `/monitors/${id}`, cookie }, async ({ page }) => {
      await page.getByRole('heading', { name: 'Incidents' }).waitFor()
      await page
        .getByRole('status', { name: /^Loading/ })
        .first()
        .waitFor({ state: 'detached' })
    })
    await journey.expectScreens('monitor-edit', { at: `/monitors/${id}/edit`, cookie }, async ({ page }) => {
      await page.getByText('More settings').click()
      await page.getByLabel('Request headers').waitFor()
    })
    await journey.expectScreens('incidents', { at: '/incidents', cookie }, ({ page }) =>
      page.getByRole('link', { name: 'Shop front' }).waitFor(),
    )
    await journey.expectScreens('incident-past', { at: `/incidents/${rows[0]?.id}`, cookie }, ({ page }) =>
      page.getByText('The first check failed.').waitFor(),
    )
  })

  it('search incidents by the name of their monitor, while typing', async () => {
    const { user, cookie, make } = await makeWatcher()
    for (const friendly_name of ['Shop front', 'Till'])
      await make('/api/monitors', { friendly_name, url: `${target.base}/looks`, interval: 3600 })
    await app.database.admin.query(
      `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at, resolution)
       select team_id, id, 'timeout', 'No answer', now() - interval '50 minutes', now() - interval '49 minutes', now(), 'recovered'
       from monitors where team_id = $1`,
      [user.id],
    )
    const visit = await journey.open({ at: '/incidents', cookie })
    const { page } = visit
    const till = page.getByRole('link', { name: 'Till' })
    await till.waitFor()
    await visit.write(page.getByRole('searchbox', { name: 'Monitor or website' }), 'shop')
    await till.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Shop front' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?search=shop')
    await page.goto(`${app.base}/incidents?search=office`)
    await page.getByText('No incidents match these filters.').waitFor()
    await visit.expectNoErrors()
  })
})

import { describe, expect, it } from 'vitest'
import { startTarget } from '../monitoring/checks/target.ts'
import { reportFigure } from '../support/report.ts'
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

const HOSTILE = ['<img src=x onerror=alert(1)>', '"><script>alert(2)</script>', '\u202Egnp.exe', 'x'.repeat(120)]

describe('the providers of a new monitor', () => {
  it('are all by default, and a monitor that alerts nobody is marked on each screen', async () => {
    const { user, cookie, make } = await makeOwner(app)
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

describe('the filters of the list of monitors', () => {
  it('show monitors of one status, and slow ones, with the keyboard alone', async () => {
    const { user, cookie, make } = await makeOwner(app)
    const statuses = { Zebra: 'down', Plum: 'pending', Apple: 'up', Mango: 'paused' }
    for (const [friendly_name, status] of Object.entries(statuses)) {
      const id = await make('/api/monitors', { friendly_name, url: `${target.base}/list`, is_active: false })
      await app.database.admin.query('update monitor_state set status = $2 where monitor_id = $1', [id, status])
    }
    await app.database.admin.query(`update monitors set slow_ms = 100 where team_id = $1 and friendly_name = 'Apple'`, [
      user.id,
    ])
    await app.database.admin.query(
      `insert into response_windows (team_id, monitor_id, is_slow)
       select team_id, id, true from monitors where team_id = $1 and friendly_name = 'Apple'`,
      [user.id],
    )
    const visit = await journey.open({ at: '/monitors', cookie })
    const { page } = visit
    const names = page.getByRole('row').locator('a[href^="/monitors/"]')
    for (const [name, status] of Object.entries(statuses)) {
      const label = status.charAt(0).toUpperCase() + status.slice(1)
      await visit.pressAt(page.getByRole('button', { name: label, exact: true }))
      await expect.poll(() => names.allInnerTexts()).toEqual([name])
      expect(new URL(page.url()).search).toBe(`?status=${status}`)
    }
    await visit.pressAt(page.getByRole('button', { name: 'Slow', exact: true }))
    await expect.poll(() => new URL(page.url()).search).toBe('?is_slow=1')
    await expect.poll(() => names.allInnerTexts()).toEqual(['Apple'])
    await page.getByRole('link', { name: 'Apple' }).click()
    await page.getByText('Slow: above 100 ms').waitFor()
    await visit.expectNoErrors('monitor-slow')
  })
})

describe('a monitor that depends on another', () => {
  it('is configured in the form, shown on both pages, and named by the incident that it suppressed', async () => {
    const { cookie, make, user } = await makeOwner(app)
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
    const { user, cookie } = await makeOwner(app)
    await app.database.admin.query(
      `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings, tags)
       select $1, 'Monitor ' || lpad(n::text, 4, '0') || repeat(case n % 3 when 0 then 'x' else ' long' end, 20),
         'https://host' || n || '.example.com/' || repeat('path/', 60),
         (array['http', 'ping', 'tcp', 'tls', 'dns'])[1 + n % 5], 60, true, 10, '{}', case n % 10 when 0 then '{eu,prod}' else '{}' end::text[]
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

describe('an incident in the dashboard', () => {
  it('is found, read, acknowledged and followed with the keyboard alone', async () => {
    const { user, cookie, make } = await makeOwner(app)
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
    const { user, cookie, make } = await makeOwner(app)
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
    await journey.expectScreens('monitors', { at: '/monitors', cookie }, ({ page }) =>
      page.getByRole('link', { name: 'Shop front' }).waitFor(),
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
    const { user, cookie, make } = await makeOwner(app)
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

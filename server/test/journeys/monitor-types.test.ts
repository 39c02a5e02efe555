import { describe, expect, it } from 'vitest'
import { startTarget } from '../monitoring/checks/target.ts'
import { startJourney } from './journey.ts'
import { openMonitorForm } from './monitor-form.ts'

const target = await startTarget()
const journey = await startJourney({
  env: { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_MIN_INTERVAL_SECONDS: '1' },
  roles: ['worker', 'prober'],
})
const { app } = journey
const { id, key } = await app.makeUser()
const cookie = await app.makeSession(id)

const read = async (monitor: number) => (await app.call('GET', `/api/monitors/${monitor}`, { key })).body.data

describe('the form of a monitor', () => {
  it('adds a heartbeat, which shows its pings, goes down with a failed run and up with the next', async () => {
    const visit = await journey.open({ at: '/monitors/new', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    const is = (status: string) => page.locator('dl').getByText(status, { exact: true }).waitFor()
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Heartbeat' })
    expect(await page.getByLabel('Check interval').count()).toBe(0)
    await page.getByLabel('Name', { exact: true }).fill('Nightly backup')
    await page.getByLabel('Cron expression').fill('30 2 * *')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByText(/a cron expression with five fields/).waitFor()
    await visit.expectNoErrors('monitor-form-heartbeat')
    await page.getByLabel('Cron expression').fill('30 2 * * *')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByRole('heading', { name: 'Nightly backup' }).waitFor()
    await page.getByText('Waiting for a ping').waitFor()
    const shown = (await page.getByRole('region', { name: 'Ping URL' }).textContent()) ?? ''
    const path = new URL(shown).pathname
    expect(await page.getByRole('region', { name: 'Crontab line' }).textContent()).toContain(`30 2 * * * curl`)
    await app.call('POST', `${path}/start?rid=7`)
    await app.call('POST', `${path}?rid=7`)
    await is('Up')
    await app.call('POST', `${path}/28`, { raw: { type: 'text/plain', body: 'no space left\non device' } })
    await is('Down')
    await page.reload()
    await page.getByText('Failure (exit status 28)').waitFor()
    await visit.expectNoErrors('monitor-heartbeat-down')
    await page.getByRole('link', { name: 'View incident' }).click()
    await page.getByText('The job ended with exit status 28.').first().waitFor()
    await page.getByText('no space left').waitFor()
    await visit.expectNoErrors('incident-heartbeat')
    await page.goBack()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Cron expression').fill('')
    await page.getByLabel(/^Period \(seconds\)/).fill('3600')
    await page.getByLabel('Grace period (seconds)').fill('600')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Nightly backup' }).waitFor()
    await app.call('POST', path)
    await is('Up')
    const made = Number(/\d+$/.exec(page.url())?.[0])
    expect(await read(made)).toMatchObject({ cron: null, period_seconds: 3600, interval: 3600, grace_seconds: 600 })
  })

  it('adds an HTTP check with a password and assertions, one of which is removed again', async () => {
    target.set('/health', { body: '{"ok":true}', headers: { 'content-type': 'application/json' } })
    const { visit, page, add, is } = await openMonitorForm(journey, { cookie, key }, 'HTTP(S)')
    visit.allowError(/status of 422/)
    await page.getByLabel('URL').fill(`${target.base}/health`)
    await page.getByLabel('Authentication').selectOption('basic')
    await page.getByLabel('User name').fill('ada')
    await page.getByLabel('Password').fill('correct-horse')
    const rows = page.getByRole('group', { name: 'Assertions', exact: true })
    await rows.getByRole('button', { name: 'Add' }).click()
    await rows.getByRole('button', { name: 'Add' }).click()
    const second = page.getByRole('group', { name: 'Assertions 2' })
    await second.getByLabel('Source').selectOption('json')
    await second.getByLabel('Header name or JSON path').fill('ok')
    await second.getByLabel('Value').fill('true')
    await second.getByLabel('Assertion name').fill('Healthy')
    await page.getByRole('group', { name: 'Assertions 1' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Health')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    const first = page.getByRole('group', { name: 'Assertions 1' })
    await first.getByText(/a JSON path/).waitFor()
    await visit.expectNoErrors('monitor-form-assertions')
    await first.getByLabel('Header name or JSON path').fill('$.ok')
    const made = await add('Health')
    await is('Up')
    const seen = target.requests.find(({ path }) => path === '/health')
    expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('ada:correct-horse').toString('base64')}`)
    expect(await read(made)).toMatchObject({
      auth_username: 'ada',
      auth_password: '…orse',
      assertions: [{ source: 'json', path: '$.ok', operator: 'equals', value: true, name: 'Healthy' }],
    })
  })
})

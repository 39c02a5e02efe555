import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'
import { makeStatusPage } from './status-page-owner.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney({ env: { SITEWATCH_RATE_LIMIT_PER_MINUTE: '100000' } })
const { app } = journey

/** Selects an option by keyboard, by typing its first letters. */
async function choose(visit: Visit, label: string, option: string): Promise<void> {
  const select = visit.page.getByLabel(label, { exact: true })
  await visit.tabTo(select)
  await visit.page.keyboard.type(option)
  expect(await select.locator('option:checked').textContent()).toBe(option)
}

const HOSTILE = '<img src=x onerror=alert(1)> & [a link](https://example.com/)'

describe('an incident on a status page', () => {
  it('is published with three updates with the keyboard alone, and read by a visitor', async () => {
    const { cookie, id, slug } = await makeStatusPage(app)
    const visit = await journey.open({ at: `/status-pages/${id}`, cookie })
    const { page } = visit
    const tabs = page.getByRole('navigation', { name: 'Status page' })
    await visit.pressAt(tabs.getByRole('link', { name: 'Incidents' }))
    await page.getByText('No incidents or maintenance yet.').waitFor()
    await visit.expectNoErrors('page-incidents-empty')
    await visit.pressAt(page.getByRole('link', { name: 'Create incident' }))
    await visit.write(page.getByLabel('Title'), 'Payments fail')
    await choose(visit, 'Impact', 'Major impact')
    await visit.write(page.getByLabel('Message'), 'We look into failing payments.')
    await choose(visit, 'Checkout', 'Partial outage')
    await visit.expectNoErrors('page-incident-new')
    await visit.pressAt(page.getByRole('button', { name: 'Save draft' }))
    await page.getByRole('heading', { name: 'Payments fail' }).waitFor()
    expect((await app.call('GET', `/s/${slug}`)).text).not.toContain('Payments fail')
    await visit.pressAt(page.getByRole('button', { name: 'Publish' }))
    await visit.expectNoErrors('page-incident-publish')
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Publish' }))
    await page.getByText('Draft', { exact: true }).waitFor({ state: 'detached' })
    // The button that opened the dialog no longer exists.
    await visit.expectFocus('main')

    await choose(visit, 'Status', 'Identified')
    await visit.write(page.getByLabel('Message'), HOSTILE)
    await visit.pressAt(page.getByRole('button', { name: 'Post update' }))
    await page.getByText(HOSTILE, { exact: true }).last().waitFor()
    await visit.expectNoErrors('page-incident')

    const reader = await journey.open({ at: `/s/${slug}`, look: 'narrow-light' })
    await reader.page.getByText('Partial system outage').waitFor()
    await reader.page.getByRole('link', { name: 'a link' }).waitFor()
    const times = reader.page.locator('.updates time')
    expect(await times.count()).toBe(2)
    expect(await times.first().textContent()).not.toContain('UTC')
    await reader.pressAt(reader.page.getByRole('link', { name: 'Payments fail' }))
    await reader.page.getByRole('heading', { level: 1, name: 'Payments fail' }).waitFor()
    await reader.page.getByText('We look into failing payments.').waitFor()

    await choose(visit, 'Status', 'Resolved')
    await visit.write(page.getByLabel('Message'), 'Payments work again.')
    await visit.pressAt(page.getByRole('button', { name: 'Post update' }))
    await page.getByText('Payments work again.').last().waitFor()
    // The page is dropped from the cache by a notification.
    const readUpdates = async () => {
      await reader.page.reload()
      return reader.page.locator('.updates > li b').allTextContents()
    }
    await expect.poll(readUpdates).toEqual(['Resolved', 'Identified', 'Investigating'])
  })

  it('can start from a template or from the incident of a monitor', async () => {
    const { user, cookie, id, monitor_id } = await makeStatusPage(app)
    const { rows } = await app.database.admin.query<{ id: string }>(
      `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
       values ($1, $2, 'timeout', 'no answer', now() - interval '1 minute', now()) returning id`,
      [user.id, monitor_id],
    )
    const visit = await journey.open({ at: `/status-pages/${id}/incidents`, cookie })
    const { page } = visit
    await page.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Add template' }).click()
    await page.getByLabel('Name').fill('Outage')
    await page.getByLabel('Title').fill('We are down')
    await page.getByLabel('Message').fill('We know of the outage.')
    await visit.expectNoErrors('page-template')
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByRole('button', { name: 'Edit Outage' }).waitFor()
    await page.goto(`${app.parts.config.BASE_URL}/incidents/${rows[0]?.id}`)
    await page.getByRole('link', { name: 'Post to status page' }).click()
    await page.getByLabel('Title').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Shop is down')
    expect(await page.getByLabel('Checkout', { exact: true }).inputValue()).toBe('major_outage')
    await page.getByLabel('Template').selectOption('Outage')
    expect(await page.getByLabel('Title').inputValue()).toBe('We are down')
    expect(await page.getByLabel('Message').inputValue()).toBe('We know of the outage.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('link', { name: 'Incident of the monitor' }).waitFor()
    await visit.expectNoErrors('page-incident-linked')
  })
})

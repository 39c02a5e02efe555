import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readReport } from '../analytics/reports/mime.ts'
import { makeMonitor } from '../team/uptime-reports/reporting.ts'
import { insertIncident } from '../support/incidents.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const sink = await startSmtpSink()
const journey = await startJourney({ env: { SMTP_URL: sink.url } })
const { app } = journey

/** Half an hour of downtime and ten minutes of maintenance in the last month. */
async function makeReported() {
  const user = await app.makeUser()
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
  const shop = await makeMonitor(app, user, { friendly_name: 'Harbour Coffee shop', tags: ['production'] })
  await makeMonitor(app, user, { friendly_name: 'Checkout', tags: ['production'] })
  await insertIncident(app, shop, {
    from: `${month}-10T10:00:00Z`,
    acknowledged: `${month}-10T10:05:00Z`,
    to: `${month}-10T10:40:00Z`,
  })
  await app.call('POST', '/api/maintenance-windows', {
    key: user.key,
    json: { name: 'w', starts_at: `${month}-10T10:10:00Z`, ends_at: `${month}-10T10:20:00Z`, monitor_ids: [shop] },
  })
  return { user, month, shop, cookie: await app.makeSession(user.id) }
}

describe('the uptime report screen', () => {
  it('shows a month of a monitor, exports it as CSV, and schedules a monthly mail', async () => {
    const { user, month, shop, cookie } = await makeReported()
    const visit = await journey.open({ at: `/monitors/${shop}`, cookie })
    const { page } = visit
    await page.getByRole('link', { name: 'Uptime report', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Uptime reports' }).waitFor()
    await page.getByLabel('Month').selectOption(month)
    await page.getByText('10 minutes of maintenance are excluded.').waitFor()
    await page.getByText('Target 99.9 % met').waitFor()
    await page.getByLabel('Target (%)').fill('99.95')
    await page.getByLabel('Target (%)').press('Enter')
    await page.getByText('Target 99.95 % missed').waitFor()
    expect(new URL(page.url()).search).toContain('target=99.95')
    const incidents = page.getByRole('table', { name: 'Incidents in this period' })
    expect(await incidents.getByRole('row').nth(1).textContent()).toMatch(/30\smin/)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toContain(',"Harbour Coffee shop",')

    await page.getByRole('button', { name: 'Send monthly by e-mail' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(user.email).waitFor()
    expect(await dialog.getByLabel(user.email).isChecked()).toBe(true)
    await visit.expectNoErrors('uptime-reports-form')
    await dialog.getByLabel('Language').selectOption('Deutsch')
    await dialog.getByRole('button', { name: 'Add report' }).click()
    const row = page.getByRole('table', { name: 'Monthly uptime reports' }).getByRole('row').nth(1)
    await row.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByText('10 Minuten Wartung sind ausgenommen.').waitFor()
    await page.getByRole('button', { name: 'Send to me now' }).click()
    const mail = readReport((await sink.waitFor(user.email)).source)
    expect(mail.subject).toContain('Harbour Coffee shop, ')
    expect(mail.text).toContain('Ziel 99,95 %: verfehlt')
    await visit.press('Escape')

    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('table', { name: 'Monthly uptime reports' }).waitFor({ state: 'detached' })
    expect(visit.pageErrors).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { makeChangedMonitor } from './changed-monitor.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney()

describe('the audit log screen', () => {
  it('shows who changed a monitor, linked from the page of the monitor', async () => {
    const { owner, editor, id } = await makeChangedMonitor(journey.app)
    const visit = await journey.open({ at: `/monitors/${id}`, cookie: owner.cookie })
    const { page } = visit
    // The monitor belongs to another team than the one that is selected at first.
    visit.allowError(/status of 404/)
    await page.getByRole('link', { name: 'Change history' }).click()
    await page.getByText('Only entries about Shop.').waitFor()
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
    expect(await rows.count()).toBe(3)
    const changed = await rows.nth(1).textContent()
    expect(changed).toContain(editor.email)
    expect(changed).toContain('Monitor changed')
    expect(changed).toContain('interval 60 → 300')
    expect(await rows.nth(2).textContent()).toContain('API key')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('link', { name: 'shop.example.com' }).waitFor()
    await page.getByLabel('Who').selectOption(editor.email)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('link', { name: 'shop.example.com' }).waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(2)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit-log.csv')
  })
})

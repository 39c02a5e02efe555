import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'

const journey = await startJourney()

describe('the documentation in a browser', () => {
  it('can be searched with the keyboard alone', async () => {
    const visit = await journey.open({ at: '/docs' })
    const { page } = visit
    await page.getByRole('heading', { level: 1 }).waitFor()
    await visit.press('/')
    await page.keyboard.type('back up and restore')
    await page.locator('form.search li a').first().waitFor()
    await visit.expectNoErrors('results')
    await visit.press('Enter')
    await page.waitForURL('**/docs/backups*')
    await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
    await visit.press('/')
    await page.keyboard.type('xylophone')
    await page.getByText('No results. Try other words.').waitFor()
    await visit.press('Escape')
    expect(await page.locator('form.search ul').isHidden()).toBe(true)
  })
})

import { expect, it } from 'vitest'
import { startJourney } from './journey.ts'

const journey = await startJourney({ path: '/watch' })
const user = await journey.app.makeUser()

it('the dashboard works under a base path', async () => {
  const visit = await journey.open({ at: '/settings/keys' })
  const { page } = visit
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/watch/settings/keys')
  await page.getByRole('table', { name: 'API keys' }).waitFor()
  await page.getByRole('link', { name: 'Monitors' }).click()
  await page.waitForURL('**/watch/monitors')
  await page.reload()
  await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL('**/watch/settings/keys')
  await page.getByRole('link', { name: 'Sitewatch, overview' }).click()
  await page.waitForURL(/\/watch\/?$/)
  expect(visit.pageErrors).toEqual([])
})

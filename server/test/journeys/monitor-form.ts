import type { Journey } from './journey.ts'

interface Editor {
  cookie: string
  key: string
}

/** The form of a new monitor of that type, with all its fields. */
export async function openMonitorForm({ app, open }: Journey, { cookie, key }: Editor, type: string) {
  const visit = await open({ at: '/monitors/new', cookie })
  const { page } = visit
  await page.getByLabel('Type', { exact: true }).selectOption({ label: type })
  await page.getByText('More settings').click()
  const add = async (name: string): Promise<number> => {
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByRole('heading', { name }).waitFor()
    const made = Number(/\d+$/.exec(page.url())?.[0])
    // The form has no interval below 30 seconds.
    await app.call('PATCH', `/api/monitors/${made}`, { key, json: { interval: 1, timeout_seconds: 1 } })
    return made
  }
  const is = (status: string) => page.locator('dl').getByText(status, { exact: true }).waitFor()
  return { visit, page, add, is }
}

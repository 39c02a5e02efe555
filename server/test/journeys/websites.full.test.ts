import { describe, expect, it } from 'vitest'
import { insertSparse, makeFolder } from '../analytics/stats/context.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'
import { queryOf, settleStatistics as settle } from './website-visits.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder(), SMTP_URL: smtp.url } })
const { app } = journey
const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)

/** Hostile paths, referrers and names. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '</title><script>alert(1)</script>',
  "';alert(1)//",
  '\u202ealert(1)\u0000',
]

/** Two websites, one of them with a monitor and a visit. */
async function makeOwner() {
  const user = await app.makeUser()
  const make = async (path: string, json: object): Promise<number> =>
    (await app.call('POST', path, { key: user.key, json })).body.data.id as number
  await make('/api/v1/websites', { domain: 'guides.example.com' })
  const shop = await make('/api/v1/websites', { domain: 'shop.example.com' })
  await make('/api/monitors', { friendly_name: 'Shop', url: 'https://shop.example.com/', website_id: shop })
  await insertSparse(app.parts.clickhouse, shop, [{ time: new Date(Date.now() - 60_000).toISOString() }])
  await admin('update websites set first_event_at = now() where id = $1', [shop])
  return { cookie: await app.makeSession(user.id), shop }
}

let owner: ReturnType<typeof makeOwner> | undefined
/** Only read by the tests here. */
const findOwner = () => (owner ??= makeOwner())

describe('hostile visits on the screen of a website', () => {
  it('are shown as text', async () => {
    const user = await app.makeUser()
    const answer = await app.call('POST', '/api/v1/websites', {
      key: user.key,
      form: { domain: 'hostile.example.com' },
    })
    const id = answer.body.data.id as number
    await insertSparse(
      app.parts.clickhouse,
      id,
      HOSTILE.flatMap((text, visitor) => {
        const time = new Date(Date.now() - 60_000 * (visitor + 2)).toISOString()
        const origin = { referrer: text, source: text, utm_campaign: text, channel: text, country: text }
        const client = { language: text, browser: text, system: text, device: text }
        return [
          { time, visitor, path: `/${text}`, ...origin, ...client },
          { time, visitor, kind: 'event', name: text, props: { [text]: text }, ...client },
        ]
      }),
    )
    await admin('update websites set first_event_at = now() where id = $1', [id])
    const visit = await journey.open({ at: `/websites/${id}`, cookie: await app.makeSession(user.id) })
    const { page } = visit
    await page.getByRole('button', { name: '/<script>alert(1)</script>' }).first().click()
    await page.getByRole('list', { name: 'Filters' }).waitFor()
    await settle(visit)
    await visit.expectNoErrors('website-hostile')
    for (const [tabs, name] of [
      ['Sources by', 'UTM'],
      ['Locations by', 'Language'],
      ['Devices by', 'Browser'],
      ['Events by', 'Property'],
    ] as const) {
      await page.getByRole('tablist', { name: tabs }).getByRole('tab', { name }).click()
      await settle(visit)
    }
    await visit.expectNoErrors()
    await page.goto(
      `${app.base}/websites/${id}?all=referrer&find=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
    )
    await page.getByRole('dialog').getByRole('button', { name: '<img src=x onerror=alert(1)>' }).waitFor()
    await visit.expectNoErrors()
  })

  it('cannot break the URL: invalid parameters fall back to the default', async () => {
    const { cookie, shop } = await findOwner()
    const at = `/websites/${shop}?period=custom&from=x&to=9&filters=%5B%22or%22&funnel=7&interval=year&sources=<b>&page=-1&metric=money&compare=custom&compare_from=2026-02-30`
    const visit = await journey.open({ at, cookie })
    await expect.poll(() => visit.page.getByLabel('Period', { exact: true }).inputValue()).toBe('30d')
    await settle(visit)
    await visit.expectNoErrors()
  })
})

describe('the settings of a website', () => {
  it('are reset by Cancel, one tab at a time', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}/settings`, cookie })
    const { page } = visit
    await page.getByRole('tab', { name: 'Tracking', exact: true }).click()
    await expect.poll(() => queryOf(visit)).toEqual({ tab: 'tracking' })
    const days = page.getByLabel('Data retention (days)')
    const before = await days.inputValue()
    await days.fill('17')
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await visit.pressAt(cancel)
    await expect.poll(() => days.inputValue()).toBe(before)
    await visit.expectFocus(cancel)
    await page.getByRole('tab', { name: 'General' }).click()
    await expect.poll(() => queryOf(visit)).toEqual({})
    await visit.expectNoErrors()
  })

  it('show the report like the mail, and hostile text stays text', async () => {
    const user = await app.makeUser()
    const made = await app.call('POST', '/api/v1/websites', { key: user.key, form: { domain: 'mail.example.com' } })
    const id = made.body.data.id as number
    const cookie = await app.makeSession(user.id)
    const week = Date.now() - 7 * 86_400_000
    await insertSparse(
      app.parts.clickhouse,
      id,
      HOSTILE.flatMap((text, visitor) =>
        Array.from({ length: HOSTILE.length - visitor }, (_, day) => ({
          time: new Date(week - 86_400_000 * (day - 3)).toISOString(),
          visitor: visitor * 10 + day,
          path: `/${text}`,
          source: text,
          country: text,
        })),
      ).filter(({ time }) => Date.parse(time) < Date.now()),
    )
    await admin('update websites set first_event_at = now() where id = $1', [id])
    await journey.expectScreens(
      'website-report',
      { at: `/websites/${id}/settings?tab=reports`, cookie },
      async ({ page }) => {
        await page.getByRole('button', { name: 'Preview' }).click()
        const mail = page.frameLocator('iframe')
        await mail.getByText('<img src=x onerror=').first().waitFor()
        await mail.getByRole('link', { name: 'View statistics' }).waitFor()
        expect(await mail.locator('script, svg, form, [onerror], [onload]').count()).toBe(0)
        await expect
          .poll(() =>
            mail.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
          )
          .toBeTruthy()
      },
    )
    // No script runs in the sandbox, so axe checks the same markup outside of it.
    const { body } = await app.call('GET', `/api/v1/websites/${id}/report`, { cookie })
    const mail = await journey.open({ look: 'narrow-dark' })
    await mail.page.goto('about:blank')
    await mail.page.setContent(body.data.html as string)
    await mail.expectNoErrors('report-mail')
  })

  it('are changed, previewed and deleted with the keyboard alone', async () => {
    const user = await app.makeUser()
    const made = await app.call('POST', '/api/v1/websites', { key: user.key, form: { domain: 'keys.example.com' } })
    const id = made.body.data.id as number
    const read = async () => (await app.call('GET', `/api/v1/websites/${id}`, { key: user.key })).body.data
    const visit = await journey.open({ at: `/websites/${id}`, cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.allowError(/status of (422|404)/)
    await visit.pressAt(page.getByRole('main').getByRole('link', { name: 'Settings' }))
    const openTab = async (name: string, ...keys: string[]): Promise<void> => {
      await visit.tabTo(page.getByRole('tablist', { name: 'Settings' }).getByRole('tab', { selected: true }))
      await visit.press(...keys)
      await visit.expectFocus(page.getByRole('tab', { name, exact: true }))
    }
    await openTab('Sharing', 'ArrowRight', 'ArrowRight')
    const sharing = page.getByRole('form', { name: 'Sharing' })
    await visit.pressAt(sharing.getByLabel('Visibility'), 'End')
    await visit.pressAt(sharing.getByRole('button', { name: 'Save' }))
    await visit.expectFocus('[aria-invalid=true][name=password]')
    await page.keyboard.type('open sesame')
    await visit.press('Enter')
    await expect.poll(read).toMatchObject({ privacy: 2, has_password: true })
    await visit.expectFocus(sharing.getByLabel('Password'))
    await openTab('Tracking', 'ArrowLeft')
    const tracking = page.getByRole('form', { name: 'Tracking' })
    await visit.write(tracking.getByLabel('Data retention (days)'), '90')
    await visit.pressAt(tracking.getByLabel('Exclude bots'), 'Space')
    await visit.pressAt(tracking.getByRole('button', { name: 'Save' }))
    await expect.poll(read).toMatchObject({ retention_days: 90, exclude_bots: 0 })
    await visit.expectFocus(tracking.getByRole('button', { name: 'Save' }))
    await openTab('Reports', 'ArrowRight', 'ArrowRight', 'ArrowRight')
    const email = page.getByLabel(/^Send me weekly/)
    await visit.pressAt(email, 'Space')
    await expect.poll(read).toMatchObject({ email: 1 })
    await visit.expectFocus(email)
    const preview = page.getByRole('button', { name: 'Preview' })
    await visit.pressAt(preview)
    await visit.expectFocus('dialog [role=tab][aria-selected=true]')
    await visit.press('ArrowRight')
    await visit.expectFocus('dialog [data-tab=monthly]')
    await visit.press('Escape')
    await visit.expectFocus(preview)
    await openTab('Danger zone', 'End')
    const remove = page.getByRole('button', { name: 'Delete website' })
    await visit.pressAt(remove)
    await visit.press('Escape')
    await visit.expectFocus(remove)
    await visit.press('Enter')
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Delete website' }))
    await page.getByText('No websites yet.').waitFor()
    await visit.expectFocus('main')
    await visit.expectNoErrors()
  })
})

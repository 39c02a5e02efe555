import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { insertSparse, makeFolder } from '../analytics/stats/context.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'
import { makeShopOwner, queryOf, settleStatistics as settle, SOON } from './website-visits.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder(), SMTP_URL: smtp.url } })
const { app } = journey
const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)

/** What strangers send as paths, referrers and names. */
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

let owner: ReturnType<typeof makeShopOwner> | undefined
/** Read by all tests here. */
const findOwner = () => (owner ??= makeShopOwner(app))

describe('a website', () => {
  it('shows visitors, outages and what they cost in one picture', async () => {
    const { cookie, shop } = await findOwner()
    await journey.expectLooks('website', { at: `/websites/${shop}`, cookie }, async (visit) => {
      const { page } = visit
      await page
        .getByRole('figure', { name: /^Visitors/ })
        .first()
        .waitFor()
      await page
        .getByText(/^−\d+$/)
        .first()
        .waitFor()
      await page.getByRole('img', { name: /map$/ }).waitFor()
      await page.getByRole('row', { name: /Checkout.* %/ }).waitFor()
      await settle(visit)
    })
  }, 300_000)

  it('asks for the picture and its figures before the lists, for a new period too', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}?period=today`, cookie })
    await settle(visit)
    const steps: string[] = []
    const note = (what: string) => (request: Request) => {
      const name = /\/(summary|series|breakdown|vitals|funnel|drops)\b/.exec(new URL(request.url()).pathname)?.[1]
      if (name !== undefined) steps.push(`${what} ${name}`)
    }
    visit.page.on('request', note('ask'))
    visit.page.on('requestfinished', note('got'))
    const expectPictureFirst = async (): Promise<void> => {
      const found = (): number => steps.findIndex((step) => /ask (?!summary|series)/.test(step))
      await expect.poll(found, SOON).toBeGreaterThan(0)
      expect(steps.slice(0, found())).toEqual(expect.arrayContaining(['got summary', 'got series']))
    }
    await visit.page.reload()
    await expectPictureFirst()
    await settle(visit)
    steps.length = 0
    await visit.press('w')
    await expectPictureFirst()
  }, 120_000)

  it('filters by one click, says so in the address, and goes back', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}`, cookie })
    const { page } = visit
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Organic search' }).click()
    await expect.poll(() => queryOf(visit), SOON).toEqual({ filters: '["is","channel","organic_search"]' })
    await expect.poll(() => chips.allTextContents(), SOON).toEqual(['ChannelisOrganic search×'])
    await page.getByRole('button', { name: 'Germany', pressed: false }).click()
    await expect.poll(() => chips.count(), SOON).toBe(2)
    await chips.nth(1).getByRole('button', { name: 'is', exact: true }).click()
    await expect
      .poll(() => queryOf(visit), SOON)
      .toEqual({
        filters: '["and",["is","channel","organic_search"],["is_not","country","DE"]]',
      })
    await expect
      .poll(() => page.getByRole('table').getByRole('button', { name: 'Germany', exact: true }).count(), SOON)
      .toBe(0)
    await settle(visit)
    await visit.expectSound('website-filtered')
    await page.goBack()
    await page.goBack()
    await expect.poll(() => chips.count(), SOON).toBe(1)
    await page.reload()
    await expect.poll(() => chips.allTextContents(), SOON).toEqual(['ChannelisOrganic search×'])
    await page.getByRole('button', { name: /^Remove filter/ }).click()
    await expect.poll(() => queryOf(visit), SOON).toEqual({})
    await visit.expectSound()
  }, 180_000)

  it('takes filters as the screen writes them, from a searchable list with counts or typed', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}`, cookie })
    const { page } = visit
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
    const dialog = page.getByRole('dialog', { name: 'Add filter' })
    const choose = async (dimension: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('dialog').getByRole('combobox').first().selectOption({ label: dimension })
    }
    await choose('Country')
    await dialog.getByRole('checkbox', { name: /^Germany\s*[\d,]+$/ }).waitFor()
    await dialog.getByRole('searchbox', { name: 'Search values' }).fill('germ')
    await expect.poll(() => dialog.getByRole('checkbox').count(), SOON).toBeLessThan(3)
    await dialog.getByRole('checkbox', { name: /^Germany\s*[\d,]+$/ }).check()
    await visit.expectSound('filter-dialog')
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    await expect.poll(() => queryOf(visit), SOON).toEqual({ filters: '["is","country","DE"]' })
    for (const [dimension, words] of [
      ['Channel', 'Organic search'],
      ['Device', 'mobile'],
    ] as const) {
      await choose(dimension)
      await dialog.getByRole('searchbox', { name: 'Search values' }).fill(words)
      await visit.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await expect
      .poll(() => chips.allTextContents(), SOON)
      .toEqual(['CountryisGermany×', 'ChannelisOrganic search×', 'DeviceisMobile×'])
    await chips.first().getByRole('button', { name: 'Germany', exact: true }).click()
    const edit = page.getByRole('dialog', { name: 'Edit filter' })
    await edit.getByRole('checkbox', { name: /^Austria\s*[\d,]+$/ }).check()
    await edit.getByRole('button', { name: 'Edit filter' }).click()
    await expect.poll(async () => (await chips.allTextContents())[0], SOON).toBe('CountryisGermany, Austria×')
    await page.goto(`${app.base}/websites/${shop}?filters=${encodeURIComponent('["is","country","Germany"]')}`)
    await settle(visit)
    await expect.poll(() => chips.allTextContents(), SOON).toEqual(['CountryisGermany×'])
    await expect.poll(() => page.getByRole('tab', { name: /^Visitors\s*[1-9]/ }).count(), SOON).toBe(1)
  }, 120_000)

  it('does not show what an outage cost of all visitors beside those of a filter', async () => {
    const { cookie, shop } = await findOwner()
    const { page } = await journey.open({ at: `/websites/${shop}`, cookie })
    const lost = page.getByRole('figure', { name: /^Visitors/ }).getByText(/^−[\d,]+$/)
    await lost.first().waitFor()
    await page.getByRole('button', { name: 'Germany', pressed: false }).click()
    await page.getByRole('list', { name: 'Filters' }).waitFor()
    await expect.poll(() => lost.count(), SOON).toBe(0)
  }, 60_000)

  it('finds a country by its name in the whole list', async () => {
    const { cookie, shop } = await findOwner()
    const { page } = await journey.open({ at: `/websites/${shop}?all=country&find=germ`, cookie })
    const found = page.getByRole('dialog', { name: 'Country' }).getByRole('row').getByRole('button')
    await found.first().waitFor()
    expect(await found.allTextContents()).toEqual(['Germany'])
  }, 60_000)

  it('is read by keys alone: periods, tabs, a filter, the picture', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}`, cookie })
    const { page } = visit
    await settle(visit)
    await visit.press('w')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ period: '7d' })
    await visit.press('d')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ period: 'today' })
    await visit.press('ArrowLeft')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ period: 'yesterday' })
    await visit.press('ArrowRight')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ period: 'today' })
    await visit.press('x', 't')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ compare: 'none' })
    await visit.press('c')
    await expect.poll(() => queryOf(visit)['period'], SOON).toBe('custom')
    await page.getByRole('form', { name: 'Custom range' }).waitFor()
    await visit.press('t', 'x')
    await expect.poll(() => queryOf(visit), SOON).toEqual({})
    await visit.tabTo('[role=tab][data-tab=visitors]')
    await visit.press('ArrowRight', 'ArrowRight')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ metric: 'pageviews' })
    await visit.expectFocus('[role=tab][data-tab=pageviews]')
    await visit.press('Home')
    await expect.poll(() => queryOf(visit), SOON).toEqual({})
    await settle(visit)
    await visit.tabTo('[role=slider]')
    await visit.press('ArrowLeft', 'ArrowLeft')
    const slider = page.getByRole('slider', { name: /^Visitors, 30 days by day/ })
    // The day, its visitors, the same place of the period before with its visitors, and the change.
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'), SOON)
      .toMatch(/^\w{3} \d+ \w{3}, Visitors [\d,]+, \w{3} \d+ \w{3}( \d{4})? [\d,]+, (↑|↓|No change|None before)/)
    await visit.tabTo('[role=tab][data-tab=channel]')
    await visit.press('ArrowRight')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ sources: 'source' })
    await page.getByRole('button', { name: 'Google' }).waitFor()
    await visit.tabTo('button:text-is("Google")')
    await visit.press('Enter')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ sources: 'source', filters: '["is","source","Google"]' })
    await settle(visit)
    await visit.expectSound()
  }, 180_000)

  it('makes goals and funnels, and lists all pages', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}`, cookie })
    const { page } = visit
    visit.forgive(/status of 422/)
    await page.getByRole('button', { name: 'Add goal' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add goal' }).click()
    await page.locator('[aria-invalid=true][name=name]').waitFor()
    await page.getByLabel('Name').fill('Read about coffee')
    await page.getByLabel('Path or event').fill('/coffee*')
    await visit.press('Enter')
    const goal = page.getByRole('row', { name: /Read about coffee/ })
    await goal.waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('form', { name: 'Add step' }).getByLabel('Which').fill('/')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    await page.getByRole('form', { name: 'Add step' }).getByLabel('Which').fill('/coffee*')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Funnel' }).waitFor()
    expect(queryOf(visit)).toEqual({ funnel: '["page:/","page:/coffee*"]' })
    await goal.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete goal' }).click()
    await goal.waitFor({ state: 'detached' })
    await page.goto(`${app.base}/websites/${shop}?all=page`)
    const all = page.getByRole('dialog', { name: 'Page' })
    await all.getByRole('table').waitFor()
    expect(await all.getByRole('columnheader').allTextContents()).toEqual([
      'Page',
      'Visitors',
      'Share',
      'Page views',
      'Bounce rate',
      'Time on page',
    ])
    await all.getByRole('row', { name: /^\/ [\d,]+ [\d.]+.% [\d,]+ [\d.]+.% \d+/ }).waitFor()
    await all.getByLabel('Contains').fill('coffee/')
    await visit.press('Enter')
    await expect.poll(() => queryOf(visit), SOON).toEqual({ all: 'page', find: 'coffee/' })
    await expect.poll(() => all.getByRole('button', { name: '/about' }).count(), SOON).toBe(0)
    await visit.expectSound('website-all-pages')
    await all.getByRole('button', { name: '/coffee/harbour-blend' }).click()
    await expect.poll(() => queryOf(visit), SOON).toEqual({ filters: '["is","page","/coffee/harbour-blend"]' })
    await visit.expectSound()
  }, 180_000)

  it('has an export, a filter, goals and a funnel by keys alone', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}?period=today`, cookie })
    const { page } = visit
    await settle(visit)
    const exported = page.getByRole('button', { name: 'Export' })
    await visit.pressAt(exported)
    await visit.tabTo(page.getByRole('link', { name: 'Download CSV' }))
    await visit.press('Escape')
    await visit.expectFocus(exported)
    const filter = page.getByRole('button', { name: 'Add filter' })
    await visit.pressAt(filter)
    await visit.write('dialog input[name=value]', 'coffee')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Filters' }).waitFor()
    await visit.expectFocus(filter)
    await visit.pressAt(page.getByRole('button', { name: /^Remove filter/ }))
    await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' })
    await visit.expectFocus('main')
    const add = page.getByRole('button', { name: 'Add goal' })
    await visit.pressAt(add)
    await visit.expectFocus('dialog input[name=name]')
    await page.keyboard.type('Read by keys')
    await visit.write('dialog input[name=value]', '/coffee*')
    await visit.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit.expectFocus(add)
    const actions = page.getByRole('button', { name: 'Actions for Read by keys' })
    await visit.pressAt(actions)
    await visit.expectFocus(page.getByRole('menuitem', { name: 'Edit' }))
    await visit.press('ArrowDown', 'Enter')
    await visit.expectFocus('dialog >> text=Cancel')
    await visit.press('Escape')
    await visit.expectFocus(actions)
    await visit.press('Enter', 'ArrowUp', 'Enter')
    await visit.pressAt('dialog >> text=Delete goal')
    await actions.waitFor({ state: 'detached' })
    await visit.expectFocus('section:has-text("Goals")')
    const which = page.getByRole('form', { name: 'Add step' }).getByLabel('Which')
    await visit.write(which, '/')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    await visit.expectFocus(which)
    await page.keyboard.type('/coffee*')
    await visit.press('Enter')
    await page.getByRole('list', { name: 'Funnel' }).waitFor()
    await visit.pressAt('text=Clear funnel')
    await page.getByRole('list', { name: 'Steps' }).waitFor({ state: 'detached' })
    await visit.expectFocus('section:has-text("Funnel")')
    await visit.expectSound()
  }, 180_000)

  it('is exported', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}?period=7d`, cookie })
    await visit.page.getByRole('button', { name: 'Export' }).click()
    const waiting = visit.page.waitForEvent('download')
    await visit.page.getByRole('link', { name: 'Download CSV' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    await visit.expectSound('website-export')
  }, 120_000)
})

describe('hostile visits', () => {
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
    await visit.expectSound('website-hostile')
    for (const [tabs, name] of [
      ['Sources by', 'UTM'],
      ['Locations by', 'Language'],
      ['Devices by', 'Browser'],
      ['Events by', 'Property'],
    ] as const) {
      await page.getByRole('tablist', { name: tabs }).getByRole('tab', { name }).click()
      await settle(visit)
    }
    await visit.expectSound()
    await page.goto(
      `${app.base}/websites/${id}?all=referrer&find=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
    )
    await page.getByRole('dialog').getByRole('button', { name: '<img src=x onerror=alert(1)>' }).waitFor()
    await visit.expectSound()
  }, 180_000)

  it('cannot break the address: nonsense is the default', async () => {
    const { cookie, shop } = await findOwner()
    const at = `/websites/${shop}?period=custom&from=x&to=9&filters=%5B%22or%22&funnel=7&interval=year&sources=<b>&page=-1&metric=money&compare=custom&compare_from=2026-02-30`
    const visit = await journey.open({ at, cookie })
    await expect.poll(() => visit.page.getByLabel('Period', { exact: true }).inputValue(), SOON).toBe('30d')
    await settle(visit)
    await visit.expectSound()
  }, 120_000)
})

describe('the list of websites', () => {
  it('looks right, is searched, and takes a new one', async () => {
    const { cookie } = await findOwner()
    await journey.expectLooks('websites', { at: '/websites', cookie }, ({ page }) => page.getByRole('table').waitFor())
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/websites', cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.forgive(/status of 422/)
    await page.getByText('No websites yet.').waitFor()
    await visit.expectSound('websites-empty')
    await page.getByRole('button', { name: 'Add website' }).click()
    await page.getByLabel('Website domain or URL').fill('not a domain')
    await visit.press('Enter')
    await page.locator('[aria-invalid=true]').waitFor()
    await visit.expectSound()
    await page.getByLabel('Website domain or URL').fill('added.example.com')
    await visit.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'added.example.com' }).waitFor()
    await page.goto(`${app.base}/websites?search=nothing`)
    await page.getByText('No results.').waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('link', { name: 'added.example.com', exact: true }).waitFor()
    await visit.expectSound()
  }, 180_000)
})

describe('the settings of a website', () => {
  it('look right', async () => {
    const { cookie, shop } = await findOwner()
    const at = `/websites/${shop}/settings`
    for (const tab of ['general', 'tracking', 'reports', 'danger'])
      await journey.expectLooks(`website-settings-${tab}`, { at: `${at}?tab=${tab}`, cookie }, async ({ page }) => {
        await page.getByRole('tab', { selected: true }).first().waitFor()
      })
    await journey.expectLooks('website-settings-sharing', { at: `${at}?tab=sharing`, cookie }, async ({ page }) => {
      await page.getByRole('img', { name: /^Uptime of/ }).waitFor()
      await expect.poll(() => page.evaluate('[...document.images].every(({ complete }) => complete)'), SOON).toBe(true)
    })
  }, 300_000)

  it('are put back by Cancel, one tab at a time', async () => {
    const { cookie, shop } = await findOwner()
    const visit = await journey.open({ at: `/websites/${shop}/settings`, cookie })
    const { page } = visit
    await page.getByRole('tab', { name: 'Tracking', exact: true }).click()
    await expect.poll(() => queryOf(visit), SOON).toEqual({ tab: 'tracking' })
    const days = page.getByLabel('Data retention (days)')
    const before = await days.inputValue()
    await days.fill('17')
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await visit.pressAt(cancel)
    await expect.poll(() => days.inputValue(), SOON).toBe(before)
    await visit.expectFocus(cancel)
    await page.getByRole('tab', { name: 'General' }).click()
    await expect.poll(() => queryOf(visit), SOON).toEqual({})
    await visit.expectSound()
  }, 120_000)

  it('show the report as the mail looks, and what strangers wrote stays text', async () => {
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
    await journey.expectLooks(
      'website-report',
      { at: `/websites/${id}/settings?tab=reports`, cookie },
      async ({ page }) => {
        await page.getByRole('button', { name: 'Preview' }).click()
        const mail = page.frameLocator('iframe')
        await mail.getByText('<img src=x onerror=').first().waitFor()
        await mail.getByRole('link', { name: 'View statistics' }).waitFor()
        expect(await mail.locator('script, svg, form, [onerror], [onload]').count()).toBe(0)
        await expect
          .poll(
            () => mail.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
            SOON,
          )
          .toBeTruthy()
      },
    )
    // In its sandbox no script runs, so axe looks at the same markup outside of it.
    const { body } = await app.call('GET', `/api/v1/websites/${id}/report`, { cookie })
    const mail = await journey.open({ look: 'narrow-dark' })
    await mail.page.goto('about:blank')
    await mail.page.setContent(body.data.html as string)
    await mail.expectSound('report-mail')
  }, 180_000)

  it('are changed, previewed and deleted by keys alone', async () => {
    const user = await app.makeUser()
    const made = await app.call('POST', '/api/v1/websites', { key: user.key, form: { domain: 'keys.example.com' } })
    const id = made.body.data.id as number
    const read = async () => (await app.call('GET', `/api/v1/websites/${id}`, { key: user.key })).body.data
    const visit = await journey.open({ at: `/websites/${id}`, cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.forgive(/status of (422|404)/)
    await visit.pressAt(page.getByRole('main').getByRole('link', { name: 'Settings' }))
    const openTab = async (name: string, ...keys: string[]): Promise<void> => {
      await visit.tabTo(page.getByRole('tablist', { name: 'Settings' }).getByRole('tab', { selected: true }))
      await visit.press(...keys)
      await visit.expectFocus(page.getByRole('tab', { name, exact: true }))
    }
    await openTab('Sharing', 'ArrowRight', 'ArrowRight')
    const who = page.getByRole('form', { name: 'Sharing' })
    await visit.pressAt(who.getByLabel('Visibility'), 'End')
    await visit.pressAt(who.getByRole('button', { name: 'Save' }))
    await visit.expectFocus('[aria-invalid=true][name=password]')
    await page.keyboard.type('open sesame')
    await visit.press('Enter')
    await expect.poll(read, SOON).toMatchObject({ privacy: 2, has_password: true })
    await visit.expectFocus(who.getByLabel('Password'))
    await openTab('Tracking', 'ArrowLeft')
    const what = page.getByRole('form', { name: 'Tracking' })
    await visit.write(what.getByLabel('Data retention (days)'), '90')
    await visit.pressAt(what.getByLabel('Exclude bots'), 'Space')
    await visit.pressAt(what.getByRole('button', { name: 'Save' }))
    await expect.poll(read, SOON).toMatchObject({ retention_days: 90, exclude_bots: 0 })
    await visit.expectFocus(what.getByRole('button', { name: 'Save' }))
    await openTab('Reports', 'ArrowRight', 'ArrowRight')
    const email = page.getByLabel(/^Send me weekly/)
    await visit.pressAt(email, 'Space')
    await expect.poll(read, SOON).toMatchObject({ email: 1 })
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
    await visit.expectSound()
  }, 180_000)

  it('are changed, previewed, sent and deleted', async () => {
    const user = await app.makeUser()
    await app.call('POST', '/api/v1/websites', { key: user.key, form: { domain: 'set.example.com' } })
    const { body } = await app.call('GET', '/api/v1/websites', { key: user.key })
    const { id } = body.data[0] as { id: number }
    const read = async () => (await app.call('GET', `/api/v1/websites/${id}`, { key: user.key })).body.data
    const visit = await journey.open({ at: `/websites/${id}/settings`, cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.forgive(/status of (422|404)/)
    const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
    await openTab('Sharing')
    const who = page.getByRole('form', { name: 'Sharing' })
    await who.getByLabel('Visibility').selectOption('2')
    await who.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true][name=password]').waitFor()
    await who.getByLabel('Password').fill('open sesame')
    await visit.press('Enter')
    await expect.poll(read, SOON).toMatchObject({ privacy: 2, has_password: true })
    await openTab('General')
    const general = page.getByRole('form', { name: 'General' })
    await general.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await general.getByRole('button', { name: 'Save' }).click()
    await expect.poll(read, SOON).toMatchObject({ timezone: 'Asia/Tokyo' })
    await openTab('Tracking')
    const what = page.getByRole('form', { name: 'Tracking' })
    await what.getByLabel('Excluded IP addresses').fill('203.0.113.0/24\nnonsense')
    await what.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true][name=exclude_ips]').waitFor()
    await what.getByLabel('Excluded IP addresses').fill('203.0.113.0/24')
    await what.getByLabel('Data retention (days)').fill('90')
    await what.getByLabel('Exclude bots').uncheck()
    await what.getByRole('button', { name: 'Save' }).click()
    await expect.poll(read, SOON).toMatchObject({
      exclude_ips: '203.0.113.0/24',
      retention_days: 90,
      exclude_bots: 0,
    })
    await app.database.admin.query(
      `insert into report_sends (user_id, website_id, kind, starts_on, ends_on, recipient, status, reason, due_at, next_try_at)
       values ($1, $2, 'weekly', '2026-01-05', '2026-01-11', $3, 'failed', 'The mail server responded 550.', now(), now())`,
      [user.id, id, user.email],
    )
    await openTab('Reports')
    await page.getByLabel(/^Send me weekly/).check()
    await expect.poll(read, SOON).toMatchObject({ email: 1 })
    const due = page.getByRole('table', { name: 'Report delivery log' })
    await due.getByText('The mail server responded 550.').waitFor()
    expect(await due.getByRole('row').allTextContents()).toHaveLength(2)
    await visit.expectSound('website-report-sends')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByText('View statistics').waitFor()
    await page.getByRole('button', { name: 'Text' }).click()
    await page.getByRole('region', { name: 'Report as plain text' }).waitFor()
    await visit.expectSound('website-report-text')
    await page.getByRole('button', { name: 'Send test report' }).click()
    await smtp.waitFor(user.email)
    await visit.press('Escape')
    await openTab('Danger zone')
    await page.getByRole('button', { name: 'Delete website' }).click()
    await visit.screenshot('website-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete website' }).click()
    await page.getByText('No websites yet.').waitFor()
    expect((await app.call('GET', `/api/v1/websites/${id}`, { key: user.key })).status).toBe(404)
    await visit.expectSound()
  }, 180_000)
})

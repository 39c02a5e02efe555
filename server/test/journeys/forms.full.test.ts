import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'
import { makeMonitors, makeWindow } from './many-monitors.ts'
import { makeOwner, type Owner } from './owner.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney({ env: { SITEWATCH_RATE_LIMIT_PER_MINUTE: '100000' } })
const { app } = journey

/** More than any list returns on one page. */
const MANY = 126

interface Network {
  /** Requests from now on wait until `pass`. */
  hold(): void
  /** Requests from now on fail. */
  fail(): void
  pass(): void
}

/** Controls the requests of the page to this path. */
async function takeNetwork(visit: Visit, path: RegExp): Promise<Network> {
  let state: 'hold' | 'fail' | 'pass' = 'pass'
  let waiting: (() => void)[] = []
  visit.allowError(/ERR_FAILED/)
  await visit.page.route(path, async (route) => {
    if (state === 'hold') await new Promise<void>((resolve) => waiting.push(resolve))
    await (state === 'fail' ? route.abort() : route.continue())
  })
  return {
    hold: () => void (state = 'hold'),
    fail: () => void (state = 'fail'),
    pass() {
      state = 'pass'
      for (const release of waiting) release()
      waiting = []
    },
  }
}

const LIST_OF_MONITORS = /\/api\/monitors\?/
const LIST_OF_WEBSITES = /\/api\/v1\/websites\?/

/** An owner of 126 monitors, created once; the tests that share it do not change these monitors. */
let manyMonitors: Promise<{ owner: Owner; ids: number[] }> | undefined
const makeManyMonitors = () =>
  (manyMonitors ??= makeOwner(app).then(async (owner) => ({ owner, ids: await makeMonitors(app, owner, MANY) })))

describe('the form of a maintenance window', () => {
  it('finds any monitor by searching on the server, and keeps what was chosen before', async () => {
    const { owner, ids } = await makeManyMonitors()
    const visit = await journey.open({ at: '/maintenance', cookie: owner.cookie })
    const { page } = visit
    await page.getByRole('button', { name: 'Schedule maintenance' }).click()
    await page.getByLabel('Name').fill('Two of them')
    await page.getByRole('radio', { name: 'Only these monitors' }).check()
    await page.getByRole('searchbox', { name: 'Search monitors' }).fill('monitor 002')
    await page.getByRole('checkbox', { name: 'Monitor 002' }).check()
    await page.getByRole('searchbox', { name: 'Search monitors' }).fill('monitor 126')
    await page.getByRole('checkbox', { name: 'Monitor 126' }).check()
    await page.getByRole('checkbox', { name: 'Monitor 002', checked: true }).waitFor()
    await visit.expectNoErrors('maintenance-form-chosen')
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule maintenance' }).click()
    await page.getByRole('cell', { name: 'Two of them' }).waitFor()
    const [made] = (await owner.read('/api/maintenance-windows')) as unknown as Record<string, unknown>[]
    expect(made).toMatchObject({ monitor_ids: [ids[1], ids[125]], all_monitors: false })
  })

  it('cannot be submitted while its monitors load, nor when loading them failed', async () => {
    const owner = await makeOwner(app)
    const ids = await makeMonitors(app, owner, 2)
    const id = await makeWindow(owner, ids.slice(0, 1))
    const visit = await journey.open({ at: '/maintenance', cookie: owner.cookie })
    const { page } = visit
    const network = await takeNetwork(visit, LIST_OF_MONITORS)
    network.hold()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Too early')
    await page.getByLabel('Name').press('Enter')
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    network.pass()
    await page.getByRole('checkbox', { name: 'Monitor 001', checked: true }).waitFor()
    network.fail()
    await page.reload()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('After a failure')
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByLabel('Name').press('Enter')
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    expect(await owner.read(`/api/maintenance-windows/${id}`)).toMatchObject({
      name: 'Night work',
      monitor_ids: [ids[0]],
    })
    network.pass()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('cell', { name: 'After a failure' }).waitFor()
    expect(await owner.read(`/api/maintenance-windows/${id}`)).toMatchObject({ monitor_ids: [ids[0]] })
  })

  it('applies to all monitors only if that was selected: without a selected monitor it is refused', async () => {
    const owner = await makeOwner(app)
    const ids = await makeMonitors(app, owner, 2)
    const id = await makeWindow(owner, ids.slice(0, 1))
    const visit = await journey.open({ at: '/maintenance', cookie: owner.cookie, look: 'narrow-dark' })
    visit.allowError(/status of 422/)
    const { page } = visit
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('checkbox', { name: 'Monitor 001' }).uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Must name at least one monitor.').waitFor()
    await visit.expectNoErrors('maintenance-form-none')
    expect(await owner.read(`/api/maintenance-windows/${id}`)).toMatchObject({ monitor_ids: [ids[0]] })
    await page.getByRole('radio', { name: 'All monitors' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('cell', { name: /All$/ }).waitFor()
    expect(await owner.read(`/api/maintenance-windows/${id}`)).toMatchObject({ monitor_ids: [], all_monitors: true })
  })
})

describe('the form of a status page', () => {
  it('sets the labels and the order of its monitors with the keyboard alone', async () => {
    const owner = await makeOwner(app)
    const [first, second, third] = await makeMonitors(app, owner, 3)
    const id = await owner.make('/api/status-pages', {
      name: 'Ordered',
      monitors: [{ monitor_id: first, label: 'Shop' }, { monitor_id: second }],
    })
    const visit = await journey.open({ at: `/status-pages/${id}`, cookie: owner.cookie, look: 'narrow-light' })
    const { page } = visit
    await page.getByLabel('Label for Monitor 002').waitFor()
    await visit.pressAt(page.getByRole('checkbox', { name: 'Monitor 003' }), 'Space')
    await visit.write(page.getByLabel('Label for Monitor 002'), 'Checkout')
    await visit.pressAt(page.getByRole('button', { name: 'Move Monitor 003 up' }))
    await visit.press('Enter', 'Enter')
    await visit.expectFocus(page.getByRole('button', { name: 'Move Monitor 003 up' }))
    await page.getByText('Monitor 003: position 1 of 3').waitFor()
    await visit.expectNoErrors('status-page-order')
    await visit.pressAt(page.getByRole('button', { name: 'Save changes' }))
    await page.getByText('Saved').waitFor()
    expect(await owner.read(`/api/status-pages/${id}`)).toMatchObject({
      monitors: [
        { monitor_id: third, label: null },
        { monitor_id: first, label: 'Shop' },
        { monitor_id: second, label: 'Checkout' },
      ],
    })
  })

  it('is shown only once its choices are loaded', async () => {
    const owner = await makeOwner(app)
    const [monitor_id] = await makeMonitors(app, owner, 1)
    const id = await owner.make('/api/status-pages', { name: 'Status', monitors: [{ monitor_id }] })
    const visit = await journey.open({ at: '/status-pages', cookie: owner.cookie })
    const { page } = visit
    const network = await takeNetwork(visit, LIST_OF_MONITORS)
    network.hold()
    const asked = page.waitForRequest(LIST_OF_MONITORS)
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await asked
    await page
      .getByRole('status', { name: /^Loading/ })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Save changes' }).isVisible()).toBe(false)
    network.pass()
    await page.getByRole('checkbox', { name: 'Monitor 001', checked: true }).waitFor()
    await page.getByLabel('Name').fill('Renamed')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Renamed' }).waitFor()
    expect(await owner.read(`/api/status-pages/${id}`)).toMatchObject({ monitors: [{ monitor_id, label: null }] })
  })
})

describe('the form of a monitor', () => {
  it('cannot be submitted before its websites are loaded, nor when loading them failed', async () => {
    const owner = await makeOwner(app)
    const website_id = await owner.make('/api/v1/websites', { domain: 'kept.example.com' })
    const id = await owner.make('/api/monitors', {
      friendly_name: 'Shop',
      url: 'https://kept.example.com/',
      website_id,
      is_active: false,
    })
    const visit = await journey.open({ at: '/monitors', cookie: owner.cookie })
    const { page } = visit
    const network = await takeNetwork(visit, LIST_OF_WEBSITES)
    network.fail()
    await page.getByRole('link', { name: 'Shop' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Too early')
    await page.getByLabel('Name').press('Enter')
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    network.pass()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Too early' }).waitFor()
    expect(await owner.read(`/api/monitors/${id}`)).toMatchObject({ website_id })
  })
})

describe('the message after saving a monitor', () => {
  /** Saves a monitor, and puts the focus on the button of the message. */
  const openMessage = async () => {
    const owner = await makeOwner(app)
    const [id] = await makeMonitors(app, owner, 1)
    const { page } = await journey.open({ at: `/monitors/${id}/edit`, cookie: owner.cookie })
    const save = page.getByRole('button', { name: 'Save changes' })
    await save.waitFor()
    await page.clock.install()
    await save.click()
    // The new screen takes the focus when it is there.
    await page.waitForURL(`**/monitors/${id}`)
    await expect.poll(() => focusedTag(page)).toBe('MAIN')
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.focus()
    return { page, dismiss }
  }
  const focusedTag = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.tagName')

  it('stays while its button has the focus, and disappears after that', async () => {
    const { page, dismiss } = await openMessage()
    await page.clock.fastForward(20_000)
    expect(await dismiss.isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Monitors' }).first().focus()
    await page.clock.fastForward(20_000)
    await dismiss.waitFor({ state: 'detached' })
  })

  it('does not take the focus back to the page when it disappears after Tab has left its button', async () => {
    const { page, dismiss } = await openMessage()
    // The button is the last control of the page, so the focus leaves it.
    await page.keyboard.press('Tab')
    expect(await focusedTag(page)).toBe('BODY')
    await page.clock.fastForward(20_000)
    await dismiss.waitFor({ state: 'detached' })
    expect(await focusedTag(page)).toBe('BODY')
  })
})

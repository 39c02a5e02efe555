import { describe, expect, it } from 'vitest'
import { gatewaySettings, startHttpSink } from '../support/sinks.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { addMember, makeTeam } from '../support/teams.ts'
import { startJourney } from './journey.ts'
import { makeOnCallOwner } from './on-call-owner.ts'
import type { Visit } from './visit.ts'

const sink = await startHttpSink()
const smtp = await startSmtpSink()
const journey = await startJourney({ env: gatewaySettings(sink, smtp.url) })
const { app } = journey

const makeOwner = () => makeOnCallOwner(app, sink.url)

const today = (): string => new Date().toISOString().slice(0, 10)

describe('an on-call schedule', () => {
  it('is created, changed and deleted with the keyboard alone', async () => {
    const owner = await makeOwner()
    const visit = await journey.open({ at: '/notifications/on-call', cookie: owner.cookie, look: 'narrow-dark' })
    const { page } = visit
    await visit.pressAt(page.getByRole('link', { name: 'Create on-call schedule' }))
    await visit.expectFocus('main')
    await visit.write('input[name=name]', 'Nights')
    await visit.write('input[name="members.0.name"]', 'Sam')
    await visit.pressAt(page.getByRole('checkbox', { name: 'Phone of Sam' }), 'Space')
    await visit.pressAt(page.getByRole('button', { name: 'Add person' }))
    await visit.expectFocus('input[name="members.1.name"]')
    await page.keyboard.type('Kim')
    await visit.pressAt(page.getByRole('button', { name: 'Add to rotation' }))
    await visit.expectFocus('select[name="layers.0.members.1"]')
    await visit.press('Shift+Tab', 'Shift+Tab', 'Shift+Tab')
    await visit.expectFocus(page.getByRole('button', { name: 'Move 2. Kim up' }))
    await visit.press('Enter')
    // The moved element keeps the focus, and announces its new position.
    await visit.expectFocus(page.getByRole('button', { name: 'Move 1. Kim up' }))
    await page.getByText('Moved to position 1 of 2').waitFor({ state: 'attached' })
    await visit.pressAt(page.getByRole('button', { name: 'Create on-call schedule' }))
    await page.getByRole('heading', { name: 'Next 14 days' }).waitFor()
    await visit.expectFocus('main')
    const [stored] = await owner.read('/api/on-call-schedules')
    expect(stored).toMatchObject({ name: 'Nights', layers: [{ members: ['Kim', 'Sam'], starts_on: today() }] })
    await visit.write('input[name="members.1.name"]', 'Kira')
    await visit.press('Enter')
    await page.getByText('Saved').waitFor()
    expect((await owner.read(`/api/on-call-schedules/${stored.id}`)).layers[0].members).toEqual(['Kira', 'Sam'])
    await visit.expectNoErrors()
    await page.reload()
    await visit.pressAt(page.getByRole('button', { name: 'Delete', exact: true }))
    await visit.pressAt(page.getByRole('button', { name: 'Delete on-call schedule' }))
    await page.getByText('No on-call schedules yet.').waitFor()
    await visit.expectNoErrors()
  })
})

/** Opens the page of a new policy. */
async function openNewPolicy(visit: Visit): Promise<void> {
  await visit.page.getByRole('checkbox', { name: 'Phone of Kim' }).first().waitFor()
}

describe('an escalation policy', () => {
  it('is created, reordered and deleted with the keyboard alone', async () => {
    const owner = await makeOwner()
    const visit = await journey.open({ at: '/notifications/escalation', cookie: owner.cookie, look: 'narrow-dark' })
    const { page } = visit
    await visit.pressAt(page.getByRole('link', { name: 'Create escalation policy' }))
    await visit.expectFocus('main')
    await openNewPolicy(visit)
    await visit.write('input[name=name]', 'Nights')
    await visit.write('input[name="steps.0.after_minutes"]', '0')
    await visit.pressAt(page.getByRole('checkbox', { name: 'Phone of Sam' }), 'Space')
    await visit.pressAt(page.getByRole('button', { name: 'Add step' }))
    await visit.expectFocus('input[name="steps.1.after_minutes"]')
    await visit.pressAt(page.getByRole('checkbox', { name: 'Phone of Kim' }).nth(1), 'Space')
    await page.getByText('Immediately: Phone of Sam · After 10 min: Phone of Kim').waitFor()
    await visit.pressAt(page.getByRole('button', { name: 'Add step' }))
    await visit.press('Shift+Tab')
    await visit.expectFocus(page.getByRole('button', { name: 'Remove Step 3' }))
    await visit.press('Enter')
    await visit.expectFocus(page.getByRole('button', { name: 'Add step' }))
    await visit.pressAt(page.getByRole('button', { name: 'Create escalation policy' }))
    await page.getByRole('heading', { name: 'Nights' }).waitFor()
    await visit.expectFocus('main')
    const [stored] = await owner.read('/api/escalation-policies')
    expect(stored.steps).toMatchObject([
      { after_minutes: 0, provider_ids: [owner.phones[0]] },
      { after_minutes: 10, provider_ids: [owner.phones[1]] },
    ])
    await visit.expectNoErrors()
    await visit.pressAt(page.getByRole('button', { name: 'Delete', exact: true }))
    await visit.pressAt(page.getByRole('button', { name: 'Delete escalation policy' }))
    await page.getByText('No escalation policies yet.').waitFor()
    await visit.expectNoErrors()
  })
})

describe('a viewer of on-call settings', () => {
  it('sees policies and schedules, and no button that the role does not allow', async () => {
    const owner = await makeTeam(app)
    const make = async (path: string, json: unknown): Promise<number> =>
      (await app.call('POST', path, { key: owner.key, json })).body.data.id as number
    const schedule = await make('/api/on-call-schedules', { name: 'Operations' })
    const policy = await make('/api/escalation-policies', {
      name: 'Shop',
      steps: [{ after_minutes: 5, on_call_schedule_ids: [schedule] }],
    })
    const { cookie } = await addMember(app, owner.team_id, 'viewer')
    const monitor = await make('/api/monitors', {
      friendly_name: 'Till',
      url: 'https://example.com/',
      is_active: false,
    })
    // The URL of a monitor selects its team.
    const visit = await journey.open({ at: `/monitors/${monitor}`, cookie })
    const { page } = visit
    visit.allowError(/status of 404/)
    await page.getByRole('button', { name: 'Team Operations' }).waitFor()
    await page.goto(`${app.parts.config.BASE_URL}/notifications/escalation/${policy}`)
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
    await page.getByText('After 5 min: Operations (on call)').waitFor()
    await page.getByRole('button', { name: 'Team Operations' }).waitFor()
    expect(await page.locator('input[name=name]').isEnabled()).toBe(false)
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    await visit.expectNoErrors()
    await page.goto(`${app.parts.config.BASE_URL}/notifications/on-call/${schedule}`)
    await page.getByRole('img', { name: 'Nobody is on call.' }).waitFor()
    await page.getByRole('button', { name: 'Team Operations' }).waitFor()
    expect(await page.getByRole('button', { name: 'Create calendar URL' }).count()).toBe(0)
    await visit.expectNoErrors()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('link', { name: 'On-call schedules' }).click()
    await page.getByRole('cell', { name: 'Nobody' }).waitFor()
    expect(await page.getByRole('link', { name: 'Create on-call schedule' }).count()).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { escalateIn, openIncident } from '../alerting/escalation/escalating.ts'
import { gatewaySettings, startHttpSink } from '../support/sinks.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'
import { makeOnCallOwner } from './on-call-owner.ts'
import type { Visit } from './visit.ts'

const sink = await startHttpSink()
const smtp = await startSmtpSink()
const journey = await startJourney({ env: gatewaySettings(sink, smtp.url) })
const { app } = journey

const makeOwner = () => makeOnCallOwner(app, sink.url)

/** Always covered, starting with Sam. */
const makeSchedule = ({ make, phones }: Awaited<ReturnType<typeof makeOwner>>): Promise<number> =>
  make('/api/on-call-schedules', {
    name: 'Operations',
    members: [
      { name: 'Sam', provider_ids: phones.slice(0, 1) },
      { name: 'Kim', provider_ids: phones.slice(1) },
    ],
    layers: [{ members: ['Sam', 'Kim'], starts_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) }],
  })

describe('an on-call schedule', () => {
  it('is created with the mouse: people, a rotation, hours and an override; and has a calendar feed', async () => {
    const owner = await makeOwner()
    const visit = await journey.open({ at: '/notifications', cookie: owner.cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByRole('link', { name: 'On-call schedules' }).click()
    await page.getByText('No on-call schedules yet.').waitFor()
    await visit.expectNoErrors('on-call-schedules-empty')
    await page.getByRole('link', { name: 'Create on-call schedule' }).click()
    await page.getByRole('checkbox', { name: 'Phone of Sam' }).first().waitFor()
    await page.getByRole('button', { name: 'Create on-call schedule' }).click()
    await page.locator('[aria-invalid=true][name=name]:focus').waitFor()
    await page.locator('input[name=name]').fill('Operations')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.locator('input[name="members.0.name"]').fill('Sam')
    await page.getByRole('checkbox', { name: 'Phone of Sam' }).first().check()
    await page.getByRole('button', { name: 'Add person' }).click()
    await visit.expectFocus('input[name="members.1.name"]')
    await page.locator('input[name="members.1.name"]').fill('Kim')
    await page.getByRole('checkbox', { name: 'Phone of Kim' }).nth(1).check()
    await page.getByRole('button', { name: 'Add to rotation' }).click()
    await page.getByRole('button', { name: 'Move 2. Kim up' }).click()
    await page.getByRole('button', { name: 'Move 1. Kim down' }).waitFor()
    await page.locator('select[name="layers.0.handover_unit"]').selectOption('day')
    await page.locator('input[name="layers.0.starts_on"]').fill('2026-01-05')
    await page.getByRole('checkbox', { name: 'Only at certain hours' }).check()
    await page.getByRole('checkbox', { name: 'Friday' }).uncheck()
    await page.getByText('Mon–Thu 09:00–17:00').waitFor()
    await page.getByRole('button', { name: 'Add override' }).click()
    await page.locator('select[name="overrides.0.member"]').selectOption({ label: 'Kim' })
    await visit.expectNoErrors('on-call-schedule-form')
    await page.getByRole('button', { name: 'Create on-call schedule' }).click()
    await page.getByRole('heading', { name: 'Next 14 days' }).waitFor()
    await page.getByText('Gap: nobody is on call').waitFor()
    const [stored] = await owner.read('/api/on-call-schedules')
    expect(stored).toMatchObject({
      name: 'Operations',
      timezone: 'Europe/Berlin',
      members: [
        { name: 'Sam', provider_ids: [owner.phones[0]] },
        { name: 'Kim', provider_ids: [owner.phones[1]] },
      ],
      layers: [
        {
          members: ['Kim', 'Sam'],
          handover_unit: 'day',
          hours: [{ weekdays: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '17:00' }],
        },
      ],
      overrides: [{ member: 'Kim' }],
    })
    await page.getByText('Show as table').click()
    await page.getByRole('rowheader', { name: 'Kim (override)' }).first().waitFor()
    await page.getByRole('button', { name: 'Create calendar URL' }).click()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    const { calendar_url } = await owner.read(`/api/on-call-schedules/${stored.id}`)
    await page.getByText(calendar_url).waitFor()
    await visit.expectNoErrors('on-call-schedule')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Create calendar URL' }).waitFor()
    expect((await owner.read(`/api/on-call-schedules/${stored.id}`)).calendar_url).toBeNull()
    await visit.expectNoErrors()
  })
})

/** Opens the page of a new policy. */
async function openNewPolicy(visit: Visit): Promise<void> {
  await visit.page.getByRole('checkbox', { name: 'Phone of Kim' }).first().waitFor()
}

describe('an escalation policy', () => {
  it('is created with the mouse, previews its effect, and becomes the default of the team', async () => {
    const owner = await makeOwner()
    const schedule = await makeSchedule(owner)
    const monitor = await owner.make('/api/monitors', {
      friendly_name: 'Till',
      url: 'https://example.com/',
      is_active: false,
    })
    const visit = await journey.open({ at: '/notifications/escalation', cookie: owner.cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByText('No escalation policies yet.').waitFor()
    await visit.expectNoErrors('escalation-policies-empty')
    await page.getByRole('link', { name: 'Create escalation policy' }).click()
    await openNewPolicy(visit)
    await page.locator('input[name=name]').fill('Shop')
    await page.getByRole('button', { name: 'Create escalation policy' }).click()
    await page.getByText('Must have a provider').waitFor()
    await page.getByRole('checkbox', { name: 'Operations' }).check()
    await page.getByText('After 5 min: Operations (on call)').waitFor()
    await page.getByRole('button', { name: 'Add step' }).click()
    await visit.expectFocus('input[name="steps.1.after_minutes"]')
    await page.locator('input[name="steps.1.after_minutes"]').fill('20')
    await page.getByRole('checkbox', { name: 'Phone of Kim' }).nth(1).check()
    await page.locator('input[name="steps.0.repeats"]').fill('2')
    await page.locator('input[name=repeats]').fill('3')
    const plan = page.getByRole('region', { name: 'What will happen' })
    await plan
      .getByText(
        'After 5 min: Operations (on call) (repeated 2 times, every 5 min) · After 35 min: Phone of Kim · Starts over 3 times, 30 min after the last message',
      )
      .waitFor()
    await page.getByRole('button', { name: 'Move Step 2 up' }).click()
    await plan.getByText('After 20 min: Phone of Kim · After 25 min: Operations (on call)').waitFor()
    await page.getByRole('checkbox', { name: 'Default of the team' }).check()
    await visit.expectNoErrors('escalation-policy-form')
    await page.getByRole('button', { name: 'Create escalation policy' }).click()
    await page.getByText('All monitors of the team without another policy').waitFor()
    const [stored] = await owner.read('/api/escalation-policies')
    expect(stored).toMatchObject({
      name: 'Shop',
      is_default: true,
      repeats: 3,
      steps: [
        { after_minutes: 20, provider_ids: [owner.phones[1]], on_call_schedule_ids: [] },
        { after_minutes: 5, provider_ids: [], on_call_schedule_ids: [schedule], repeats: 2 },
      ],
    })
    await page.goto(`${app.parts.config.BASE_URL}/monitors/${monitor}`)
    await page.getByText('(default of the team)').waitFor()
    await page.goto(`${app.parts.config.BASE_URL}/monitors/${monitor}/edit`)
    await page.getByText('More settings').click()
    await page.getByLabel('Escalation policy').selectOption('Shop')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('(set on this monitor)').waitFor()
    await visit.expectNoErrors('monitor-escalation')
    await page.getByRole('link', { name: 'Shop', exact: true }).click()
    await page.getByRole('link', { name: 'Till' }).waitFor()
    await visit.expectNoErrors('escalation-policy')
  })

  it('shows in the timeline of an incident what was sent, what was skipped and why, and the next step', async () => {
    const owner = await makeOwner()
    const schedule = await makeSchedule(owner)
    const empty = await owner.make('/api/on-call-schedules', { name: 'Weekends' })
    const escalation_policy_id = await owner.make('/api/escalation-policies', {
      name: 'Shop',
      steps: [
        { after_minutes: 0, on_call_schedule_ids: [schedule, empty] },
        { after_minutes: 30, provider_ids: [owner.phones[1]] },
      ],
    })
    const monitor_id = await owner.make('/api/monitors', {
      friendly_name: 'Till',
      url: 'http://127.0.0.1:9/',
      is_active: false,
      provider_ids: [],
      escalation_policy_id,
    })
    const incident_id = await openIncident(app, owner, monitor_id)
    await escalateIn(app, 0)
    const visit = await journey.open({ at: `/incidents/${incident_id}`, cookie: owner.cookie })
    const { page } = visit
    await page.getByText('Escalation step 1 of 2').waitFor()
    await page.getByText('Sent to Sam (Operations) by Phone of Sam.').waitFor()
    await page.getByText('Skipped Weekends (on call): nobody is on call.').waitFor()
    await page.getByText('Next: escalation step 2, unless somebody acknowledges the incident.').waitFor()
    await visit.expectNoErrors('incident-escalated')
  })
})

describe('the quiet hours of a provider', () => {
  it('are set, shown in plain words, and removed again', async () => {
    const owner = await makeOwner()
    const path = `/notifications/${owner.phones[0]}`
    const visit = await journey.open({ at: path, cookie: owner.cookie, look: 'narrow-light' })
    const { page } = visit
    await page.getByRole('checkbox', { name: 'Quiet hours' }).check()
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByRole('checkbox', { name: 'Saturday' }).check()
    await page.getByLabel('To', { exact: true }).fill('06:30')
    await page.getByLabel('Send at once for monitors with these tags').fill('production')
    await visit.expectNoErrors('provider-quiet-hours')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page
      .getByText(
        'Quiet hours: Mon–Sat 22:00–06:30 (Europe/Berlin). Messages wait until they end. Escalations and messages about monitors tagged production are sent at once.',
      )
      .waitFor()
    expect((await owner.read(`/api/providers/${owner.phones[0]}`)).quiet_hours).toEqual({
      timezone: 'Europe/Berlin',
      ranges: [{ weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '22:00', to: '06:30' }],
      break_through: { escalations: true, tags: ['production'] },
    })
    await page.getByRole('checkbox', { name: 'Quiet hours' }).uncheck()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('checkbox', { name: 'Quiet hours' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Quiet hours' }).uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Quiet hours: Mon').waitFor({ state: 'detached' })
    expect((await owner.read(`/api/providers/${owner.phones[0]}`)).quiet_hours).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { notifyAudiences } from '../../../src/roles/announce.ts'
import { releaseAlerts } from '../../../src/alerting/suppression/release.ts'
import { makeCaller } from '../../support/callers.ts'
import { startAlerting } from '../notifications/alerting.ts'
import { escalateIn, openIncident, readEscalation, summarise } from './escalating.ts'

const { app, makeSlack, titles, deliver } = await startAlerting()
const { admin } = app.database

async function makeTeam() {
  const caller = await makeCaller(app)
  const [first, second] = [await makeSlack(caller.user), await makeSlack(caller.user)]
  const makePolicy = (steps: unknown, more: object = {}) =>
    caller.make('/api/escalation-policies', { name: 'Shop', steps, ...more })
  const makeMonitor = (more: object = {}) =>
    caller.make('/api/monitors', { friendly_name: 'Shop', url: 'http://127.0.0.1:9/', provider_ids: [], ...more })
  return { ...caller, caller, first, second, makePolicy, makeMonitor }
}

describe('an escalation', () => {
  it('sends its steps until somebody acknowledges, and records each in the timeline', async () => {
    const { caller, first, second, makePolicy, makeMonitor } = await makeTeam()
    const escalation_policy_id = await makePolicy([
      { after_minutes: 0, provider_ids: [first.id], repeats: 1, repeat_minutes: 5 },
      { after_minutes: 10, provider_ids: [second.id] },
      { after_minutes: 30, provider_ids: [first.id] },
    ])
    const incident = await openIncident(app, caller, await makeMonitor({ escalation_policy_id }))
    expect(await readEscalation(caller, incident)).toMatchObject({ status: 'running', messages: [], steps_count: 3 })
    await escalateIn(app, 0)
    await escalateIn(app, 4)
    expect(summarise(await readEscalation(caller, incident))).toEqual(['1.1.0 sent'])
    await escalateIn(app, 6)
    await escalateIn(app, 17)
    const running = await readEscalation(caller, incident)
    expect(summarise(running)).toEqual(['1.1.0 sent', '1.1.1 sent', '2.1.0 sent'])
    expect(running.next).toMatchObject({ step: 3, round: 1, repeat: 0 })
    expect(Date.parse(running.next?.at ?? '') - Date.parse(running.messages[2]?.at ?? '')).toBe(30 * MINUTE_MS)
    await caller.call('POST', `/api/incidents/${incident}/acknowledge`, { by: 'Mina' })
    expect(await readEscalation(caller, incident)).toMatchObject({ status: 'acknowledged', next: null })
    await escalateIn(app, 500)
    expect((await readEscalation(caller, incident)).messages).toHaveLength(3)
    await deliver(first.id)
    await deliver(second.id)
    expect(titles(second.path)).toEqual(['Escalation: Shop is down', 'Acknowledged by Mina: Shop'])
    await admin.query(`update incidents set resolved_at = now(), resolution = 'recovered' where id = $1`, [incident])
    await admin.query(`select announce_incident($1, 'resolved')`, [incident])
    await deliver(second.id)
    expect(titles(second.path)[2]).toMatch(/Resolved: Shop/)
  })

  it('repeats its steps as often as the policy says, and then ends', async () => {
    const { caller, first, makePolicy, makeMonitor } = await makeTeam()
    const steps = [{ after_minutes: 5, provider_ids: [first.id] }]
    const escalation_policy_id = await makePolicy(steps, { repeats: 1, repeat_minutes: 20 })
    const incident = await openIncident(app, caller, await makeMonitor({ escalation_policy_id }))
    for (const minutes of [1, 6, 20, 27, 200]) await escalateIn(app, minutes)
    const done = await readEscalation(caller, incident)
    expect(summarise(done)).toEqual(['1.1.0 sent', '1.2.0 sent'])
    expect(done).toMatchObject({ status: 'finished', next: null })
  })

  it('repeats its first step to a provider that got the alert', async () => {
    const { caller, first, makePolicy, makeMonitor } = await makeTeam()
    const steps = [{ after_minutes: 0, provider_ids: [first.id] }]
    const escalation_policy_id = await makePolicy(steps, { repeats: 1, repeat_minutes: 20 })
    const monitor = await makeMonitor({ escalation_policy_id, provider_ids: [first.id] })
    const incident = await openIncident(app, caller, monitor)
    for (const minutes of [0, 21]) await escalateIn(app, minutes)
    expect(summarise(await readEscalation(caller, incident))).toEqual(['1.1.0 already_alerted', '1.2.0 sent'])
  })

  it('sends one message after the server was off for hours, and then waits for the next step as usual', async () => {
    const { caller, first, makePolicy, makeMonitor } = await makeTeam()
    const steps = [1, 2, 3].map((after_minutes) => ({ after_minutes, provider_ids: [first.id] }))
    const escalation_policy_id = await makePolicy(steps)
    const incident = await openIncident(app, caller, await makeMonitor({ escalation_policy_id }))
    await escalateIn(app, 300)
    await escalateIn(app, 301)
    expect(summarise(await readEscalation(caller, incident))).toEqual(['1.1.0 sent'])
    await escalateIn(app, 302)
    expect(summarise(await readEscalation(caller, incident))).toHaveLength(2)
  })

  it('waits no longer than its step when the clock is set back', async () => {
    const { caller, first, makePolicy, makeMonitor } = await makeTeam()
    const escalation_policy_id = await makePolicy([{ after_minutes: 10, provider_ids: [first.id] }])
    const incident = await openIncident(app, caller, await makeMonitor({ escalation_policy_id }))
    await escalateIn(app, -600)
    await escalateIn(app, -591)
    expect((await readEscalation(caller, incident)).messages).toEqual([])
    await escalateIn(app, -589)
    expect((await readEscalation(caller, incident)).messages).toHaveLength(1)
  })

  it.each(['disabled', 'removed'])(
    'keeps a %s assignment silent, does not repeat the alert, and names nobody on call',
    async (how) => {
      const { caller, call, first, second, makePolicy, makeMonitor } = await makeTeam()
      const schedule = await caller.make('/api/on-call-schedules', {
        name: 'Later',
        members: [{ name: 'Sam', provider_ids: [first.id] }],
        layers: [{ members: ['Sam'], starts_on: '2090-01-01' }],
      })
      const escalation_policy_id = await makePolicy([
        { after_minutes: 0, provider_ids: [first.id, second.id], on_call_schedule_ids: [schedule] },
        { after_minutes: 5, provider_ids: [first.id] },
      ])
      const monitor = await makeMonitor({ escalation_policy_id, provider_ids: [first.id] })
      const assignments = `/api/monitors/${monitor}/notifications`
      await call('POST', assignments, { provider_id: second.id, enabled: how === 'removed' })
      if (how === 'removed') await call('DELETE', assignments, { provider_id: second.id })
      const incident = await openIncident(app, caller, monitor)
      await escalateIn(app, 0)
      await escalateIn(app, 6)
      const shown = await readEscalation(caller, incident)
      expect(summarise(shown)).toEqual(['1.1.0 already_alerted assignment_disabled nobody_on_call', '2.1.0 sent'])
      expect(shown.messages[0]?.targets[2]).toMatchObject({ on_call_schedule_name: 'Later', member: null })
      await deliver(first.id)
      await deliver(second.id)
      expect([titles(first.path).length, titles(second.path).length]).toEqual([2, 0])
    },
  )

  it('reaches the person on call when a step is sent', async () => {
    const { caller, first, second, makePolicy, makeMonitor } = await makeTeam()
    const soon = new Date(Date.now() + 30 * MINUTE_MS).toISOString()
    const schedule = await caller.make('/api/on-call-schedules', {
      name: 'Operations',
      members: [
        { name: 'Sam', provider_ids: [first.id] },
        { name: 'Kim', provider_ids: [second.id] },
      ],
      layers: [{ members: ['Sam'], starts_on: '2026-01-05' }],
      overrides: [{ member: 'Kim', starts_at: soon, ends_at: '2090-01-01T00:00:00Z' }],
    })
    const target = { on_call_schedule_ids: [schedule] }
    const escalation_policy_id = await makePolicy([
      { after_minutes: 10, ...target },
      { after_minutes: 40, ...target },
    ])
    const incident = await openIncident(app, caller, await makeMonitor({ escalation_policy_id }))
    await escalateIn(app, 10.1)
    await escalateIn(app, 51)
    const { messages } = await readEscalation(caller, incident)
    expect(messages.map(({ targets }) => [targets[0]?.member, targets[0]?.provider_id])).toEqual([
      ['Sam', first.id],
      ['Kim', second.id],
    ])
  })

  it('sends nothing in maintenance, and the due step when it ends', async () => {
    const { caller, call, first, makePolicy, makeMonitor } = await makeTeam()
    const escalation_policy_id = await makePolicy([{ after_minutes: 1, provider_ids: [first.id] }])
    const monitor = await makeMonitor({ escalation_policy_id })
    const incident = await openIncident(app, caller, monitor)
    const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
    const window = { name: 'work', monitor_ids: [monitor], starts_at: at(-10), ends_at: at(60) }
    const maintenance = await caller.make('/api/maintenance-windows', window)
    for (const minutes of [2, 30, 59]) await escalateIn(app, minutes)
    expect((await readEscalation(caller, incident)).messages).toEqual([])
    await admin.query(`update escalations set next_at = now() - interval '1 s' where incident_id = $1`, [incident])
    expect(await readEscalation(caller, incident)).toMatchObject({ status: 'held' })
    await call('DELETE', `/api/maintenance-windows/${maintenance}`)
    await escalateIn(app, 60.5)
    expect((await readEscalation(caller, incident)).messages).toHaveLength(1)
  })

  it('starts when an alert that a parent held back is released', async () => {
    const { caller, first, makePolicy, makeMonitor } = await makeTeam()
    const escalation_policy_id = await makePolicy([{ after_minutes: 0, provider_ids: [first.id] }])
    const router = await makeMonitor()
    const child = await makeMonitor({ escalation_policy_id, depends_on: [router] })
    await admin.query(
      `update monitor_state set status = 'down', last_checked_at = clock_ms(), next_due_at = null where monitor_id = any($1)`,
      [[router, child]],
    )
    const incident = await openIncident(app, caller, child)
    await escalateIn(app, 5)
    expect((await caller.call('GET', `/api/incidents/${incident}/escalation`)).status).toBe(404)
    await admin.query(`update monitor_state set status = 'up' where monitor_id = $1`, [router])
    await releaseAlerts({ postgres: app.parts.postgres, announce: notifyAudiences }, Date.now() + 60 * MINUTE_MS)
    await escalateIn(app, 0.1)
    expect(summarise(await readEscalation(caller, incident))).toEqual(['1.1.0 sent'])
  })

  it('ends when its policy is deleted, keeps the steps it started with, and is sent once by concurrent workers', async () => {
    const { caller, call, first, second, makePolicy, makeMonitor } = await makeTeam()
    const policy = await makePolicy([
      { after_minutes: 0, provider_ids: [first.id] },
      { after_minutes: 5, provider_ids: [first.id] },
    ])
    const incident = await openIncident(app, caller, await makeMonitor({ escalation_policy_id: policy }))
    const steps = [{ after_minutes: 1, provider_ids: [second.id] }]
    await call('PATCH', `/api/escalation-policies/${policy}`, { steps })
    await Promise.all([1, 2, 3].map(() => escalateIn(app, 0.1)))
    const shown = await readEscalation(caller, incident)
    expect(shown.messages.map(({ targets }) => targets[0]?.provider_id)).toEqual([first.id])
    await call('DELETE', `/api/escalation-policies/${policy}`)
    await escalateIn(app, 100)
    expect(await readEscalation(caller, incident)).toMatchObject({ status: 'policy_deleted', policy_id: null })
    expect((await readEscalation(caller, incident)).messages).toHaveLength(1)
  })

  it('keeps the alert at a service such as PagerDuty open until the incident is resolved', async () => {
    const { caller, makePolicy, makeMonitor } = await makeTeam()
    const pager = await caller.make('/api/providers', { provider_type: 'pagerduty', routing_key: 'a'.repeat(32) })
    const escalation_policy_id = await makePolicy([{ after_minutes: 0, provider_ids: [pager] }])
    const incident = await openIncident(app, caller, await makeMonitor({ escalation_policy_id }))
    await escalateIn(app, 0)
    await deliver(pager)
    const ended = () =>
      admin
        .query('select from list_ended_remote_alerts() where provider_id = $1', [pager])
        .then((found) => found.rowCount)
    expect(await ended()).toBe(0)
    await admin.query(`update incidents set resolved_at = now(), resolution = 'recovered' where id = $1`, [incident])
    expect(await ended()).toBe(1)
  })
})

describe('the policy of a monitor', () => {
  it('is the policy of the monitor itself, else that of one of its tags, else the default of the team', async () => {
    const { call, first, makePolicy, makeMonitor } = await makeTeam()
    const steps = [{ after_minutes: 0, provider_ids: [first.id] }]
    const [own, tagged, fallback] = [
      await makePolicy(steps),
      await makePolicy(steps, { tags: ['Production', 'web'] }),
      await makePolicy(steps, { is_default: true, name: 'Everything' }),
    ]
    const monitor = await makeMonitor({ tags: ['web'], escalation_policy_id: own })
    const show = async () => (await call('GET', `/api/monitors/${monitor}`)).body.data.escalation as unknown
    expect(await show()).toMatchObject({ policy_id: own, source: 'monitor', tag: null })
    await call('PATCH', `/api/monitors/${monitor}`, { escalation_policy_id: null })
    expect(await show()).toMatchObject({ policy_id: tagged, source: 'tag', tag: 'web' })
    await call('PATCH', `/api/monitors/${monitor}`, { tags: [] })
    expect(await show()).toEqual({ policy_id: fallback, policy_name: 'Everything', source: 'team', tag: null })
    await call('PATCH', `/api/escalation-policies/${own}`, { is_default: true })
    expect(await show()).toMatchObject({ policy_id: own, source: 'team' })
    expect((await call('GET', `/api/escalation-policies/${fallback}`)).body.data.is_default).toBe(false)
    await call('DELETE', `/api/escalation-policies/${own}`)
    expect(await show()).toBeNull()
  })
})

describe('/api/escalation-policies', () => {
  it('creates, lists, changes and deletes policies', async () => {
    const { call, first, makePolicy, makeMonitor } = await makeTeam()
    const id = await makePolicy([{ after_minutes: 3, provider_ids: [first.id] }], { tags: ['a'] })
    const monitor = await makeMonitor({ escalation_policy_id: id })
    const { body } = await call('GET', '/api/escalation-policies')
    expect(body.data).toEqual([
      {
        object: 'escalation_policy',
        id,
        name: 'Shop',
        steps: [
          { after_minutes: 3, provider_ids: [first.id], on_call_schedule_ids: [], repeats: 0, repeat_minutes: 5 },
        ],
        repeats: 0,
        repeat_minutes: 30,
        is_default: false,
        tags: ['a'],
        monitor_ids: [monitor],
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
      },
    ])
    const changed = await call('PUT', `/api/escalation-policies/${id}`, { name: 'Web', tags: [] })
    expect(changed.body.data).toMatchObject({ name: 'Web', tags: [], steps: [{ after_minutes: 3 }] })
    const gone = await call('DELETE', `/api/escalation-policies/${id}`)
    expect(gone.body.data).toMatchObject({ id, monitor_ids: [monitor] })
    expect((await call('GET', `/api/escalation-policies/${id}`)).status).toBe(404)
  })

  it('refuses a tag of another policy, a step without a target, and a second step without a wait', async () => {
    const { call, first, makePolicy } = await makeTeam()
    const steps = [{ after_minutes: 0, provider_ids: [first.id] }]
    await makePolicy(steps, { tags: ['web'] })
    const post = (json: object) => call('POST', '/api/escalation-policies', { name: 'a', steps, ...json })
    expect((await post({ tags: ['web'] })).status).toBe(409)
    expect((await post({ steps: [{ after_minutes: 0 }] })).status).toBe(422)
    expect((await post({ steps: [...steps, ...steps] })).status).toBe(422)
    expect((await post({ steps: [] })).status).toBe(422)
  })

  it('answers 404 for providers, schedules and policies of another team, and foreign keys refuse them too', async () => {
    const mine = await makeTeam()
    const theirs = await makeTeam()
    const schedule = await theirs.caller.make('/api/on-call-schedules', { name: 'Operations' })
    const steps = [{ after_minutes: 0, provider_ids: [mine.first.id] }]
    const policy = await mine.makePolicy(steps)
    const post = (step: object) =>
      mine.call('POST', '/api/escalation-policies', { name: 'a', steps: [{ after_minutes: 0, ...step }] })
    expect((await post({ provider_ids: [theirs.first.id] })).status).toBe(404)
    expect((await post({ on_call_schedule_ids: [schedule] })).status).toBe(404)
    const monitor = await theirs.makeMonitor()
    const changed = await theirs.call('PATCH', `/api/monitors/${monitor}`, { escalation_policy_id: policy })
    expect(changed.status).toBe(404)
    for (const [column, id] of [
      ['provider_id', theirs.first.id],
      ['schedule_id', schedule],
    ] as const) {
      const insert = `insert into escalation_targets (team_id, policy_id, step, position, ${column}) values ($1, $2, 1, 9, $3)`
      await expect(admin.query(insert, [mine.user.id, policy, id])).rejects.toMatchObject({ code: '23503' })
    }
    const attach = admin.query('update monitors set escalation_policy_id = $1 where id = $2', [policy, monitor])
    await expect(attach).rejects.toMatchObject({ code: '23503' })
  })
})

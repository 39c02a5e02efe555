import { describe, expect, it } from 'vitest'
import { announceChanges, createDeliveryMetrics, notificationTasks } from '../../../src/alerting/notifications/index.ts'
import type { TestUser } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'
import { startAlerting } from './alerting.ts'

const alerting = await startAlerting()
const { app, sink, makeSlack, makeMonitor, openIncident, closeIncident, titles } = alerting
const { admin } = app.database

interface Event {
  routing_key: string
  event_action: 'trigger' | 'resolve'
  dedup_key: string
}

/** The state of PagerDuty: the open alerts, by routing key. */
const openAlerts = new Map<string, Set<string>>()
/** Routing keys whose events are accepted but answered with an error, and those whose events are refused. */
const unanswered = new Set<string>()
const refusing = new Set<string>()
sink.on('/v2/enqueue', ({ body }) => {
  const { routing_key, event_action, dedup_key } = JSON.parse(body) as Event
  if (refusing.has(routing_key)) return { status: 503, body: 'away' }
  const open = openAlerts.get(routing_key) ?? new Set()
  openAlerts.set(routing_key, open)
  if (event_action === 'trigger') open.add(dedup_key)
  else open.delete(dedup_key)
  return unanswered.has(routing_key) ? { status: 503, body: 'away' } : { status: 202, body: '{"status":"success"}' }
})

/** The clock of the database, moved forward by `ahead_ms`. */
const clock = { ahead_ms: 0, now: () => new Date(Date.now() + clock.ahead_ms) }
const { config, postgres, vault, log, metrics } = app.parts
const tasks = notificationTasks({
  config,
  postgres,
  vault,
  gateways: app.parts,
  clock,
  log,
  ...createDeliveryMetrics(metrics),
})
const run = (name: string, payload: object = {}) => tasks.find((task) => task.name === name)?.run(payload as never)

/** Like the queue of the worker: runs every job that is due until none is left. */
async function runJobs(): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ payload: { provider_id: number } }>(
      `delete from graphile_worker._private_jobs where key like 'deliver %' and run_at <= $1 returning payload`,
      [clock.now()],
    )
    if (rows.length === 0) return
    for (const { payload } of rows) await run('deliver', payload)
  }
}

/** One minute of the worker: jobs, the task that runs every minute, and the jobs that it adds. */
async function runMinute(): Promise<void> {
  await runJobs()
  await run('requeue_deliveries')
  await runJobs()
}

let count = 0
const nextKey = (): string => String(++count).padStart(32, 'k')

interface Scene {
  user: TestUser
  monitor: number
  slack: { id: number; path: string }
  /** A PagerDuty provider and its routing key. */
  pagerduty: { id: number; routing_key: string }
  call(method: string, path: string, json?: object): Promise<void>
  assign(json?: object): Promise<void>
  /** Every routing key that was ever used. */
  keys: string[]
}

async function setScene(): Promise<Scene> {
  const user = await app.makeUser()
  const routing_key = nextKey()
  const slack = await makeSlack(user)
  const monitor = await makeMonitor(user, slack.id)
  const made = await app.call('POST', '/api/providers', {
    key: user.key,
    json: { provider_type: 'pagerduty', routing_key },
  })
  const pagerduty = { id: Number(made.body.data.id), routing_key }
  const call: Scene['call'] = async (method, path, json) => {
    const { status, body } = await app.call(method, path, { key: user.key, json })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  const assign: Scene['assign'] = (json = {}) =>
    call('POST', `/api/monitors/${monitor}/notifications`, { provider_id: pagerduty.id, ...json })
  await assign()
  return { user, monitor, slack, pagerduty, call, assign, keys: [routing_key] }
}

const listOpen = ({ keys }: Scene): string[] => keys.flatMap((key) => [...(openAlerts.get(key) ?? [])])

const open = ({ monitor }: Scene): Promise<number> => openIncident(monitor)

/** Like the code that records checks while a monitor flaps: this incident is not announced. */
const openUnannounced = ({ monitor }: Scene): Promise<number> => insertIncident(app, monitor)

const closeUnannounced = (id: number) =>
  admin.query(
    `update incidents set resolved_at = greatest(now(), started_at), resolution = 'recovered' where id = $1`,
    [id],
  )

async function flap({ user, monitor }: Scene, kind: 'flapping_started' | 'flapping_ended'): Promise<void> {
  await admin.query(`update monitor_state set flapping = $2 where monitor_id = $1 and location = ''`, [
    monitor,
    kind === 'flapping_started',
  ])
  const change = { team_id: user.id, monitor_id: monitor, status: 'up', kind, at: Date.now() } as const
  await postgres.asRole('worker', (tx) => announceChanges(tx, [change]))
}

async function remind({ user, monitor }: Scene): Promise<void> {
  await admin.query(
    `insert into notification_preferences (team_id, reminder_minutes) values ($1, 5) on conflict do nothing`,
    [user.id],
  )
  await admin.query(`update deliveries set created_at = created_at - interval '6 minutes' where monitor_id = $1`, [
    monitor,
  ])
  await run('remind')
}

const suspend = ({ user }: Scene, is_suspended: boolean) =>
  admin.query(`update users set is_suspended = $2 where id = $1`, [user.id, is_suspended])

/** The ways an alert can open and close at PagerDuty, with the messages that Slack gets in the same case. */
const PATHS: [path: string, walk: (scene: Scene) => Promise<void>, messages: RegExp[]][] = [
  [
    'the monitor recovers',
    async (scene) => {
      const incident = await open(scene)
      await runJobs()
      await closeIncident(incident)
    },
    [/^Down/, /^Resolved/],
  ],
  [
    'the monitor is paused',
    async (scene) => {
      await open(scene)
      await goDown(scene)
      await runJobs()
      await scene.call('PATCH', `/api/monitors/${scene.monitor}`, { is_active: false })
    },
    [/^Down/],
  ],
  [
    'the monitor is deleted',
    async (scene) => {
      await open(scene)
      await goDown(scene)
      await runJobs()
      await scene.call('DELETE', `/api/monitors/${scene.monitor}`)
    },
    [/^Down/],
  ],
  [
    'the monitor gets another URL',
    async (scene) => {
      await open(scene)
      await goDown(scene)
      await runJobs()
      await scene.call('PATCH', `/api/monitors/${scene.monitor}`, { url: 'http://127.0.0.1:10/' })
    },
    [/^Down/],
  ],
  [
    'the assignment is disabled',
    async (scene) => {
      await open(scene)
      await runJobs()
      await scene.assign({ enabled: false })
    },
    [/^Down/],
  ],
  [
    'the assignment is removed',
    async (scene) => {
      await open(scene)
      await runJobs()
      const json = { provider_id: scene.pagerduty.id }
      await scene.call('DELETE', `/api/monitors/${scene.monitor}/notifications`, json)
    },
    [/^Down/],
  ],
  [
    'the provider is deleted',
    async (scene) => {
      await open(scene)
      await runJobs()
      await scene.call('DELETE', `/api/providers/${scene.pagerduty.id}`)
    },
    [/^Down/],
  ],
  [
    'the provider is deleted after the incident was reminded of',
    async (scene) => {
      await open(scene)
      await runJobs()
      await remind(scene)
      await runJobs()
      await scene.call('DELETE', `/api/providers/${scene.pagerduty.id}`)
    },
    [/^Down/, /^Still down/],
  ],
  [
    'the provider gets another routing key',
    async (scene) => {
      const incident = await open(scene)
      await runJobs()
      const routing_key = nextKey()
      scene.keys.push(routing_key)
      await scene.call('PATCH', `/api/providers/${scene.pagerduty.id}`, { routing_key })
      await remind(scene)
      await runMinute()
      expect(openAlerts.get(scene.keys[0] ?? '')?.size).toBe(0)
      expect(openAlerts.get(routing_key)?.size).toBe(1)
      await closeIncident(incident)
    },
    [/^Down/, /^Still down/, /^Resolved/],
  ],
  [
    'the provider is assigned during an incident, hears a reminder, and the monitor recovers',
    async (scene) => {
      const json = { provider_id: scene.pagerduty.id }
      await scene.call('DELETE', `/api/monitors/${scene.monitor}/notifications`, json)
      const incident = await open(scene)
      await runJobs()
      await scene.assign()
      await remind(scene)
      await runJobs()
      expect(listOpen(scene)).toHaveLength(1)
      await closeIncident(incident)
      await runJobs()
      expect(listOpen(scene)).toEqual([])
    },
    [/^Down/, /^Still down/, /^Resolved/],
  ],
  [
    'flapping begins with one incident and ends with another, up',
    async (scene) => {
      const first = await open(scene)
      await runJobs()
      await closeUnannounced(first)
      await flap(scene, 'flapping_started')
      await runMinute()
      expect(listOpen(scene)).toHaveLength(1)
      await closeUnannounced(await openUnannounced(scene))
      await runMinute()
      expect(listOpen(scene)).toHaveLength(1)
      await flap(scene, 'flapping_ended')
    },
    [/^Down/, /^Flapping: /, /^Flapping ended/],
  ],
  [
    'flapping ends with an incident that is still open and recovers later',
    async (scene) => {
      const first = await openUnannounced(scene)
      await flap(scene, 'flapping_started')
      await runMinute()
      await closeUnannounced(first)
      const last = await openUnannounced(scene)
      await flap(scene, 'flapping_ended')
      await runMinute()
      expect(listOpen(scene)).toEqual([`sitewatch-incident-${last}`])
      await closeIncident(last)
    },
    [/^Flapping: /, /^Flapping ended/, /^Resolved/],
  ],
  [
    'the monitor is paused while it flaps and is up',
    async (scene) => {
      await closeUnannounced(await openUnannounced(scene))
      await admin.query(`update monitor_state set status = 'up' where monitor_id = $1`, [scene.monitor])
      await flap(scene, 'flapping_started')
      await runMinute()
      expect(listOpen(scene)).toHaveLength(1)
      await scene.call('PATCH', `/api/monitors/${scene.monitor}`, { is_active: false })
    },
    [/^Flapping: /],
  ],
  [
    'the assignment is removed while the monitor flaps',
    async (scene) => {
      await closeUnannounced(await openUnannounced(scene))
      await flap(scene, 'flapping_started')
      await runJobs()
      const json = { provider_id: scene.pagerduty.id }
      await scene.call('DELETE', `/api/monitors/${scene.monitor}/notifications`, json)
    },
    [/^Flapping: /],
  ],
  [
    'the message of the beginning is given up and retried by hand after the end',
    async (scene) => {
      const incident = await open(scene)
      await admin.query(`update deliveries set status = 'failed', attempts = 9 where provider_id = $1`, [
        scene.pagerduty.id,
      ])
      await closeIncident(incident)
      await runJobs()
      const { rows } = await admin.query<{ id: number }>(
        `select id from deliveries where provider_id = $1 and kind = 'opened'`,
        [scene.pagerduty.id],
      )
      await scene.call('POST', `/api/deliveries/${Number(rows[0]?.id)}/retry`)
    },
    [/^Down/, /^Resolved/],
  ],
  [
    'the message of the end is given up because PagerDuty is away',
    async (scene) => {
      const incident = await open(scene)
      await runJobs()
      refusing.add(scene.pagerduty.routing_key)
      await closeIncident(incident)
      await admin.query(
        `update deliveries set horizon_from = now() - interval '25 hours' where status = 'pending' and provider_id = $1`,
        [scene.pagerduty.id],
      )
      await runMinute()
      refusing.delete(scene.pagerduty.routing_key)
      clock.ahead_ms += 3_600_000
    },
    [/^Down/, /^Resolved/],
  ],
  [
    'the answer to the beginning is lost and the monitor is paused',
    async (scene) => {
      unanswered.add(scene.pagerduty.routing_key)
      await open(scene)
      await goDown(scene)
      await runJobs()
      expect(listOpen(scene)).toHaveLength(1)
      unanswered.delete(scene.pagerduty.routing_key)
      await scene.call('PATCH', `/api/monitors/${scene.monitor}`, { is_active: false })
      clock.ahead_ms += 60_000
    },
    [/^Down/],
  ],
  [
    'maintenance begins during the incident, and the monitor recovers after it',
    async (scene) => {
      const incident = await open(scene)
      await runJobs()
      await scene.call('POST', '/api/maintenance-windows', {
        name: 'w',
        starts_at: new Date(Date.now() - 60_000).toISOString(),
        ends_at: new Date(Date.now() + 600_000).toISOString(),
        monitor_ids: [scene.monitor],
      })
      await runMinute()
      expect(listOpen(scene)).toEqual([`sitewatch-incident-${incident}`])
      await closeIncident(incident)
    },
    [/^Down/, /^Resolved/],
  ],
  [
    'the account is suspended and let in again, and the monitor is paused',
    async (scene) => {
      await open(scene)
      await goDown(scene)
      await runJobs()
      await scene.assign({ enabled: false })
      await suspend(scene, true)
      await runMinute()
      expect(listOpen(scene)).toHaveLength(1)
      await suspend(scene, false)
      await scene.call('PATCH', `/api/monitors/${scene.monitor}`, { is_active: false })
    },
    [/^Down/],
  ],
  [
    'a test whose end PagerDuty did not take',
    async (scene) => {
      unanswered.add(scene.pagerduty.routing_key)
      const tested = await app.call('POST', `/api/providers/${scene.pagerduty.id}/test`, { key: scene.user.key })
      expect(tested.body.code).toBe('provider_test_failed')
      unanswered.delete(scene.pagerduty.routing_key)
    },
    [],
  ],
]

/** These incidents have no checks, so the test sets the monitor state that a pause or a deletion reads. */
const goDown = ({ monitor }: Scene) =>
  admin.query(`update monitor_state set status = 'down' where monitor_id = $1`, [monitor])

describe('an alert at PagerDuty', () => {
  it.each(PATHS)('is closed when %s', async (_path, walk, expected) => {
    const scene = await setScene()
    await walk(scene)
    await runMinute()
    expect(listOpen(scene)).toEqual([])
    const messages = titles(scene.slack.path)
    expect(messages).toHaveLength(expected.length)
    for (const [index, words] of expected.entries()) expect(messages[index]).toMatch(words)
    const { rows } = await admin.query('select 1 from remote_alerts where team_id = $1', [scene.user.id])
    expect(rows).toEqual([])
  })

  it('stays open while the incident is open and the provider is assigned', async () => {
    const scene = await setScene()
    const incident = await open(scene)
    await runMinute()
    await runMinute()
    expect(listOpen(scene)).toEqual([`sitewatch-incident-${incident}`])
  })

  it('is no longer updated once PagerDuty refuses the routing key', async () => {
    const scene = await setScene()
    await open(scene)
    await runJobs()
    await scene.assign({ enabled: false })
    sink.on('/v2/enqueue', () => ({ status: 400, body: '{"message":"Invalid routing key"}' }))
    await runMinute()
    const sent = sink.requests.length
    await runMinute()
    expect(sink.requests).toHaveLength(sent)
  })
})

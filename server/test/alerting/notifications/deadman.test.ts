import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { watchAnchors } from '../../../src/monitoring/checks/run/anchor-watch.ts'
import {
  findHealthProblem,
  deadmanTasks,
  measureHealth,
  type HealthFigures,
} from '../../../src/alerting/notifications/deadman.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'
import { until } from '../../support/until.ts'

const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' })
const { admin } = app.database
let beats = 0
const watcher = createServer((_request, response) => {
  beats++
  response.end()
})
await new Promise<void>((resolve) => watcher.listen(0, '127.0.0.1', resolve))
afterAll(() => void watcher.close())
const { port } = watcher.address() as AddressInfo
const { postgres, log } = app.parts
const tasks = deadmanTasks({ config: { SITEWATCH_HEARTBEAT_URL: `http://127.0.0.1:${port}/` }, postgres, log })
const run = async (name: string): Promise<void> => {
  await tasks.find((task) => task.name === name)?.run({} as never)
}
const findProblem = async (): Promise<string | null> => {
  await run('canary')
  return findHealthProblem(await measureHealth(postgres))
}
const isHealthy = async (): Promise<boolean> => (await findProblem()) === null

/** A prober that counts as alive in the database. */
const insertProber = (name: string, location = '') =>
  admin.query(
    `insert into probers (name, location, seen_at) values ($1, $2, clock_timestamp() + interval '5 seconds')`,
    [name, location],
  )

async function makeMonitor({ key }: TestUser): Promise<number> {
  const json = { friendly_name: 'm', url: 'http://127.0.0.1:9/' }
  return (await app.call('POST', '/api/monitors', { key, json })).body.data.id
}

const makeLate = (monitor: number) =>
  admin.query('update monitor_state set next_due_at = clock_ms() - 90000 where monitor_id = $1', [monitor])

beforeEach(async () => {
  await admin.query('delete from users')
  await admin.query('delete from locations')
  await admin.query('delete from probers')
  await insertProber('here/1')
})

describe('the heartbeat of the service', () => {
  it('is sent while the service is healthy and the last canary job ran, and not otherwise', async () => {
    await admin.query('update canary set flipped_at = null')
    await run('heartbeat')
    expect(beats).toBe(1)
    // The canary job of that minute never ran.
    await run('heartbeat')
    expect(beats).toBe(1)
    await run('canary')
    await run('heartbeat')
    expect(beats).toBe(2)
  })

  it('queues the canary job in the same transaction', async () => {
    await measureHealth(postgres)
    const { rows } = await admin.query(`select 1 from graphile_worker.jobs where task_identifier = 'canary'`)
    expect(rows).toHaveLength(1)
  })

  it('stops when checks are late or an alert waits', async () => {
    const monitor = await makeMonitor(await app.makeUser())
    expect(await isHealthy()).toBe(true)
    await makeLate(monitor)
    expect(await findProblem()).toMatch(/^checks are up to 9\d s late$/)
    const figures: HealthFigures = {
      late_check_seconds: null,
      late_teams: 0,
      watched_teams: 0,
      late_alert_seconds: 301,
      silent_locations: [],
      is_offline: false,
      canary_seen: true,
    }
    expect(findHealthProblem(figures)).toContain('alert')
    expect(findHealthProblem({ ...figures, late_alert_seconds: 299 })).toBeNull()
  })

  it('stops when checks of several accounts are late, not when one account of many is', async () => {
    const monitors = []
    for (let n = 0; n < 3; n++) monitors.push(await makeMonitor(await app.makeUser()))
    await makeLate(monitors[0] ?? 0)
    expect(await findProblem()).toBeNull()
    await makeLate(monitors[1] ?? 0)
    expect(await findProblem()).toMatch(/late$/)
  })

  it('stops when no prober is alive, here or at a location that has checks', async () => {
    const user = await app.makeUser()
    const monitor = await makeMonitor(user)
    await admin.query(`insert into locations (name, token_hash) values ('frankfurt', 'x')`)
    expect(await findProblem()).toBeNull()
    await admin.query(
      `insert into monitor_state (team_id, monitor_id, location, type, status, interval_ms, phase_ms, next_due_at)
       values ($1, $2, 'frankfurt', 'http', 'pending', 60000, 0, clock_ms() + 60000)`,
      [user.id, monitor],
    )
    expect(await findProblem()).toBe('no prober of location frankfurt is running')
    await insertProber('there/1', 'frankfurt')
    expect(await findProblem()).toBeNull()
    await admin.query(`update probers set seen_at = clock_timestamp() - interval '1 minute' where location = ''`)
    expect(await findProblem()).toBe('no prober is running')
  })

  it('stops while no prober here reaches an anchor', async () => {
    await makeMonitor(await app.makeUser())
    const note = (name: string, is_online: boolean) =>
      postgres.asRole('prober', (tx) => tx.query(sql`select note_prober_online(${name}, ${is_online})`))
    await note('here/1', false)
    expect(await findProblem()).toContain('SITEWATCH_ANCHORS')
    await insertProber('here/2')
    await note('here/2', true)
    expect(await findProblem()).toBeNull()
  })

  it('stops when a running prober reports that the anchors do not answer', async () => {
    const config = { ...app.parts.config, SITEWATCH_ANCHORS: ['127.0.0.1:1'] }
    await makeMonitor(await app.makeUser())
    await admin.query('delete from probers')
    // A due check would run, and would count as late.
    await admin.query('update monitor_state set next_due_at = clock_ms() + 600000')
    const prober = await startProberRole({ ...app.parts, config })
    try {
      let problem: string | null = null
      const hasAnchorProblem = async () => {
        problem = await findProblem()
        return problem?.includes('anchor') ?? false
      }
      await until(hasAnchorProblem, 'it complains of the anchors')
      expect(problem).toContain('SITEWATCH_ANCHORS')
    } finally {
      await prober.stop()
    }
  })
})

describe('the heartbeat of the service, for the state of a single account', () => {
  const makeAlert = async (user: TestUser, providers = 1): Promise<number[]> => {
    const monitor = await makeMonitor(user)
    const ids: number[] = []
    for (let n = 0; n < providers; n++) {
      const json = { provider_type: 'slack', webhook_url: 'http://127.0.0.1:9/hook' }
      const provider_id = (await app.call('POST', '/api/providers', { key: user.key, json })).body.data.id
      await app.call('POST', `/api/monitors/${monitor}/notifications`, { key: user.key, json: { provider_id } })
      ids.push(provider_id)
    }
    await insertIncident(app, monitor, { announced: true })
    return ids
  }
  const wait = () => admin.query(`update deliveries set created_at = now() - interval '10 minutes'`)

  it.each<[name: string, act: (user: TestUser) => Promise<void>]>([
    [
      'a recipient who has not confirmed',
      async (user) => {
        const [id] = await makeAlert(user)
        await admin.query('update providers set confirmed_at = null where id = $1', [id])
      },
    ],
    [
      'a far side that asked to be left alone for a day',
      async (user) => {
        const [id] = await makeAlert(user)
        await admin.query(`update providers set retry_at = now() + interval '1 day' where id = $1`, [id])
      },
    ],
    [
      'a webhook that fails, with another message behind the one that is retried',
      async (user) => {
        const [id] = await makeAlert(user)
        await admin.query('update deliveries set attempts = 5 where provider_id = $1', [id])
        await admin.query(
          `insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind)
           select team_id, incident_id, monitor_id, provider_id, 'reminder' from deliveries where provider_id = $1`,
          [id],
        )
      },
    ],
    [
      'many webhooks that hang, of which one is being tried',
      async (user) => {
        const [id] = await makeAlert(user, 3)
        await admin.query('update deliveries set attempts = 1, attempt_started_at = now() where provider_id = $1', [id])
      },
    ],
    [
      'an account that is suspended',
      async (user) => {
        await makeAlert(user)
        await makeLate(await makeMonitor(user))
        await admin.query('update users set is_suspended = true where id = $1', [user.id])
      },
    ],
    [
      'a monitor whose location was removed',
      async (user) => {
        await admin.query(
          `insert into monitor_state (team_id, monitor_id, location, type, status, interval_ms, phase_ms, next_due_at)
           values ($1, $2, 'removed', 'http', 'up', 60000, 0, clock_ms() - 3600000)`,
          [user.id, await makeMonitor(user)],
        )
      },
    ],
  ])('does not stop because of %s', async (_name, act) => {
    await act(await app.makeUser())
    await wait()
    expect(await findProblem()).toBeNull()
  })

  it('does not stop for an alert that the account holds back', async () => {
    await makeAlert(await app.makeUser())
    await wait()
    expect(await findProblem()).toMatch(/^an alert has been pending for 60\d s$/)
  })
})

describe('the anchor watch', () => {
  it('records each result and survives an unreachable database', async () => {
    const noted: boolean[] = []
    const errors: unknown[] = []
    let verdict: 'online' | 'offline' = 'online'
    const watch = watchAnchors({
      ask: () => Promise.resolve(verdict),
      note(is_online) {
        noted.push(is_online)
        verdict = 'offline'
        return noted.length === 1 ? Promise.reject(new Error('away')) : Promise.resolve()
      },
      onError: (error) => errors.push(error),
      period_ms: 5,
    })
    await until(() => noted.length >= 2, 'noted twice')
    watch.stop()
    expect([noted.slice(0, 2), errors.length]).toEqual([[true, false], 1])
  })
})

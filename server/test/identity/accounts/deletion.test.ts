import { describe, expect, it } from 'vitest'
import { accountTasks } from '../../../src/identity/accounts/index.ts'
import { incidentTasks } from '../../../src/monitoring/incidents/index.ts'
import { sql } from '../../../src/platform/postgres/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { reportFigure } from '../../support/report.ts'
import { expectPromised } from '../../support/expect-promised.ts'

const app = await startApp()
const { admin } = app.database
const { cookie } = await app.makeAdministrator()

const MONITORS = 1000
const DELIVERIES = 60_000

/** An account with a long history: each monitor with one incident a year ago, and many deliveries. */
async function fill({ id }: TestUser, monitors: number, deliveries: number): Promise<void> {
  const client = await admin.connect()
  // Without triggers and foreign keys, which would only take time: no notification for each row, no check of references.
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
     select $1, 'm' || n, 'example.com', 'ping', 60, true, 5, '{}' from generate_series(1, $2::integer) n`,
    [id, monitors],
  )
  await client.query(
    `insert into monitor_state (team_id, monitor_id, interval_ms, phase_ms, type, status)
     select team_id, id, 60000, 0, 'ping', 'up' from monitors where team_id = $1`,
    [id],
  )
  await client.query(
    `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at, resolution)
     select team_id, id, 'icmp', 'No reply.', now() - interval '900 days', now() - interval '900 days',
       now() - interval '899 days', 'recovered' from monitors where team_id = $1`,
    [id],
  )
  await client.query(`insert into providers (team_id, provider_type, settings) values ($1, 'slack', '{}')`, [id])
  await client.query(
    `insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, sequence, status, sent_at)
     select i.team_id, i.id, i.monitor_id, p.id, 'reminder', n, 'sent', now()
     from incidents i join providers p on p.team_id = i.team_id, generate_series(1, $2::integer / $3::integer) n
     where i.team_id = $1`,
    [id, deliveries, monitors],
  )
  client.release(true)
}

const count = async (table: string, team_id: number): Promise<number> => {
  const column = table === 'users' ? 'id' : 'team_id'
  const { rows } = await admin.query(`select count(*)::integer as n from ${table} where ${column} = $1`, [team_id])
  return (rows[0] as { n: number }).n
}

const OWNED = ['deliveries', 'incidents', 'monitor_state', 'monitors', 'providers', 'websites', 'api_keys', 'users']

describe('DELETE /api/account of a large account', () => {
  it('answers at once, refuses its key, session and sign-in, and deletes everything in the background', async () => {
    const user = await app.makeUser()
    const neighbour = await app.makeUser()
    await fill(user, MONITORS, DELIVERIES)
    await fill(neighbour, 10, 100)
    await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'example.com' } })
    const session = await app.makeSession(user.id)
    const began_ms = performance.now()
    const deleted = await app.call('DELETE', '/api/account', { cookie: session, json: { password: user.password } })
    const took_ms = performance.now() - began_ms
    expect(deleted.body).toEqual({ data: { object: 'user', id: user.id, deleted: true } })
    expectPromised(took_ms, 2000)
    expectProblem(await app.call('GET', '/api/monitors', { key: user.key }), 'unauthenticated')
    expectProblem(await app.call('GET', '/api/account', { cookie: session }), 'unauthenticated')
    const { email, password } = user
    expectProblem(await app.call('POST', '/api/session', { json: { email, password } }), 'unauthenticated')

    const listed = await app.call('GET', `/api/users/${user.id}`, { cookie })
    expect(listed.body.data).toMatchObject({ is_suspended: true, deletion_progress_percent: 0 })
    expect(listed.body.data.deletion_started_at).toEqual(expect.any(String))
    expectProblem(
      await app.call('PATCH', `/api/users/${user.id}`, { cookie, json: { is_suspended: false } }),
      'not_found',
    )

    const worker = await startWorkerRole(app.parts)
    const seen = new Set<number>()
    await expect
      .poll(
        async () => {
          const { status, body } = await app.call('GET', `/api/users/${user.id}`, { cookie })
          if (status === 200) seen.add(body.data.deletion_progress_percent as number)
          return status
        },
        { interval: 20 },
      )
      .toBe(404)
    await worker.stop()
    reportFigure(
      `deleting ${DELIVERIES} deliveries: answered in ${took_ms.toFixed(0)} ms, progress seen ${seen.size} times`,
    )
    expect([...seen].some((percent) => percent > 0)).toBe(true)
    for (const table of OWNED) expect(await count(table, user.id), table).toBe(0)
    expect(await count('deliveries', neighbour.id)).toBe(100)
    expect(await count('monitors', neighbour.id)).toBe(10)
  })

  it('frees the address at once, so that the person can sign up again', async () => {
    const open = await startApp({ SITEWATCH_SIGNUP: 'open' }, { database: app.database })
    const user = await app.makeUser()
    await app.call('DELETE', `/api/users/${user.id}`, { cookie })
    const again = await open.call('POST', '/api/account', { json: { email: user.email, password: user.password } })
    expect(again.status).toBe(201)
    expect(again.body.data.user.id).not.toBe(user.id)
  })

  it('continues after an interrupted step, and never changes an account that is not closed', async () => {
    const user = await app.makeUser()
    await fill(user, 5, 50)
    const task = accountTasks(app.parts).find(({ name }) => name === 'delete_team')
    await task?.run({ team_id: user.id } as never)
    expect(await count('deliveries', user.id)).toBe(50)
    await expect(
      app.parts.postgres.asRole('worker', (tx) => tx.execute(sql`delete from providers where team_id = ${user.id}`)),
    ).resolves.toBe(0)
    await app.call('DELETE', `/api/users/${user.id}`, { cookie })
    await task?.run({ team_id: user.id } as never)
    expect(await count('users', user.id)).toBe(0)
  })
})

describe('the retention of incidents', () => {
  it('deletes resolved incidents and their deliveries when it ends, but never open incidents', async () => {
    const user = await app.makeUser()
    await fill(user, 4, 40)
    const [kept, open] = (
      await admin.query<{ id: string }>('select id from incidents where team_id = $1 order by id', [user.id])
    ).rows
    await admin.query(`update incidents set resolved_at = now() - interval '700 days' where id = $1`, [kept?.id])
    await admin.query(`update incidents set resolved_at = null, resolution = null where id = $1`, [open?.id])
    await admin.query(
      `insert into monitor_unobserved (team_id, monitor_id, from_at, to_at, reason)
       select team_id, id, now() - days * interval '1 day', now() - (days - 1) * interval '1 day', 'paused'
       from monitors, unnest(array[800, 100]) days where team_id = $1`,
      [user.id],
    )
    await admin.query(
      `update monitors set deleted_at = now() - interval '890 days' where id = (select max(id) from monitors where team_id = $1)`,
      [user.id],
    )
    await admin.query(
      `insert into notices (team_id, monitor_id, kind, p95_ms, slow_ms, created_at)
       select team_id, min(id), 'slow_started', 900, 500, now() - age from monitors, unnest(array[interval '731 days', '700 days']) age
       where team_id = $1 group by team_id, age`,
      [user.id],
    )
    const [task] = incidentTasks({ ...app.parts, clock: { now: () => new Date() } })
    await task?.run({} as never)
    const { rows } = await admin.query<{ id: string }>('select id from incidents where team_id = $1 order by id', [
      user.id,
    ])
    expect(rows.map((row) => row.id)).toEqual([kept?.id, open?.id])
    expect(await count('deliveries', user.id)).toBe(20)
    expect(await count('monitor_unobserved', user.id)).toBe(3)
    expect(await count('notices', user.id)).toBe(1)
    expect(await count('monitors', user.id)).toBe(3)
  })
})

describe('DELETE /api/providers/:id', () => {
  it('deletes a provider with many deliveries within the request', async () => {
    const user = await app.makeUser()
    await fill(user, 100, DELIVERIES)
    const { rows } = await admin.query<{ id: string }>('select id from providers where team_id = $1', [user.id])
    const began_ms = performance.now()
    expect((await app.call('DELETE', `/api/providers/${rows[0]?.id}`, { key: user.key })).status).toBe(200)
    const took_ms = performance.now() - began_ms
    reportFigure(`deleting a provider with ${DELIVERIES} deliveries: ${took_ms.toFixed(0)} ms`)
    expectPromised(took_ms, 5000)
    expect(await count('deliveries', user.id)).toBe(0)
  })
})

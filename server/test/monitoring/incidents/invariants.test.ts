// What the database itself refuses, whatever code writes: tested with raw SQL, without our own code.
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'

const app = await startApp()
const { admin } = app.database

async function makeMonitor() {
  const caller = await makeCaller(app)
  const id = await caller.make('/api/monitors', { friendly_name: 'a', url: 'https://a.example' })
  return { team_id: caller.user.id, id, caller }
}

/** Times are hours of a day in the past. */
const insert = (monitor: { team_id: number; id: number }, from: number, to: number | null) =>
  admin.query(
    `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at, resolution)
     select $1, $2, 'connect', 'x', at, at, '2026-01-01Z'::timestamptz + $4 * interval '1 hour', case when $4::int is not null then 'recovered' end
     from (select '2026-01-01Z'::timestamptz + $3 * interval '1 hour' as at) as start`,
    [monitor.team_id, monitor.id, from, to],
  )
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { code: string; constraint?: string }) => `${error.code} ${error.constraint ?? ''}`.trim(),
  )

describe('incidents of one monitor', () => {
  it('are open at most once, enforced by a unique index', async () => {
    const monitor = await makeMonitor()
    await insert(monitor, 1, null)
    expect(await refusal(insert(monitor, 1, null))).toMatch(/^23(505|P01) incidents_/)
    const client = await admin.connect()
    try {
      await client.query('begin; alter table incidents drop constraint incidents_do_not_overlap')
      const again = `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
        values ($1, $2, 'connect', 'x', now(), now())`
      expect(await refusal(client.query(again, [monitor.team_id, monitor.id]))).toBe('23505 incidents_one_open')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it.each([
    ['the same', 2, 4],
    ['one within', 3, 3.5],
    ['one around', 1, 5],
    ['one across the beginning', 1, 3],
    ['one across the end', 3, 5],
    ['an open one that began before', 1, null],
  ])('never overlap: %s', async (_, from, to) => {
    const monitor = await makeMonitor()
    await insert(monitor, 2, 4)
    expect(await refusal(insert(monitor, from, to))).toBe('23P01 incidents_do_not_overlap')
  })

  it('may touch, and may overlap those of another monitor', async () => {
    const monitor = await makeMonitor()
    await insert(monitor, 2, 4)
    expect(await refusal(insert(monitor, 4, 5))).toBe('taken')
    expect(await refusal(insert(monitor, 1, 2))).toBe('taken')
    expect(await refusal(insert(await makeMonitor(), 2, 4))).toBe('taken')
  })

  it('cannot be changed to overlap', async () => {
    const monitor = await makeMonitor()
    await insert(monitor, 2, 4)
    await insert(monitor, 5, 6)
    const move = `update incidents set started_at = started_at - interval '2 hours' where monitor_id = $1 and started_at = '2026-01-01 05:00Z'`
    expect(await refusal(admin.query(move, [monitor.id]))).toBe('23P01 incidents_do_not_overlap')
  })

  it('are open at most once with eight concurrent writers', async () => {
    const monitor = await makeMonitor()
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => refusal(insert(monitor, n, null))))
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1)
  })

  it('end after they start, and have a resolution', async () => {
    const monitor = await makeMonitor()
    expect(await refusal(insert(monitor, 4, 2))).toMatch(/^(22000|23514)/)
    const unexplained = `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at)
      values ($1, $2, 'connect', 'x', now(), now(), now())`
    expect(await refusal(admin.query(unexplained, [monitor.team_id, monitor.id]))).toMatch(/^23514/)
  })
})

describe('rows of two owners', () => {
  it('cannot be joined by any foreign key', async () => {
    const [one, two] = [await makeMonitor(), await makeMonitor()]
    const provider = await two.caller.make('/api/providers', {
      provider_type: 'email',
      recipient_email: 'a@example.com',
    })
    const website = await two.caller.make('/api/v1/websites', { domain: 'two.example' })
    const { team_id, id } = one
    const tries = [
      admin.query('insert into assignments (team_id, monitor_id, provider_id) values ($1, $2, $3)', [
        team_id,
        id,
        provider,
      ]),
      admin.query('insert into assignments (team_id, monitor_id, provider_id) values ($1, $2, $3)', [
        two.team_id,
        id,
        provider,
      ]),
      admin.query('update monitors set website_id = $2 where id = $1', [id, website]),
      admin.query('update monitors set team_id = $2 where id = $1', [id, two.team_id]),
      insert({ team_id: two.team_id, id }, 1, 2),
    ]
    for (const outcome of await Promise.all(tries.map(refusal))) expect(outcome).toMatch(/^23503/)
  })

  it('are protected by row-level security, which is enabled and forced for every table with an owner', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id'
       where c.relnamespace = 'sitewatch'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
    )
    expect(rows).toEqual([])
  })
})

describe('a monitor in the database', () => {
  it.each([
    ['of a type that is no name', `type = 'Not a type'`],
    ['an interval of 0', 'interval_seconds = 0'],
    ['a timeout of 61', 'timeout_seconds = 61'],
  ])('cannot be %s', async (_, set) => {
    const { id } = await makeMonitor()
    expect(await refusal(admin.query(`update monitors set ${set} where id = $1`, [id]))).toMatch(/^23514/)
  })
})

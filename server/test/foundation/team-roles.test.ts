import { type TeamRole, TEAM_ROLES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { EntryRefused, NotAMember, RoleChanged, sql, sqlState, type UserTx } from '../../src/platform/postgres/index.ts'
import { startApp } from '../support/app.ts'
import { addMember, makeTeam, type Member } from '../support/teams.ts'

const app = await startApp()
const { postgres } = app.parts
const { admin } = app.database
const owner = await makeTeam(app)
const call = (path: string, json: unknown) => app.call('POST', path, { key: owner.key, json })
const website = (await call('/api/v1/websites', { domain: 'shared.example.com' })).body.data.id as number
const hidden = (await call('/api/v1/websites', { domain: 'hidden.example.com' })).body.data.id as number
const monitorOf = async (website_id: number | null): Promise<number> =>
  (
    await call('/api/monitors', {
      friendly_name: 'one',
      url: 'https://example.com/',
      ...(website_id !== null && { website_id }),
    })
  ).body.data.id
const monitor = await monitorOf(website)
const otherMonitors = [await monitorOf(hidden), await monitorOf(null)]

const enter = <T>(member: Member, fn: (tx: UserTx) => Promise<T>, role = member.role): Promise<T> =>
  postgres.asUser({ user_id: member.id, team_id: member.team_id, role, key_id: member.key_id }, fn)
const refusal = (attempt: Promise<unknown>): Promise<string | undefined> =>
  attempt.then(
    () => 'done',
    (error: unknown) => sqlState(error) ?? String(error),
  )

const members = new Map<TeamRole, Member>([['owner', owner]])
for (const role of TEAM_ROLES.slice(1))
  members.set(role, await addMember(app, owner.team_id, role, role === 'guest' ? [website] : []))
const memberOf = (role: TeamRole): Member => members.get(role) ?? owner

describe('a transaction of a team', () => {
  const writes = [
    [
      'an insert',
      (tx: UserTx) =>
        tx.execute(
          sql`insert into websites (team_id, domain, tracking_id) values (${tx.team_id}, 'new.example.com', '0123456789abcdef')`,
        ),
    ],
    ['an update', (tx: UserTx) => tx.execute(sql`update websites set timezone = 'Asia/Tokyo' where id = ${website}`)],
    ['a deletion', (tx: UserTx) => tx.execute(sql`delete from monitors where id = ${monitor}`)],
    ['a function that writes as the worker', (tx: UserTx) => tx.query(sql`select retry_delivery(1)`)],
  ] as const
  const rollBack = new Error('rolled back')

  it.each(writes)('of an editor may write: %s', async (_what, write) => {
    const attempt = enter(memberOf('editor'), async (tx) => {
      await write(tx)
      throw rollBack
    })
    await expect(attempt).rejects.toBe(rollBack)
  })

  it.each(writes)('of a viewer is refused by Postgres: %s', async (_what, write) => {
    expect(await refusal(enter<unknown>(memberOf('viewer'), write))).toBe('42501')
  })

  it.each(writes)('of a guest is refused by Postgres: %s', async (_what, write) => {
    expect(await refusal(enter<unknown>(memberOf('guest'), write))).toBe('42501')
  })

  it.each(TEAM_ROLES)('of %s may write the person’s own settings', async (role) => {
    const member = memberOf(role)
    await enter(member, async (tx) => {
      await tx.execute(sql`
        insert into website_preferences (team_id, user_id, website_id, favorite) values (${tx.team_id}, ${tx.user_id}, ${website}, true)`)
    })
    const { rows } = await admin.query('select favorite from website_preferences where user_id = $1', [member.id])
    expect(rows).toEqual([{ favorite: true }])
    const another = enter(member, (tx) =>
      tx.execute(
        sql`insert into website_preferences (team_id, user_id, website_id) values (${tx.team_id}, ${role === 'owner' ? memberOf('admin').id : owner.id}, ${hidden})`,
      ),
    )
    expect(await refusal(another)).toBe('42501')
  })

  it.each(['editor', 'viewer', 'guest'] as const)('of %s cannot change members or invitations', async (role) => {
    const changed = enter(memberOf(role), (tx) =>
      tx.execute(sql`update memberships set role = 'owner' where user_id = ${tx.user_id}`),
    )
    expect(['42501', 'done']).toContain(await refusal(changed))
    const removed = enter(memberOf(role), (tx) =>
      tx.execute(sql`delete from memberships where user_id <> ${tx.user_id}`),
    )
    await removed.catch(() => undefined)
    const invited = enter(memberOf(role), (tx) =>
      tx.execute(
        sql`insert into team_invitations (team_id, email, role, invited_by, expires_at) values (${tx.team_id}, 'a@example.com', 'owner', 'x', now())`,
      ),
    )
    expect(await refusal(invited)).toBe('42501')
    const { rows } = await admin.query('select role from memberships where team_id = $1 order by user_id', [
      owner.team_id,
    ])
    expect(rows.map((row: { role: string }) => row.role)).toEqual(['owner', 'admin', 'editor', 'viewer', 'guest'])
  })

  it('of an admin can neither add nor remove an owner', async () => {
    const promoted = enter(memberOf('admin'), (tx) =>
      tx.execute(sql`update memberships set role = 'owner' where user_id = ${tx.user_id}`),
    )
    expect(await refusal(promoted)).toBe('42501')
    const removed = await enter(memberOf('admin'), (tx) =>
      tx.execute(sql`delete from memberships where user_id = ${owner.id}`),
    )
    expect(removed).toBe(0)
  })
})

describe('a guest', () => {
  const read = <Row>(statement: Parameters<UserTx['query']>[0]) =>
    enter(memberOf('guest'), (tx) => tx.query(statement)) as Promise<Row[]>

  it('sees the chosen websites and what belongs to them, and nothing else of the team', async () => {
    expect(await read(sql`select id from websites`)).toEqual([{ id: website }])
    const { rows: all } = await admin.query<{ id: string }>('select id from monitors where team_id = $1', [
      owner.team_id,
    ])
    expect(all.map(({ id }) => Number(id))).toEqual(expect.arrayContaining([monitor, ...otherMonitors]))
    expect(await read(sql`select id from monitors`)).toEqual([{ id: monitor }])
    expect(await read(sql`select distinct monitor_id as id from monitor_state`)).toEqual([{ id: monitor }])
    const { rows } = await admin.query<{ name: string }>(
      `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id'
       where c.relnamespace = 'sitewatch'::regnamespace and c.relkind = 'r' and has_table_privilege('sitewatch_user', c.oid, 'select')
         and c.relname not in ('monitors', 'monitor_state', 'memberships', 'guest_websites', 'api_keys', 'idempotency', 'website_preferences')`,
    )
    expect(rows.length).toBeGreaterThan(10)
    await admin.query(`insert into providers (team_id, provider_type, settings) values ($1, 'slack', '{}')`, [
      owner.team_id,
    ])
    for (const { name } of rows) expect(await read({ text: `select 1 from ${name}`, values: [] }), name).toEqual([])
  })

  it('sees no other member', async () => {
    expect(await read(sql`select user_id from memberships where team_id = ${owner.team_id}`)).toEqual([
      { user_id: memberOf('guest').id },
    ])
    expect(await refusal(read(sql`select * from list_members()`))).toBe('42501')
  })
})

describe('a transaction of a member', () => {
  it('is refused with a role other than that of the member', async () => {
    await expect(enter(memberOf('viewer'), async (tx) => tx.query(sql`select 1`), 'editor')).rejects.toBeInstanceOf(
      RoleChanged,
    )
  })

  it('is refused for a key of a removed member, and for a session that names another team', async () => {
    const gone = await addMember(app, owner.team_id, 'editor')
    const stranger = await app.makeUser()
    await admin.query('delete from memberships where team_id = $1 and user_id = $2', [owner.team_id, gone.id])
    const byKey = enter(gone, async (tx) => tx.query(sql`select 1`))
    await expect(byKey).rejects.toBeInstanceOf(EntryRefused)
    await expect(byKey).rejects.not.toBeInstanceOf(NotAMember)
    await app.makeSession(stranger.id)
    const { rows } = await admin.query<{ id: string }>('select max(id) as id from sessions where user_id = $1', [
      stranger.id,
    ])
    const entry = {
      user_id: stranger.id,
      team_id: owner.team_id,
      role: 'viewer',
      session_id: Number(rows[0]?.id),
    } as const
    await expect(postgres.asUser(entry, async (tx) => tx.query(sql`select 1`))).rejects.toBeInstanceOf(NotAMember)
  })

  it('delays the removal of the member until it ends, and nothing is written after it', async () => {
    const leaving = await addMember(app, owner.team_id, 'editor')
    const order: string[] = []
    let removal: Promise<unknown> | undefined
    await enter(leaving, async (tx) => {
      await tx.query(sql`select 1`)
      removal = admin
        .query('delete from memberships where team_id = $1 and user_id = $2', [owner.team_id, leaving.id])
        .then(() => order.push('removed'))
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
      await tx.execute(sql`update websites set timezone = 'Europe/Paris' where id = ${website}`)
      order.push('written')
    })
    await removal
    expect(order).toEqual(['written', 'removed'])
    await expect(enter(leaving, async (tx) => tx.query(sql`select 1`))).rejects.toBeInstanceOf(EntryRefused)
  })
})

describe('a team', () => {
  it('keeps its last owner, also when two leave at the same time', async () => {
    const first = await makeTeam(app)
    const second = await addMember(app, first.team_id, 'owner')
    const leave = (member: Member) =>
      refusal(
        enter(member, (tx) =>
          tx.execute(sql`delete from memberships where user_id = ${tx.user_id} and team_id = ${tx.team_id}`),
        ),
      )
    expect((await Promise.all([leave(first), leave(second)])).sort()).toEqual(['SW409', 'done'])
    const demoted = admin.query(`update memberships set role = 'viewer' where team_id = $1`, [first.team_id])
    expect(await refusal(demoted)).toBe('SW409')
  })

  it('is suspended while all its owners are suspended', async () => {
    const first = await makeTeam(app)
    const second = await addMember(app, first.team_id, 'owner')
    const viewer = await addMember(app, first.team_id, 'viewer')
    const suspend = (user: { id: number }, is: boolean) =>
      admin.query('update users set is_suspended = $2 where id = $1', [user.id, is])
    const isOpen = () =>
      enter(viewer, (tx) => tx.query(sql`select 1`)).then(
        () => true,
        () => false,
      )
    await suspend(first, true)
    expect(await isOpen()).toBe(true)
    await suspend(second, true)
    expect(await isOpen()).toBe(false)
    await suspend(first, false)
    expect(await isOpen()).toBe(true)
  })
})

describe('a personal team', () => {
  it('has no other owner and cannot be left, and may have other members', async () => {
    const user = await app.makeUser()
    const colleague = await addMember(app, user.id, 'admin')
    const entry = { user_id: user.id, team_id: user.id, role: 'owner', key_id: user.key_id } as const
    const change = (role: string) =>
      postgres.asUser(entry, (tx) =>
        tx.execute(sql`update memberships set role = ${role} where user_id = ${colleague.id} and team_id = ${user.id}`),
      )
    expect(await refusal(change('owner'))).toBe('SW409')
    expect(await change('editor')).toBe(1)
    const left = postgres.asUser(entry, (tx) => tx.execute(sql`delete from memberships where user_id = ${user.id}`))
    expect(await refusal(left)).toBe('SW409')
  })
})

import { AuditEntry } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { auditLogTasks } from '../../../src/identity/audit-log/index.ts'
import { accountTasks } from '../../../src/identity/accounts/index.ts'
import { type RoleName, sql, sqlState, type UserTx } from '../../../src/platform/postgres/index.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { runSitewatch } from '../../support/sitewatch.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { addMember, makeTeam } from '../../support/teams.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url })
const { postgres } = app.parts
const { admin } = app.database

const list = async (user: Pick<TestUser, 'key'>, query = ''): Promise<AuditEntry[]> => {
  const { status, body, text } = await app.call('GET', `/api/audit-log${query}`, { key: user.key })
  expect(status, text).toBe(200)
  return body.data
}
const write = (user: Pick<TestUser, 'key'>, method: string, where: string, json?: object, headers = {}) =>
  app.call(method, where, { key: user.key, headers, ...(json && { json }) })
const MONITOR = { friendly_name: 'Shop', url: 'https://example.com/', is_active: false }
const makeMonitor = async (user: Pick<TestUser, 'key'>, more = {}): Promise<number> =>
  (await write(user, 'POST', '/api/monitors', { ...MONITOR, ...more })).body.data.id

describe('GET /api/audit-log', () => {
  it('shows who changed which fields of which record, newest first', async () => {
    const user = await app.makeUser()
    const id = await makeMonitor(user)
    await write(user, 'PUT', `/api/monitors/${id}`, { interval: 120, friendly_name: 'Web shop' })
    const cookie = await app.makeSession(user.id)
    await app.call('DELETE', `/api/monitors/${id}`, { cookie })
    const entries = await list(user)
    for (const entry of entries) expect(AuditEntry.safeParse(entry).error).toBeUndefined()
    expect(entries.map(({ action }) => action)).toEqual(['monitor.deleted', 'monitor.updated', 'monitor.created'])
    expect(entries[0]).toMatchObject({
      actor_type: 'user',
      actor_id: user.id,
      actor_name: user.email,
      record_type: 'monitor',
      record_id: id,
      record_name: 'Web shop',
      changes: [],
      ip_address: '127.0.0.1',
    })
    expect(entries[1]).toMatchObject({ actor_type: 'api_key', actor_id: user.key_id, user_id: user.id })
    expect(entries[1]?.changes).toEqual([
      { field: 'friendly_name', before: 'Shop', after: 'Web shop' },
      { field: 'interval', before: 60, after: 120 },
    ])
    expect(entries[2]?.changes).toContainEqual({ field: 'url', before: null, after: 'https://example.com/' })
  })

  it('filters by actor, action, record and time, and pages', async () => {
    const owner = await makeTeam(app)
    const editor = await addMember(app, owner.team_id, 'editor')
    const [one, two] = [await makeMonitor(owner), await makeMonitor(editor)]
    await write(editor, 'PUT', `/api/monitors/${one}`, { interval: 300 })
    const ids = async (query: string) => (await list(owner, query)).map(({ action, record_id }) => [action, record_id])
    expect(await ids(`?record_type=monitor&record_id=${one}`)).toEqual([
      ['monitor.updated', one],
      ['monitor.created', one],
    ])
    expect(await ids(`?user_id=${editor.id}`)).toEqual([
      ['monitor.updated', one],
      ['monitor.created', two],
    ])
    expect(await ids(`?api_key_id=${owner.key_id}&actor_type=api_key`)).toEqual([['monitor.created', one]])
    expect(await ids('?action=monitor.updated')).toEqual([['monitor.updated', one]])
    expect(await ids('?from=2999-01-01T00:00:00Z')).toEqual([])
    expect(await ids('?to=2999-01-01T00:00:00Z&pageSize=1&page=3')).toEqual([['monitor.created', one]])
    expectProblem(await app.call('GET', `/api/audit-log?record_id=${one}`, { key: owner.key }), 'validation_failed')
  })

  it('requires the scope audit:read and the role admin or owner', async () => {
    const owner = await makeTeam(app)
    const { key } = await app.makeKey(owner.id, ['monitors:read'])
    expectProblem(await app.call('GET', '/api/audit-log', { key }), 'insufficient_scope')
    const editor = await addMember(app, owner.team_id, 'editor')
    expectProblem(await app.call('GET', '/api/audit-log', { key: editor.key }), 'insufficient_role')
    const other = await addMember(app, owner.team_id, 'admin')
    expect((await app.call('GET', '/api/audit-log', { key: other.key })).status).toBe(200)
  })

  it("shows no entry of another team, not even the same person's", async () => {
    const owner = await makeTeam(app)
    const stranger = await app.makeUser()
    await makeMonitor(owner)
    await write(stranger, 'POST', '/api/v1/websites', { domain: 'theirs.example.com' })
    expect((await list(owner)).map(({ action }) => action)).toEqual(['monitor.created'])
    const personal = await app.makeKey(owner.id, ['audit:read'])
    expect(await list(personal)).toEqual([])
    expect((await list(stranger)).map(({ record_name }) => record_name)).toEqual(['theirs.example.com'])
  })
})

describe('a request in the audit log', () => {
  it('leaves no entry when it changes nothing, and one when it is repeated with the same Idempotency-Key', async () => {
    const user = await app.makeUser()
    const headers = { 'idempotency-key': 'once' }
    const made = await write(user, 'POST', '/api/monitors', MONITOR, headers)
    await write(user, 'POST', '/api/monitors', MONITOR, headers)
    const id = made.body.data.id as number
    await write(user, 'PUT', `/api/monitors/${id}`, { interval: 60, friendly_name: 'Shop' })
    await write(user, 'PUT', `/api/monitors/${id}`, {})
    const provider = await write(user, 'POST', '/api/providers', {
      provider_type: 'email',
      recipient_email: user.email,
    })
    const json = { provider_id: provider.body.data.id as number }
    await write(user, 'POST', `/api/monitors/${id}/notifications`, json)
    await write(user, 'POST', `/api/monitors/${id}/notifications`, json)
    await write(user, 'POST', `/api/monitors/${id}/notifications`, { ...json, enabled: false })
    const entries = await list(user)
    expect(entries.map(({ action }) => action)).toEqual([
      'monitor.provider_assigned',
      'monitor.provider_assigned',
      'provider.created',
      'monitor.created',
    ])
    expect(entries[0]).toMatchObject({
      record_type: 'monitor',
      record_id: id,
      record_name: 'Shop',
      changes: [{ field: 'enabled', before: true, after: false }],
    })
  })

  it('leaves an entry for an export, and none for a query of figures', async () => {
    const user = await app.makeUser()
    await makeMonitor(user, { friendly_name: '=cmd, "quoted"' })
    const about = await app.call('GET', '/api/audit-log/export', { key: user.key })
    expect(about.body.data).toMatchObject({ object: 'audit_log_export', entries: 1 })
    const csv = await app.call('GET', '/api/audit-log/export?format=csv&record_type=monitor', { key: user.key })
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const [head, line, end] = csv.text.split('\r\n')
    expect(head?.split(',')).toEqual(about.body.data.columns)
    expect(line).toContain(`"'=cmd, ""quoted"""`)
    expect(end).toBe('')
    const lines = await app.call('GET', '/api/audit-log/export?format=ndjson', { key: user.key })
    const actions = lines.text
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as AuditEntry).action)
    expect(actions).toEqual(['audit_log.exported', 'audit_log.exported', 'monitor.created'])
    expect(lines.text).toContain('{"field":"url","before":null,"after":"https://example.com/"}')
  })
})

describe('an entry of the audit log', () => {
  const SERVING = ['auth', 'admin', 'prober', 'collector'] as const satisfies readonly RoleName[]
  const refusal = (attempt: Promise<unknown>): Promise<string | undefined> =>
    attempt.then(
      (value) => `done: ${JSON.stringify(value)}`,
      (error: unknown) => sqlState(error) ?? String(error),
    )

  it('cannot be changed or deleted by any role that serves requests', async () => {
    const owner = await makeTeam(app)
    await makeMonitor(owner)
    const entry = { user_id: owner.id, team_id: owner.team_id, role: 'owner', key_id: owner.key_id } as const
    const change = sql`update audit_log set actor_name = 'somebody else'`
    const remove = sql`delete from audit_log where team_id = ${owner.team_id}`
    for (const statement of [change, remove, sql`truncate audit_log`]) {
      expect(await refusal(postgres.asUser(entry, (tx) => tx.execute(statement)))).toBe('42501')
      for (const role of [...SERVING, ...(statement === remove ? [] : (['worker'] as const))])
        expect(await refusal(postgres.asRole(role, (tx) => tx.execute(statement))), role).toBe('42501')
    }
    expect(await postgres.asRole('worker', (tx) => tx.execute(remove))).toBe(0)
    expect(await list(owner)).toHaveLength(1)
  })

  it('can only be written for the acting user and team', async () => {
    const owner = await makeTeam(app)
    const stranger = await app.makeUser()
    const entry = { user_id: owner.id, team_id: owner.team_id, role: 'owner', key_id: owner.key_id } as const
    const insert = (team_id: number, user_id: number) => (tx: UserTx) =>
      tx.execute(sql`
        insert into audit_log (team_id, action, actor_type, actor_name, user_id, record_type, record_name)
        values (${team_id}, 'monitor.deleted', 'user', 'x', ${user_id}, 'monitor', 'x')`)
    expect(await refusal(postgres.asUser(entry, insert(stranger.id, owner.id)))).toBe('42501')
    expect(await refusal(postgres.asUser(entry, insert(owner.team_id, stranger.id)))).toBe('42501')
    expect(await refusal(postgres.asUser(entry, insert(owner.team_id, owner.id)))).toBe('done: 1')
  })

  it('is deleted after SITEWATCH_AUDIT_DAYS, in batches', async () => {
    const user = await app.makeUser()
    await makeMonitor(user)
    await admin.query(
      `insert into audit_log (team_id, action, actor_type, actor_name, record_type, record_name, created_at)
       select $1, 'monitor.updated', 'user', 'x', 'monitor', 'x', now() - interval '366 days' from generate_series(1, 2500)`,
      [user.id],
    )
    const [task] = auditLogTasks({ ...app.parts, clock: { now: () => new Date() } })
    await task?.run({} as never)
    const remaining = await list(user)
    expect(remaining.map(({ action }) => action)).toEqual(['monitor.created'])
  })
})

describe('signing in', () => {
  it('leaves an entry in the log of the personal team, also when it fails', async () => {
    const user = await app.makeUser()
    const signIn = (password: string) => app.call('POST', '/api/session', { json: { email: user.email, password } })
    expectProblem(await signIn('wrong horse battery'), 'unauthenticated')
    expect((await signIn(user.password)).status).toBe(201)
    const unknown = await app.call('POST', '/api/session', { json: { email: 'nobody@example.com', password: 'x' } })
    expectProblem(unknown, 'unauthenticated')
    const [signedIn, failed] = await list(user)
    expect(signedIn).toMatchObject({ action: 'session.created', actor_type: 'user', record_name: user.email })
    expect(failed).toMatchObject({
      action: 'session.failed',
      actor_type: 'anonymous',
      actor_id: null,
      user_id: null,
      record_name: user.email,
      ip_address: '127.0.0.1',
    })
  })

  it('with a password reset leaves an entry when the link is created', async () => {
    const user = await app.makeUser()
    await app.call('POST', '/api/password-resets', { json: { email: user.email } })
    const { rows } = await admin.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'send_password_reset' and (payload ->> 'user_id')::bigint = $1`,
      [user.id],
    )
    const task = accountTasks(app.parts).find(({ name }) => name === 'send_password_reset')
    await task?.run(task.payload.parse(rows[0]?.payload))
    const requested = { action: 'user.password_reset_requested', actor_type: 'anonymous', ip_address: '127.0.0.1' }
    expect((await list(user))[0]).toMatchObject(requested)
  })
})

describe('deleting an account', () => {
  it('leaves an entry in the log of every team that the person was a member of', async () => {
    const owner = await makeTeam(app)
    const editor = await addMember(app, owner.team_id, 'editor')
    const { cookie, password } = editor
    expect((await app.call('DELETE', '/api/account', { cookie, json: { password } })).status).toBe(200)
    expect(await list(owner)).toMatchObject([
      { action: 'team_member.removed', actor_type: 'system', record_id: editor.id, record_name: editor.email },
    ])
  })
})

describe('a command on the server', () => {
  it('is the actor of what it changes', async () => {
    const user = await app.makeUser()
    const env = { DATABASE_URL: app.database.url, SITEWATCH_SECRET: TEST_SECRET }
    const sitewatch = (...args: string[]) => runSitewatch(args, { env })
    const key = ['key', 'create', '--email', user.email, '--name', 'CI', '--scopes', 'monitors:read']
    const outcomes = [
      await sitewatch('user', 'password', '--email', user.email, '--password', 'another horse'),
      await sitewatch(...key),
    ]
    for (const { code, stderr } of outcomes) expect(code, stderr).toBe(0)
    expect(await list(user)).toMatchObject([
      { action: 'api_key.created', actor_type: 'operator', actor_name: 'sitewatch key create', record_name: 'CI' },
      { action: 'user.password_reset', actor_type: 'operator', user_id: null, record_name: user.email },
    ])
  })
})

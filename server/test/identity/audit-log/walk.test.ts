import { type Route, ROUTES } from '@sitewatch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { makeFolder } from '../../analytics/stats/context.ts'
import { prepareCall } from './operations.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_DATA_DIR: makeFolder(), SITEWATCH_SIGNUP: 'open' })
const { admin } = app.database

interface Entry {
  id: number
  team_id: number
  action: string
  actor_type: string
  actor_id: number | null
  actor_name: string
  user_id: number
  record_type: string
  record_id: number | null
  record_name: string
  changes: { field: string; before: unknown; after: unknown }[]
  ip_address: string | null
  transaction: string
}

async function listSince(id: number): Promise<Entry[]> {
  const { rows } = await admin.query<Entry>(
    `select id::int, team_id::int, action, actor_type, actor_id::int, actor_name, user_id::int, record_type, record_id::int, record_name,
       changes, ip_address, xmin::text as transaction
     from audit_log where id > $1 order by id`,
    [id],
  )
  return rows
}

const lastId = async (): Promise<number> =>
  Number((await admin.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log')).rows[0]?.id)

/** From here on, every statement that writes is recorded with its transaction. */
beforeAll(async () => {
  await admin.query(`
    create table writes (transaction text, name text);
    create function note_write() returns trigger language plpgsql security definer set search_path = sitewatch, pg_temp
      as $$ begin insert into writes values ((pg_current_xact_id()::xid)::text, tg_table_name); return null; end $$;
    do $$ declare t text; begin
      for t in select relname from pg_class where relnamespace = 'sitewatch'::regnamespace and relkind = 'r' and relname <> 'writes' loop
        execute format('create trigger zz_note after insert or update or delete on %I for each statement execute function note_write()', t);
      end loop;
    end $$`)
})

const listWritten = async (transaction: string): Promise<string[]> =>
  (
    await admin.query<{ name: string }>(
      `select distinct name from writes where transaction = $1 and name <> 'audit_log'`,
      [transaction],
    )
  ).rows.map(({ name }) => name)

const writing = ROUTES.filter(({ method }) => method !== 'GET')
/** A passkey signs in a browser: the test in journeys/passkeys.test.ts checks its entries. */
const CHECKED_IN_BROWSER = ['passkeys.create', 'session.createWithPasskey']
/** Leaves the entries of everything that it changes; its own tests check them. */
const MULTIPLE_ENTRIES = ['config.apply']
const audited = writing.filter(
  ({ id, audit }) => audit !== null && ![...CHECKED_IN_BROWSER, ...MULTIPLE_ENTRIES].includes(id),
)
const table = (routes: readonly Route[]) => routes.map((route) => [route.id, route] as const)

/** The record has no name, or the browser did not send one. */
const NAMELESS = [
  'providers.try',
  'account.updateNotifications',
  'sessions.remove',
  'statusPageUpdates.create',
  'statusPageUpdates.update',
  'statusPageUpdates.remove',
]

describe('every operation that writes', () => {
  it.each(table(audited))('%s leaves exactly one entry, in the transaction of the change', async (_id, route) => {
    const { user, call } = await prepareCall(app, route)
    const since = await lastId()
    await admin.query('delete from writes')
    const { path, ...options } = call
    const answer = await app.call(route.method, path, options)
    expect(answer.status, answer.text).toBeLessThan(300)
    const entries = await listSince(since)
    expect(
      entries.map(({ action }) => action),
      answer.text,
    ).toEqual([route.audit])
    const [entry] = entries
    if (!entry) throw new Error('no entry')
    expect(entry.ip_address).toBe('127.0.0.1')
    expect(entry.record_name !== '' || NAMELESS.includes(route.id), 'the record has a name').toBe(true)
    if (route.id === 'account.signUp') expect(entry.actor_type).toBe('user')
    else if (route.id !== 'teams.remove') {
      const isKey = 'key' in options
      expect(entry).toMatchObject(
        isKey
          ? { actor_type: 'api_key', actor_id: user.key_id, actor_name: 'test', user_id: user.id }
          : { actor_type: 'user', actor_id: user.id, actor_name: user.email, user_id: user.id },
      )
    }
    if (!route.outsideEffect) expect(await listWritten(entry.transaction), 'tables of the change').not.toEqual([])
  })

  it('leaves no entry only for the operations that the contract lists', async () => {
    const unaudited = writing.filter(({ audit }) => audit === null)
    expect(unaudited.map(({ id }) => id).sort()).toEqual([
      'account.requestPasswordReset',
      'events.send',
      'identities.link',
      'passkeys.start',
      'session.requestPasskey',
      'statisticsImports.upload',
      'teamInvitations.preview',
      'websites.verify',
    ])
  })

  it.each(table(audited.filter(({ role }) => role !== null && role !== 'guest')))(
    '%s leaves no entry when it is refused',
    async (_id, route) => {
      const { call } = await prepareCall(app, route)
      const since = await lastId()
      const stranger = await app.makeUser()
      const cookie = await app.makeSession(stranger.id)
      const { path, key, cookie: _, ...options } = call
      const refused = [
        await app.call(route.method, path, options),
        await app.call(route.method, path, {
          ...options,
          ...(key === undefined ? { cookie } : { key: stranger.key }),
          json: { nonsense: true },
        }),
      ]
      for (const { status, text } of refused) expect(status, text).toBeGreaterThanOrEqual(400)
      expect(await listSince(since)).toEqual([])
    },
  )
})

describe('a change that is rolled back', () => {
  it('leaves neither the change nor an entry', async () => {
    const owner = await app.makeUser()
    const made = await app.call('POST', '/api/monitors', {
      key: owner.key,
      json: { friendly_name: 'kept', url: 'https://example.com/', is_active: false },
    })
    const path = `/api/monitors/${made.body.data.id}`
    const since = await lastId()
    await admin.query(`
      create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create constraint trigger zz_refuse after insert on audit_log deferrable initially deferred for each row
        when (new.record_name = 'kept') execute function refuse_commit()`)
    const answer = await app.call('PUT', path, { key: owner.key, json: { friendly_name: 'lost' } })
    await admin.query('drop trigger zz_refuse on audit_log')
    expect(answer.status).toBe(500)
    expect(await listSince(since)).toEqual([])
    expect((await app.call('GET', path, { key: owner.key })).body.data.friendly_name).toBe('kept')
  })
})

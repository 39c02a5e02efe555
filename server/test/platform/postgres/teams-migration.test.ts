import { createHash } from 'node:crypto'
import { SCOPES } from '@sitewatch/contract'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { createVault } from '../../../src/identity/accounts/index.ts'
import { makeKeyToken } from '../../../src/identity/keys/token.ts'
import { createLog } from '../../../src/platform/log.ts'
import { listMigrations, migrateSchema } from '../../../src/platform/postgres/migrate.ts'
import { prepareDatabase } from '../../../src/platform/postgres/provision.ts'
import { seal } from '../../../src/platform/secrets.ts'
import { startApp } from '../../support/app.ts'
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { reportFigure } from '../../support/report.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { sized } from '../../support/size.ts'

const ACCOUNTS = sized(30, 1000)
const log = createLog('silent')
const config = readConfig({ DATABASE_URL: 'postgres://unused', SITEWATCH_SECRET: TEST_SECRET })
const vault = createVault(config)
const BEFORE_TEAMS = listMigrations().filter((name) => name < '0085')

const FILL = `
  insert into websites (user_id, domain, tracking_id, favorite, email, retention_days)
    select u.id, 'site' || n || '.example.com', lpad((u.id * 10 + n)::text, 16, 't'), n = 1, (n = 2)::int, 30 from users u, generate_series(1, 3) n;
  insert into monitors (user_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings, website_id)
    select user_id, domain, 'https://' || domain || '/', 'http', 60, true, 10, '{}', id from websites;
  insert into monitor_state (user_id, monitor_id, interval_ms, phase_ms, type, status) select user_id, id, 60000, 0, 'http', 'up' from monitors;
  insert into incidents (user_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
    select user_id, id, 'connect', 'Refused.', now(), now() from monitors;
  insert into assignments (user_id, monitor_id, provider_id) select m.user_id, m.id, p.id from monitors m join providers p using (user_id);
  insert into deliveries (user_id, incident_id, monitor_id, provider_id, kind, sequence, status, sent_at)
    select i.user_id, i.id, i.monitor_id, p.id, 'reminder', n, 'sent', now() from incidents i join providers p using (user_id), generate_series(1, 10) n;
  insert into notification_preferences (user_id, reminder_minutes) select id, 30 from users;
  insert into maintenance_windows (user_id, name, timezone, starts_at, ends_at, repeat, all_monitors)
    select id, 'Update', 'UTC', now(), now() + interval '1 hour', 'none', true from users;
  insert into goals (user_id, website_id, name, kind, value) select user_id, id, 'Sign-up', 'page', '/thanks' from websites;
  insert into event_drops (user_id, website_id, day, reason, count, last_at) select user_id, id, current_date, 'bot', 5, now() from websites;
  insert into status_pages (user_id, name, slug, is_public, show_response_times) select id, 'Status', 'status-' || id, true, true from users;
  insert into status_page_monitors (user_id, status_page_id, monitor_id, position) select p.user_id, p.id, m.id, 1 from status_pages p join monitors m using (user_id);
  insert into status_subscribers (user_id, status_page_id, email, confirmed_at) select user_id, id, 'reader@example.com', now() from status_pages;
  insert into report_sends (user_id, website_id, kind, starts_on, ends_on, recipient, due_at, next_try_at)
    select w.user_id, w.id, 'weekly', '2026-01-05', '2026-01-11', u.email, now(), now() from websites w join users u on u.id = w.user_id where w.email = 1;
  insert into website_purges (website_id, user_id, tracking_id) select -id, id, 'gone' from users;
  insert into idempotency (user_id, route, key_hash, body_hash) select id, 'keys.create', '\\x01', '\\x02' from users;
  update users set max_websites = 3 where id % 2 = 0;
`

interface Account {
  id: number
  key: string
}

/** A database of the previous release, with data in every table that changes. */
async function makeOlder(accounts: number): Promise<{ database: TestDatabase; client: pg.Client; made: Account[] }> {
  const database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.url, options: '-c search_path=sitewatch' })
  await client.connect()
  onTestFinished(() => client.end())
  await migrateSchema(client, database.url, log, BEFORE_TEAMS)
  const made: Account[] = []
  for (let n = 0; n < accounts; n++) {
    const data_key = vault.makeDataKey()
    const { token, prefix } = makeKeyToken()
    const { rows } = await client.query<{ id: string }>(
      `insert into users (email, password_hash, data_key, email_verified_at) values ($1, '', $2, now()) returning id`,
      [`account${n}@example.com`, data_key],
    )
    const id = Number(rows[0]?.id)
    await client.query(
      `insert into api_keys (user_id, name, scopes, prefix, token_hash) values ($1, 'old', $2, $3, $4)`,
      [id, SCOPES, prefix, createHash('sha256').update(token).digest()],
    )
    const { rows: providers } = await client.query<{ id: string }>(
      `insert into providers (user_id, provider_type, settings, confirmed_at) values ($1, 'slack', '{"webhook_url": "…cret"}', now()) returning id`,
      [id],
    )
    const secrets = seal(
      vault.openDataKey(data_key),
      JSON.stringify({ webhook_url: `https://hooks.slack.com/services/${id}secret` }),
      `providers.secrets/${providers[0]?.id}`,
    )
    await client.query('update providers set secrets = $2 where id = $1', [providers[0]?.id, secrets])
    made.push({ id, key: token })
  }
  await client.query(FILL)
  return { database, client, made }
}

/** Columns that moved to another table, or were renamed. */
const MOVED = [
  'user_id',
  'favorite',
  'email',
  'max_websites',
  'max_monitors',
  'max_providers',
  'max_keys',
  'deletion_rows_total',
  'deletion_rows_removed',
  'totp_confirmed_at',
]

/** What is compared: the columns of before the upgrade, so that those added since change nothing. */
async function listColumns(client: pg.Client): Promise<Map<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'sitewatch' and table_name not in ('migrations', 'function_texts') and column_name <> all($1) group by 1`,
    [MOVED],
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The number of rows and a checksum of each table. */
async function takeSnapshot(client: pg.Client, compared: ReadonlyMap<string, readonly string[]>): Promise<unknown> {
  const snapshot: Record<string, unknown> = {}
  for (const [name, names] of compared) {
    const { rows } = await client.query(
      `select count(*), sum(hashtextextended((
         select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t)) where key = any($1))::text, 0)) as sum from ${name} t`,
      [names],
    )
    snapshot[name] = rows
  }
  return snapshot
}

const upgrade = (database: TestDatabase) =>
  prepareDatabase(readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET }), log, true)

describe(`the migration of ${ACCOUNTS} accounts to teams`, () => {
  it('keeps all data, and every key and address works as before', async () => {
    const { database, client, made } = await makeOlder(ACCOUNTS)
    const compared = await listColumns(client)
    const before = await takeSnapshot(client, compared)
    const owners = `select id, domain, tracking_id from websites order by id`
    const websites = (await client.query(owners)).rows
    await client.query(`select graphile_worker.add_job('purge_website_events', json_build_object('user_id', 1))`)
    const began = performance.now()
    await upgrade(database)
    reportFigure(`migrating ${ACCOUNTS} accounts took ${Math.round(performance.now() - began)} ms`)
    expect(await takeSnapshot(client, compared)).toEqual(before)
    expect((await client.query(owners)).rows).toEqual(websites)
    const { rows: wrong } = await client.query(
      `select t.id from teams t full join users u on u.id = t.id full join memberships m on m.team_id = u.id and m.user_id = u.id
       where t.personal_of is distinct from u.id or m.role is distinct from 'owner' or t.data_key is distinct from u.data_key
         or (t.id % 2 = 0) <> (t.max_websites is not distinct from 3)`,
    )
    expect(wrong).toEqual([])
    const { rows: jobs } = await client.query(
      `select payload from graphile_worker._private_jobs where payload::text like '%team_id%'`,
    )
    expect(jobs).toContainEqual({ payload: { team_id: 1 } })
    const app = await startApp({}, { database })
    for (const { id, key } of made.slice(0, 100)) {
      const { body } = await app.call('GET', '/api/v1/websites?sort=asc', { key })
      expect(body.data).toMatchObject([
        {
          domain: 'site1.example.com',
          favorite: true,
          email: 0,
          tracking_id: `${id}1`.padStart(16, 't'),
          retention_days: 30,
        },
        { domain: 'site2.example.com', favorite: false, email: 1 },
        { domain: 'site3.example.com', favorite: false, email: 0 },
      ])
      const providers = await app.call('GET', '/api/providers', { key })
      expect(providers.body.data).toHaveLength(1)
      expect((await app.call('GET', '/api/monitors', { key })).body.meta.total).toBe(3)
      expect((await app.call('GET', `/s/status-${id}`)).status).toBe(200)
    }
    const { rows: secrets } = await client.query<{ id: string; secrets: Buffer; data_key: Buffer }>(
      'select p.id, p.secrets, t.data_key from providers p join teams t on t.id = p.team_id limit 20',
    )
    for (const row of secrets) expect(vault.openDataKey(row.data_key)).toHaveLength(32)
  })

  it('is rolled back completely when its last step fails, and succeeds once that is repaired', async () => {
    const { database, client } = await makeOlder(3)
    const compared = await listColumns(client)
    const columns = `select attrelid::regclass::text, attname from pg_attribute join pg_class c on c.oid = attrelid
      where c.relnamespace = 'sitewatch'::regnamespace order by 1, 2`
    const describeAll = async () => [
      (await client.query(columns)).rows,
      (await client.query('select tablename, policyname, qual, roles from pg_policies order by 1, 2')).rows,
      (await client.query('select name from migrations order by 1')).rows,
      await takeSnapshot(client, compared),
    ]
    const before = await describeAll()
    // The last migration creates it too.
    await client.query(`create function guest_website_ids() returns bigint[] language sql as 'select null::bigint[]'`)
    await expect(upgrade(database)).rejects.toThrow('guest_website_ids')
    expect(await describeAll()).toEqual(before)
    await client.query('drop function guest_website_ids()')
    expect((await upgrade(database)).migrated).toEqual(listMigrations().filter((name) => !BEFORE_TEAMS.includes(name)))
  })
})

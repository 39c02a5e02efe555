import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { VERSION } from '../../version.ts'
import type { Log } from '../log.ts'
import { refuseOlderCheckout } from '../older-checkout.ts'
import { deriveKey } from '../secrets.ts'
import { BACKUP_ROLE } from './backup-role.ts'
import { isConnectionError, ROLES } from './index.ts'
import { isOlderSchema, migrateSchema, pendingMigrations, unknownMigrations } from './migrate.ts'
import { DatabaseNotReady } from './not-ready.ts'

export { DatabaseNotReady } from './not-ready.ts'

/** The roles of limited keys, which have the rights of members or guests; policies of their own take most of these away. */
const LIMITED_ROLES = { sitewatch_limited: 'sitewatch_user', sitewatch_limited_guest: 'sitewatch_guest' }

/** Every group role: those of members, guests and limited keys, the owner of the job queue, and the narrow system ones. */
const GROUPS = ['user', 'guest', 'jobs', ...ROLES].map((name) => `sitewatch_${name}`).concat(Object.keys(LIMITED_ROLES))

interface RoleAttributes {
  name: string
  isSuperuser: boolean
  mayCreateRoles: boolean
  inherits: boolean
  isMember: boolean
}

async function readRoleAttributes(client: pg.Client): Promise<RoleAttributes> {
  const { rows } = await client.query<{ name: string; su: boolean; cr: boolean; inh: boolean; member: boolean }>(
    `select rolname as name, rolsuper as su, rolcreaterole as cr, rolinherit as inh,
       (select count(*) = cardinality($1::text[]) from pg_auth_members m join pg_roles g on g.oid = m.roleid
        where m.member = r.oid and g.rolname = any($1)) as member
     from pg_roles r where rolname = current_user`,
    [GROUPS],
  )
  const [row] = rows
  if (!row) throw new DatabaseNotReady('The role in DATABASE_URL does not exist.')
  return { name: row.name, isSuperuser: row.su, mayCreateRoles: row.cr, inherits: row.inh, isMember: row.member }
}

/** Roles belong to the whole cluster, and two programs may start at once: the second one finds the role. */
async function createRole(client: pg.Client, name: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
  if (rowCount) return
  await client.query(`create role ${name} ${options}`).catch((error: unknown) => {
    const state = error instanceof pg.DatabaseError ? error.code : undefined
    if (state !== '42710' && state !== '23505') throw error
  })
}

async function createGroups(client: pg.Client, attributes: RoleAttributes): Promise<void> {
  for (const group of [...GROUPS, BACKUP_ROLE]) {
    await createRole(client, group, `nologin nosuperuser ${group in LIMITED_ROLES ? 'inherit' : 'noinherit'}`)
    // To make a role the owner of objects, a login that is not a superuser must be a member of it.
    if (!attributes.isSuperuser) await client.query(`grant ${group} to current_user`)
  }
  for (const [role, group] of Object.entries(LIMITED_ROLES)) await addMember(client, role, group)
}

/** Another program may add it at the same time, as with roles. */
async function addMember(client: pg.Client, role: string, group: string): Promise<void> {
  const { rowCount } = await client.query(
    'select 1 from pg_auth_members where member = $1::regrole and roleid = $2::regrole',
    [role, group],
  )
  if (rowCount) return
  await client.query(`grant ${group} to ${role}`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
  })
}

function loginFor(secret: string): { name: string; password: string } {
  return {
    name: `sitewatch_login_${deriveKey(secret, 'postgres login name').toString('hex').slice(0, 10)}`,
    password: deriveKey(secret, 'postgres login password').toString('base64url'),
  }
}

/**
 * The login that serves requests: no superuser, inherits nothing. A superuser's connection fails open (when "begin" fails or the
 * role is reset, a query sees every team); this one then has no right to anything.
 */
async function provisionLogin(client: pg.Client, url: string, secret: string): Promise<string> {
  const { name, password } = loginFor(secret)
  const serving = new URL(url)
  serving.username = name
  serving.password = password
  await createRole(client, name, `login noinherit nosuperuser nocreatedb nocreaterole password '${password}'`)
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles g where rolname = any($1) and not exists (select 1 from pg_auth_members m
       join pg_roles r on r.oid = m.member where m.roleid = g.oid and r.rolname = $2)`,
    [GROUPS, name],
  )
  if (rows.length > 0) await client.query(`grant ${rows.map((row) => row.rolname).join(', ')} to ${name}`)
  if (!(await canConnect(serving.href))) {
    await client.query(`alter role ${name} password '${password}'`)
    await connectOnce(serving.href).catch((error: unknown) => {
      throw new DatabaseNotReady(
        `Postgres rejects the login ${name} that Sitewatch created. Allow it in pg_hba.conf with "scram-sha-256".`,
        { cause: error },
      )
    })
  }
  return serving.href
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  await client.end()
}

const canConnect = (url: string): Promise<boolean> =>
  connectOnce(url).then(
    () => true,
    () => false,
  )

const REQUIRED_VERSION = 150_000
const MAX_WAIT_SECONDS = 30

/** A host name with several addresses fails with one error for each address and without a message of its own. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? (error.errors as Error[]).map(messageOf).join(', ') : (error as Error).message

/** What to do next, by SQLSTATE. */
function adviseOn(state: string, url: URL): string {
  const { username: user, hostname, port, pathname } = url
  if (state === '3D000') return `Create it: createdb -h ${hostname} -p ${port || 5432} -U ${user} ${pathname.slice(1)}`
  if (state === '28P01') return 'The password in DATABASE_URL is wrong.'
  if (state === '28000') return 'The user does not exist, or pg_hba.conf does not allow it to connect from this host.'
  return 'Check that Postgres is running and that DATABASE_URL is correct.'
}

/** Postgres is starting, restarting or not there yet, or was lost in the middle of a step. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isConnectionError(error) || isTemporary(error.cause)) return true
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|timeout/.test(messageOf(error))
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // A lost connection also fails the query that was using it, which is where it is reported.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
    const target = new URL(url)
    throw new DatabaseNotReady(
      `Cannot connect to Postgres at ${target.host}: ${messageOf(error)}. ${adviseOn(state, target)}`,
      { cause: error },
    )
  }
}

export interface Prepared {
  /** The URL to serve requests with; never that of a superuser. */
  servingUrl: string
  migrated: string[]
}

/**
 * Migrates if `migrate` is set, creates the restricted login, and returns the URL to serve requests with. Each step may be
 * repeated, so a Postgres that starts later, or restarts meanwhile, costs only time.
 */
export async function prepareDatabase(config: Config, log: Log, migrate = config.SITEWATCH_MIGRATE): Promise<Prepared> {
  const deadline = Date.now() + MAX_WAIT_SECONDS * 1000
  for (let attempt = 1; ; attempt++) {
    try {
      return await prepareOnce(config, log, migrate)
    } catch (error) {
      if (!isTemporary(error) || (error instanceof DatabaseNotReady && Date.now() > deadline)) throw error
      if (Date.now() > deadline)
        throw new DatabaseNotReady(`The connection to Postgres was lost repeatedly: ${String(error)}`)
      if (attempt === 1) log.warn(`waiting up to ${MAX_WAIT_SECONDS} s for Postgres: ${messageOf(error)}`)
      await wait(500)
    }
  }
}

/**
 * One process prepares at a time. The lock is polled: a statement that waits for it is an open transaction, and `create index
 * concurrently` in the process that has the lock would wait for that transaction.
 */
async function waitForLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock(5174231) as is_ours')
    if (rows[0]?.is_ours) return
    await wait(100)
  }
}

async function prepareOnce(config: Config, log: Log, migrate: boolean): Promise<Prepared> {
  const client = await connect(config.DATABASE_URL)
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if ((rows[0]?.version ?? 0) < REQUIRED_VERSION) throw new DatabaseNotReady('Sitewatch needs Postgres 15 or newer.')
    await refuseOtherSchema(client)
    const attributes = await readRoleAttributes(client)
    if (!attributes.isSuperuser && !attributes.mayCreateRoles) return await useAsIs(client, attributes, config)
    await waitForLock(client)
    // Another version may have migrated meanwhile.
    await refuseOtherSchema(client)
    await createGroups(client, attributes)
    const migrated = migrate ? await migrateSchema(client, config.DATABASE_URL, log) : []
    const servingUrl = await provisionLogin(client, config.DATABASE_URL, config.SITEWATCH_SECRET)
    return { servingUrl, migrated }
  } finally {
    await client.end()
  }
}

/** Code would read and write tables whose meaning has changed. */
async function refuseOtherSchema(client: pg.Client): Promise<void> {
  if (await isOlderSchema(client)) throw new DatabaseNotReady(refuseOlderCheckout('The database'))
  const unknown = await unknownMigrations(client)
  if (unknown.length === 0) return
  throw new DatabaseNotReady(
    `The database was migrated by a newer version of Sitewatch than this one (${VERSION}): it has ${unknown.join(', ')}. ` +
      'Run that version, or restore the backup from before the upgrade.',
  )
}

async function useAsIs(client: pg.Client, attributes: RoleAttributes, config: Config): Promise<Prepared> {
  if (!attributes.isMember || attributes.inherits) {
    throw new DatabaseNotReady(
      `The Postgres role "${attributes.name}" cannot create roles and lacks the roles that Sitewatch needs. Use a superuser once ` +
        `("sitewatch migrate"), then: alter role ${attributes.name} noinherit; grant ${GROUPS.join(', ')} to ${attributes.name};`,
    )
  }
  await client.query('set role sitewatch_auth')
  const pending = await pendingMigrations(client)
  if (pending.length > 0 && config.SITEWATCH_MIGRATE) {
    throw new DatabaseNotReady(
      `The schema needs ${pending.length} migration(s) and "${attributes.name}" is not allowed to apply them. ` +
        'Run "sitewatch migrate" with a superuser\'s DATABASE_URL.',
    )
  }
  return { servingUrl: config.DATABASE_URL, migrated: [] }
}

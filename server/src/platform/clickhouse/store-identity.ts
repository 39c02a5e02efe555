import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { type Postgres, type RoleTx, sql } from '../postgres/index.ts'
import { ClickHouseUnavailable } from './failure.ts'
import type { ClickHouse } from './clickhouse.ts'
import { defineQuery } from './query.ts'

const CREATE = `
  CREATE TABLE IF NOT EXISTS history_store (store_id UUID, created_at DateTime64(3, 'UTC') DEFAULT now64(3))
  ENGINE = MergeTree ORDER BY created_at
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`

const readIds = defineQuery({
  name: 'clickhouse.store_identity',
  sql: 'SELECT toString(store_id) AS store_id FROM history_store ORDER BY created_at, store_id LIMIT 1',
  params: z.object({}),
  row: z.object({ store_id: z.uuid() }),
})

/** Workers send a beat every 2 s. Without one for this long, a worker counts as stopped. */
const WORKER_SILENT_SECONDS = 10

type StoreSettings = Pick<Config, 'SITEWATCH_DATA_DIR' | 'CLICKHOUSE_URL'>

/** Omits user name and password. */
export function describeHistoryStore({ CLICKHOUSE_URL: url, SITEWATCH_DATA_DIR: folder }: StoreSettings): string {
  return url === undefined ? `the folder ${path.resolve(folder)}` : `the ClickHouse server ${new URL(url).host}`
}

/** The configured store cannot hold the history of this database. The message is one line that says what to do. */
export class ForeignHistoryStore extends Error {
  override name = 'ForeignHistoryStore'
}

function describeMismatch(settings: StoreSettings, ids: { expected: string; found: string | undefined }): string {
  const found = ids.found === undefined ? 'is new or empty' : `is store ${ids.found}`
  return (
    `This database belongs to history store ${ids.expected}, but ${describeHistoryStore(settings)} ${found}. ` +
    'Set SITEWATCH_DATA_DIR or CLICKHOUSE_URL to the same store as in every other process. ' +
    'To replace the history store on purpose, stop all processes and run "sitewatch history adopt".'
  )
}

/** Undefined if the store is new. */
async function readStoreId(clickhouse: ClickHouse): Promise<string | undefined> {
  try {
    return (await clickhouse.read(readIds, {}))[0]?.store_id
  } catch (error) {
    if (error instanceof ClickHouseUnavailable && error.reason === 'not_migrated') return undefined
    throw error
  }
}

async function readExpectedId(tx: RoleTx<'worker' | 'admin'>): Promise<string | undefined> {
  return (await tx.maybe(sql<{ store_id: string }>`select store_id from history_store`))?.store_id
}

export const createStoreTable = (clickhouse: ClickHouse): Promise<void> => clickhouse.execute(CREATE)

async function ensureStoreId(clickhouse: ClickHouse): Promise<string> {
  const found = await readStoreId(clickhouse)
  if (found !== undefined) return found
  const store_id = randomUUID()
  await createStoreTable(clickhouse)
  await clickhouse.insert({ table: 'history_store', token: `store ${store_id}`, rows: [{ store_id }] })
  return store_id
}

/** Throws ForeignHistoryStore. Writes nothing, so a store of another installation stays unchanged. */
export async function checkHistoryStore(
  postgres: Postgres,
  clickhouse: ClickHouse,
  settings: StoreSettings,
): Promise<void> {
  const expected = await postgres.asRole('worker', readExpectedId, { readOnly: true })
  if (expected === undefined) return
  const found = await readStoreId(clickhouse)
  if (found !== expected) throw new ForeignHistoryStore(describeMismatch(settings, { expected, found }))
}

/**
 * The first process to open a store binds it to this database. All others compare the identity. Under a lock, because two
 * processes that start at once would each assign an identity.
 */
export async function claimHistoryStore(
  postgres: Postgres,
  clickhouse: ClickHouse,
  settings: StoreSettings,
): Promise<void> {
  await postgres.asRole('worker', async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sitewatch history store'))`)
    if ((await readExpectedId(tx)) !== undefined) return
    await tx.execute(sql`insert into history_store (store_id) values (${await ensureStoreId(clickhouse)})`)
  })
  await checkHistoryStore(postgres, clickhouse, settings)
}

export type Adoption = { adopted: false; workers: number } | { adopted: true; store_id: string; before: string | null }

/** Binds the configured store to this database. Rejected while workers run, because they would keep inserting into the old store. */
export async function adoptHistoryStore(postgres: Postgres, clickhouse: ClickHouse): Promise<Adoption> {
  return postgres.asRole('admin', async (tx): Promise<Adoption> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sitewatch history store'))`)
    const { workers } = await tx.one(sql<{ workers: number }>`
      select count(*)::int as workers from worker_liveness
      where seen_at > clock_timestamp() - ${WORKER_SILENT_SECONDS} * interval '1 second'`)
    if (workers > 0) return { adopted: false, workers }
    const before = (await readExpectedId(tx)) ?? null
    const store_id = await ensureStoreId(clickhouse)
    await tx.execute(sql`
      insert into history_store (store_id) values (${store_id})
      on conflict (is_only) do update set store_id = excluded.store_id, adopted_at = now()`)
    return { adopted: true, store_id, before }
  })
}

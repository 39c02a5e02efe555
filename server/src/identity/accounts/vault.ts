import { randomBytes } from 'node:crypto'
import { type Config, ConfigError } from '../../config.ts'
import { type Postgres, type RoleTx, type Sql, sql, sqlState, type Tx } from '../../platform/postgres/index.ts'
import { deriveKey, open, seal } from '../../platform/secrets.ts'

/**
 * Each team has a data key, each user has one for the second factor, and the installation has one for its push key. All are wrapped under
 * a key derived from the operator's secret. So rotating that secret rewraps the data keys and does not re-encrypt the data.
 */
export interface Vault {
  makeDataKey(): Buffer
  openDataKey(wrapped: Buffer): Buffer
  /** The key wrapped under the current secret; null when it already is. */
  rewrapDataKey(wrapped: Buffer): Buffer | null
}

const BINDING = 'users.data_key'

export function createVault(config: Pick<Config, 'SITEWATCH_SECRET' | 'SITEWATCH_SECRET_PREVIOUS'>): Vault {
  const current = deriveKey(config.SITEWATCH_SECRET, 'data keys')
  const previous = config.SITEWATCH_SECRET_PREVIOUS && deriveKey(config.SITEWATCH_SECRET_PREVIOUS, 'data keys')
  const openDataKey = (wrapped: Buffer): Buffer => {
    const key = open(current, wrapped, BINDING) ?? (previous ? open(previous, wrapped, BINDING) : null)
    if (!key) {
      throw new ConfigError(
        'SITEWATCH_SECRET does not match the one this database was set up with. Set the original secret or, while rotating, set the old one as SITEWATCH_SECRET_PREVIOUS.',
      )
    }
    return key
  }
  return {
    makeDataKey: () => seal(current, randomBytes(32), BINDING),
    openDataKey,
    rewrapDataKey: (wrapped) => (open(current, wrapped, BINDING) ? null : seal(current, openDataKey(wrapped), BINDING)),
  }
}

/** The data key of one team, for sealing and opening what belongs to that team. */
export async function readDataKey(tx: Tx, vault: Vault, team_id: number): Promise<Buffer> {
  const { data_key } = await tx.one(sql<{ data_key: Buffer }>`select data_key from teams where id = ${team_id}`)
  return vault.openDataKey(data_key)
}

/** The data key of one user, for the second factor. */
export async function readUserKeyUnscoped(tx: RoleTx<'auth'>, vault: Vault, user_id: number): Promise<Buffer> {
  const { data_key } = await tx.one(sql<{ data_key: Buffer }>`select data_key from users where id = ${user_id}`)
  return vault.openDataKey(data_key)
}

/**
 * Runs before anything is written: with a changed secret, new accounts would be encrypted under another key than the existing ones.
 * There is nothing to compare with while there is no account or no schema.
 */
export async function checkSecretUnscoped(postgres: Postgres, vault: Vault): Promise<void> {
  const row = await postgres
    .asRole('auth', (tx) =>
      tx.maybe(
        sql<{ data_key: Buffer }>`select data_key from users where octet_length(data_key) > 0 order by id limit 1`,
      ),
    )
    .catch((error: unknown) => {
      if (sqlState(error) !== '42P01') throw error
    })
  if (row) vault.openDataKey(row.data_key)
}

interface KeyTable {
  list: (after: number) => Sql<{ id: number; data_key: Buffer }>
  save: (id: number, data_key: Buffer) => Sql
}

const KEY_TABLES: readonly KeyTable[] = [
  {
    list: (after) => sql<{ id: number; data_key: Buffer }>`
      select id, data_key from users where id > ${after} order by id limit 500 for update`,
    save: (id, data_key) => sql`update users set data_key = ${data_key} where id = ${id}`,
  },
  {
    list: (after) => sql<{ id: number; data_key: Buffer }>`
      select id, data_key from teams where id > ${after} order by id limit 500 for update`,
    save: (id, data_key) => sql`update teams set data_key = ${data_key} where id = ${id}`,
  },
  {
    list: (after) => sql<{ id: number; data_key: Buffer }>`
      select id, data_key from push_keys where id > ${after} order by id for update`,
    save: (id, data_key) => sql`update push_keys set data_key = ${data_key} where id = ${id}`,
  },
]

async function rewrapBatch(
  tx: RoleTx<'auth'>,
  vault: Vault,
  { table, after }: { table: KeyTable; after: number },
): Promise<number | undefined> {
  const rows = await tx.query(table.list(after))
  for (const { id, data_key } of rows) {
    const wrapped = vault.rewrapDataKey(data_key)
    if (wrapped) await tx.execute(table.save(id, wrapped))
  }
  return rows.at(-1)?.id
}

/** Runs at start while SITEWATCH_SECRET_PREVIOUS is set; after that the previous secret is no longer needed. */
export async function rewrapDataKeysUnscoped(postgres: Postgres, vault: Vault): Promise<void> {
  for (const table of KEY_TABLES) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after
      after = await postgres.asRole('auth', (tx) => rewrapBatch(tx, vault, { table, after: from }))
    }
  }
}

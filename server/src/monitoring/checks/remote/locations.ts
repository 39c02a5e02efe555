import { randomBytes } from 'node:crypto'
import { type RoleTx, sql, sqlState } from '../../../platform/postgres/index.ts'
import { sha256 } from '../../../platform/secrets.ts'

export interface LocationRecord {
  name: string
  created_at: string
  /** Number of live probers. */
  probers: number
}

const NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/

export const isLocationName = (name: string): boolean => NAME.test(name) && name !== 'default'

/** Returns the token, of which only the hash is stored. Returns null if the location already exists. */
export async function insertLocationUnscoped(tx: RoleTx<'admin'>, name: string): Promise<string | null> {
  const token = `swp_${randomBytes(32).toString('base64url')}`
  try {
    await tx.execute(sql`insert into locations (name, token_hash) values (${name}, ${sha256(token)})`)
  } catch (error) {
    if (sqlState(error) === '23505') return null
    throw error
  }
  return token
}

export const listLocationsUnscoped = (tx: RoleTx<'worker'>): Promise<LocationRecord[]> =>
  tx.query(sql<LocationRecord>`
    select l.name, l.created_at,
      (select count(*) from probers p where p.location = l.name and is_alive(p.seen_at)) as probers
    from locations l order by l.name`)

/** Its probers are rejected from now on. Monitors keep the location name but are not checked from there. */
export async function deleteLocationUnscoped(tx: RoleTx<'admin'>, name: string): Promise<boolean> {
  return (await tx.execute(sql`delete from locations where name = ${name}`)) > 0
}

export async function findLocationUnscoped(tx: RoleTx<'worker'>, token: string): Promise<string | undefined> {
  const row = await tx.maybe(sql<{ name: string }>`select name from locations where token_hash = ${sha256(token)}`)
  return row?.name
}

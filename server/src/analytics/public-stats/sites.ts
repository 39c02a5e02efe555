import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { isTrackingId } from '../websites/index.ts'

/** What decides about access to the page of a website. */
export interface PublicSite {
  id: number
  user_id: number
  tracking_id: string
  domain: string
  privacy: 0 | 1 | 2
  password_hash: string | null
  password_version: number
  indexable: boolean
}

/** Crosses tenants by nature: the caller is anonymous. Everything else about the website is read as its owner. */
function findPublicSitesUnscoped(tx: RoleTx<'auth'>, tracking_ids: readonly string[]): Promise<PublicSite[]> {
  return tx.query(sql<PublicSite>`
    select w.id, w.user_id, w.tracking_id, w.domain, w.privacy, w.password_hash, w.password_version, w.indexable
    from websites w join users u on u.id = w.user_id
    where w.tracking_id = any(${tracking_ids}) and not u.is_suspended`)
}

type Waiting = PromiseWithResolvers<PublicSite | null>

const MAX_PER_QUERY = 1000

/**
 * Never cached, so that a new password or privacy setting takes effect on the next request, in every process. However many requests
 * come, one query at a time goes to the database, for all that arrived before it started.
 */
export function createSiteLookup(postgres: Postgres): (tracking_id: string) => Promise<PublicSite | null> {
  let waiting = new Map<string, Waiting>()
  let isAsking = false

  const ask = async (batch: ReadonlyMap<string, Waiting>): Promise<void> => {
    try {
      const ids = [...batch.keys()]
      const rows = await postgres.asRole('auth', (tx) => findPublicSitesUnscoped(tx, ids), { readOnly: true })
      const found = new Map(rows.map((row) => [row.tracking_id, row]))
      for (const [id, { resolve }] of batch) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  const askAll = async (): Promise<void> => {
    isAsking = true
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, MAX_PER_QUERY))
      waiting = new Map([...waiting].slice(MAX_PER_QUERY))
      await ask(batch)
    }
    isAsking = false
  }

  return async (tracking_id) => {
    if (!isTrackingId(tracking_id)) return null
    const already = waiting.get(tracking_id)
    if (already) return already.promise
    const own = Promise.withResolvers<PublicSite | null>()
    waiting.set(tracking_id, own)
    if (!isAsking) void askAll()
    return own.promise
  }
}

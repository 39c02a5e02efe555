import { createBatchedLookup } from '../../platform/batched-lookup.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { isTrackingId } from '../websites/index.ts'

/** What decides about access to the page of a website. */
export interface PublicSite {
  id: number
  team_id: number
  tracking_id: string
  domain: string
  privacy: 0 | 1 | 2
  password_hash: string | null
  password_version: number
  indexable: boolean
}

/** Crosses teams by nature: the caller is anonymous. Everything else about the website is read as its team. */
function findPublicSitesUnscoped(tx: RoleTx<'auth'>, tracking_ids: readonly string[]): Promise<PublicSite[]> {
  return tx.query(sql<PublicSite>`
    select w.id, w.team_id, w.tracking_id, w.domain, w.privacy, w.password_hash, w.password_version, w.indexable
    from websites w join teams t on t.id = w.team_id
    where w.tracking_id = any(${tracking_ids}) and not t.is_suspended`)
}

const MAX_PER_QUERY = 1000

/** Never cached, so that a new password or privacy setting takes effect on the next request, in every process. */
export function createSiteLookup(postgres: Postgres): (tracking_id: string) => Promise<PublicSite | null> {
  const lookUp = createBatchedLookup<PublicSite | null>(MAX_PER_QUERY, async (ids) => {
    const rows = await postgres.asRole('auth', (tx) => findPublicSitesUnscoped(tx, ids), { readOnly: true })
    const found = new Map(rows.map((row) => [row.tracking_id, row]))
    return (id) => found.get(id) ?? null
  })
  return async (tracking_id) => (isTrackingId(tracking_id) ? lookUp(tracking_id) : null)
}

import type { Website } from '@sitewatch/contract'
import { checkQuota } from '../../identity/accounts/index.ts'
import { notFound, problem } from '../../http/problem.ts'
import { CELL_PREFIX } from '../../platform/cell.ts'
import { randomBase62 } from '../../platform/base62.ts'
import { emptySql, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { passwordMissing, type PreparedChanges, type PreparedWebsite } from './settings.ts'

const MONITOR_IDS = sql`(
  select coalesce(json_agg(m.id order by m.id), '[]') from monitors m
  where m.user_id = w.user_id and m.website_id = w.id and m.deleted_at is null)`

export const COLUMNS = sql`
  'website' as object, w.id, w.domain, w.privacy, w.has_password, w.email, w.exclude_bots, w.exclude_params, w.exclude_ips,
  w.favorite, w.tracking_id, w.timezone, w.retention_days, w.honor_dnt, w.indexable, w.first_event_at,
  ${MONITOR_IDS} as monitor_ids, w.created_at, w.updated_at`

/** The cell prefix, for a router in front of several cells, and 83 random bits. */
const makeTrackingId = (): string => CELL_PREFIX + randomBase62(16, 22).slice(-14)

export async function insertWebsite(tx: UserTx, input: PreparedWebsite, quota: number | undefined): Promise<Website> {
  await checkQuota(tx, 'websites', quota)
  const record = await tx.maybe(sql<Website>`
    insert into websites as w (user_id, domain, privacy, password_hash, email, exclude_bots, exclude_params, exclude_ips,
      tracking_id, timezone, retention_days, honor_dnt, indexable)
    values (${tx.user_id}, ${input.domain}, ${input.privacy}, ${input.password_hash}, ${input.email}, ${input.exclude_bots},
      ${input.exclude_params}, ${input.exclude_ips}, ${makeTrackingId()}, ${input.timezone}, ${input.retention_days},
      ${input.honor_dnt}, ${input.indexable})
    on conflict (user_id, domain) do nothing
    returning ${COLUMNS}`)
  if (record) return record
  throw problem('already_exists', {
    detail: `You already have the website ${input.domain}.`,
    errors: [{ field: 'domain', code: 'already_exists', message: `domain ${input.domain} is already registered.` }],
  })
}

export async function findWebsite(tx: UserTx, id: number): Promise<Website> {
  const record = await tx.maybe(sql<Website>`
    select ${COLUMNS} from websites w where w.user_id = ${tx.user_id} and w.id = ${id}`)
  if (!record) throw notFound()
  return record
}

export const lockWebsiteVersion = (tx: UserTx, id: number): Promise<{ updated_at: string } | undefined> =>
  tx.maybe(sql<{ updated_at: string }>`
    select updated_at from websites where user_id = ${tx.user_id} and id = ${id} for no key update`)

/** The same statement whatever was sent, or another one with a password. A field that was not sent keeps its value; nullable fields have a flag for that. */
export async function updateWebsite(tx: UserTx, id: number, changes: PreparedChanges): Promise<Website> {
  const { password_hash, exclude_params, exclude_ips, retention_days } = changes
  const statement = sql<Website>`
    update websites w set
      privacy = coalesce(${changes.privacy}, w.privacy),
      ${password_hash === undefined ? emptySql : sql`password_hash = ${password_hash}, password_version = w.password_version + 1,`}
      email = coalesce(${changes.email}, w.email),
      exclude_bots = coalesce(${changes.exclude_bots}, w.exclude_bots),
      exclude_params = case when ${exclude_params !== undefined} then ${exclude_params} else w.exclude_params end,
      exclude_ips = case when ${exclude_ips !== undefined} then ${exclude_ips} else w.exclude_ips end,
      favorite = coalesce(${changes.favorite}, w.favorite),
      timezone = coalesce(${changes.timezone}, w.timezone),
      retention_days = case when ${retention_days !== undefined} then ${retention_days} else w.retention_days end,
      honor_dnt = coalesce(${changes.honor_dnt}, w.honor_dnt),
      indexable = coalesce(${changes.indexable}, w.indexable)
    where w.user_id = ${tx.user_id} and w.id = ${id}
    returning ${COLUMNS}`
  const record = await tx.maybe(statement).catch((error: unknown) => {
    // The check constraint that privacy 2 requires a password: only the row knows whether one is stored.
    if (sqlState(error) !== '23514' || changes.privacy !== 2) throw error
    const missing = passwordMissing()
    throw problem('validation_failed', { detail: missing.message, errors: [missing], cause: error })
  })
  if (!record) throw notFound()
  return record
}

/** Its events are deleted in the background: a trigger records what to purge and adds the job in this transaction. */
export async function deleteWebsite(tx: UserTx, id: number): Promise<{ id: number }> {
  const gone = await tx.execute(sql`delete from websites where user_id = ${tx.user_id} and id = ${id}`)
  if (gone === 0) throw notFound()
  return { id }
}

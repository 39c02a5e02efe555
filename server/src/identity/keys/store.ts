import type { ApiKey, KeyLimits, ListOf, NewApiKey, NewApiKeyRecord } from '@sitewatch/contract'
import { checkQuota } from '../accounts/index.ts'
import type { Actor } from '../../http/auth.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { emptySql, EntryRefused, type Sql, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { containsRange, parseRange } from '../../platform/egress/address.ts'
import { sha256 } from '../../platform/secrets.ts'
import { makeKeyToken } from './token.ts'

/** The limits of a key `k`. */
export const LIMITED_TO = sql`case when k.website_ids is not null
  then jsonb_build_object('website_ids', k.website_ids, 'monitor_ids', k.monitor_ids) end as limited_to`

const COLUMNS = sql`'api_key' as object, k.id, k.name, k.scopes, k.prefix, k.minted_by, k.expires_at, k.allowed_addresses, ${LIMITED_TO},
  k.last_used_at, k.created_at, k.updated_at`

/** A session sees all keys that its user may see; a key only those whose scopes are a subset of its own. */
export const keysVisibleTo = (actor: Pick<Actor, 'kind' | 'scopes'>): Sql =>
  actor.kind === 'session' ? emptySql : sql`and scopes <@ ${[...actor.scopes]}::text[]`

/** When the new key expires. A key can create only keys with a subset of its scopes that expire no later than itself. */
export function checkMinting(
  actor: Pick<Actor, 'kind' | 'scopes' | 'expires_at'>,
  input: Pick<NewApiKey, 'scopes' | 'expires_at'>,
): Date | null {
  const expires_at = input.expires_at ?? null
  if (expires_at && expires_at.getTime() <= Date.now()) {
    throw invalid('expires_at', 'invalid_value', 'expires_at must be in the future.')
  }
  if (actor.kind === 'session') return expires_at
  const missing = input.scopes.find((scope) => !actor.scopes.has(scope))
  if (missing) {
    throw problem('insufficient_scope', {
      detail: `A key can only grant its own scopes; it does not have ${missing}.`,
      required_scope: missing,
    })
  }
  if (actor.expires_at === null) return expires_at
  if (expires_at && expires_at > actor.expires_at) {
    throw invalid(
      'expires_at',
      'too_big',
      'expires_at must not be later than the expiry of the key that creates this one.',
    )
  }
  return expires_at ?? actor.expires_at
}

/** Where the new key can be used from. A key can create only keys for addresses that it can be used from itself. */
function narrowAddresses(
  { allowed_addresses }: Pick<Actor, 'allowed_addresses'>,
  wanted: readonly string[] = allowed_addresses,
): string[] {
  const own = allowed_addresses.flatMap((text) => parseRange(text) ?? [])
  const isNarrowed = allowed_addresses.length > 0
  if (isNarrowed && wanted.length === 0) {
    throw invalid('allowed_addresses', 'too_small', 'allowed_addresses must not be empty: this key is limited to some.')
  }
  for (const text of wanted) {
    const range = parseRange(text)
    if (!range) {
      throw invalid(
        'allowed_addresses',
        'invalid_format',
        `${text} is not an IP address or a range such as 192.0.2.0/24.`,
      )
    }
    if (isNarrowed && !own.some((outer) => containsRange(outer, range))) {
      throw invalid(
        'allowed_addresses',
        'invalid_value',
        `This key cannot be used from ${text}, so it cannot grant it.`,
      )
    }
  }
  return [...new Set(wanted)]
}

/** The websites and monitors must exist. The response is the same for those that the caller does not see. */
export async function checkLimits(tx: UserTx, limited_to: KeyLimits | null | undefined): Promise<void> {
  if (!limited_to) return
  const { website_ids, monitor_ids } = limited_to
  const { found } = await tx.one(sql<{ found: number }>`
    select (select count(*) from websites where team_id = ${tx.team_id} and id = any(${website_ids}::bigint[]))
      + (select count(*) from monitors where team_id = ${tx.team_id} and id = any(${monitor_ids}::bigint[]) and deleted_at is null) as found`)
  if (found < website_ids.length + monitor_ids.length) throw notFound()
}

export async function insertKey(
  tx: UserTx,
  { actor, input, quota }: { actor: Actor; input: NewApiKey; quota: number | undefined },
): Promise<NewApiKeyRecord> {
  const expires_at = checkMinting(actor, input)
  const allowed_addresses = narrowAddresses(actor, input.allowed_addresses)
  await checkQuota(tx, 'keys', quota)
  const limited_to = input.limited_to ?? null
  const { token, prefix } = makeKeyToken()
  const minted_by = actor.kind === 'key' ? actor.credential_id : null
  const record = await tx
    .one(sql<ApiKey>`
      insert into api_keys as k (team_id, user_id, name, scopes, prefix, token_hash, minted_by, expires_at, allowed_addresses, website_ids, monitor_ids)
      values (${tx.team_id}, ${tx.user_id}, ${input.name}, ${input.scopes}, ${prefix}, ${sha256(token)}, ${minted_by}, ${expires_at}, ${allowed_addresses},
        ${limited_to?.website_ids ?? null}, ${limited_to?.monitor_ids ?? null})
      returning ${COLUMNS}`)
    .catch((error: unknown) => {
      // The creating key was revoked since this transaction began.
      throw sqlState(error) === '23503' ? new EntryRefused('the minting key is gone', { cause: error }) : error
    })
  const { object, id, name, scopes, prefix: shown, ...rest } = record
  return { object, id, name, scopes, prefix: shown, key: token, ...rest }
}

/**
 * Replaces a key by a new one with the same rights, in the same place of the tree: the keys that the old one created become those of
 * the new one. A key replaces only keys that it created: its own replacement would survive when its owner deletes it.
 */
export async function rotateKey(
  tx: UserTx,
  { actor, id, overlap_hours, quota }: { actor: Actor; id: number; overlap_hours: number; quota: number | undefined },
): Promise<NewApiKeyRecord> {
  const old = await findKey(tx, actor, id)
  if (actor.kind === 'key' && old.minted_by !== actor.credential_id) {
    throw problem('not_possible', {
      detail: 'A key can rotate only keys that it created. Sign in to rotate others.',
    })
  }
  const record = await insertKey(tx, { actor, input: { ...old, expires_at: extendExpiry(old, actor) }, quota })
  await tx.execute(sql`
    update api_keys set minted_by = ${old.minted_by} where team_id = ${tx.team_id} and id = ${record.id}`)
  await tx.execute(sql`
    update api_keys set minted_by = ${record.id} where team_id = ${tx.team_id} and minted_by = ${old.id} and id <> ${record.id}`)
  await tx.execute(sql`
    update api_keys set expires_at = least(expires_at, now() + make_interval(hours => ${overlap_hours}))
    where team_id = ${tx.team_id} and id = ${old.id}`)
  return { ...record, minted_by: old.minted_by }
}

/** The new key lives as long as the old one was meant to, but not longer than the key that rotates it. */
function extendExpiry(old: ApiKey, { expires_at: limit }: Pick<Actor, 'expires_at'>): Date | null {
  if (old.expires_at === null) return null
  const end = new Date(Date.now() + Date.parse(old.expires_at) - Date.parse(old.created_at))
  return limit !== null && limit < end ? limit : end
}

export async function listKeys(tx: UserTx, actor: Actor, page: number, page_size: number): Promise<ListOf<ApiKey>> {
  return await listPage(tx, {
    select: sql<ApiKey>`select ${COLUMNS}`,
    from: sql`from api_keys k where team_id = ${tx.team_id} and user_id = ${tx.user_id} ${keysVisibleTo(actor)}`,
    order_by: sql`id desc`,
    page,
    page_size,
  })
}

export async function findKey(tx: UserTx, actor: Actor, id: number): Promise<ApiKey> {
  const record = await findOwnKey(tx, id, actor)
  if (!record) throw notFound()
  return record
}

/** Also deletes the keys that it created, recursively. They have no more scopes than it, so the caller may see them too. */
export async function deleteKey(tx: UserTx, actor: Actor, id: number): Promise<{ id: number; deleted_ids: number[] }> {
  await findKey(tx, actor, id)
  const rows = await deleteTree(tx, id)
  return { id, deleted_ids: rows.map((row) => row.id) }
}

/** Deletes a key and, recursively, the keys that it created. */
const deleteTree = (tx: UserTx, id: number): Promise<{ id: number }[]> =>
  tx.query(sql<{ id: number }>`
    with recursive tree as (
      select id from api_keys where team_id = ${tx.team_id} and id = ${id}
      union all
      select k.id from api_keys k join tree on k.minted_by = tree.id where k.team_id = ${tx.team_id}
    ), gone as (delete from api_keys k using tree where k.team_id = ${tx.team_id} and k.id = tree.id returning k.id)
    select id from gone order by id`)

/** Deletes a key of any member of the team: for administrators of the team, who see all its keys by a database policy. */
export async function deleteAnyKey(
  tx: UserTx,
  actor: Actor,
  id: number,
): Promise<{ id: number; deleted_ids: number[] }> {
  if (!(await findAnyKey(tx, id, actor))) throw notFound()
  const rows = await deleteTree(tx, id)
  return { id, deleted_ids: rows.map((row) => row.id) }
}

export const findAnyKey = (tx: UserTx, id: number, actor: Actor): Promise<ApiKey | undefined> =>
  tx.maybe(sql<ApiKey>`
    select ${COLUMNS} from api_keys k where team_id = ${tx.team_id} and id = ${id} ${keysVisibleTo(actor)}`)

export const findOwnKey = (tx: UserTx, id: number, actor: Actor): Promise<ApiKey | undefined> =>
  tx.maybe(sql<ApiKey>`
    select ${COLUMNS} from api_keys k where team_id = ${tx.team_id} and user_id = ${tx.user_id} and id = ${id} ${keysVisibleTo(actor)}`)

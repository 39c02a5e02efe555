import type { ApiKey, ListOf, NewApiKey, NewApiKeyRecord } from '@sitewatch/contract'
import { checkQuota } from '../accounts/index.ts'
import type { Actor } from '../../http/auth.ts'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { emptySql, EntryRefused, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { sha256 } from '../../platform/secrets.ts'
import { makeKeyToken } from './token.ts'

const COLUMNS = sql`'api_key' as object, id, name, scopes, prefix, minted_by, expires_at, last_used_at, created_at, updated_at`

/** A session sees all keys of its user; a key sees those whose scopes are a subset of its own. */
const visibleTo = (actor: Actor) =>
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

export async function insertKey(
  tx: UserTx,
  { actor, input, quota }: { actor: Actor; input: NewApiKey; quota: number | undefined },
): Promise<NewApiKeyRecord> {
  const expires_at = checkMinting(actor, input)
  await checkQuota(tx, 'keys', quota)
  const { token, prefix } = makeKeyToken()
  const minted_by = actor.kind === 'key' ? actor.credential_id : null
  const record = await tx
    .one(sql<ApiKey>`
      insert into api_keys (team_id, user_id, name, scopes, prefix, token_hash, minted_by, expires_at)
      values (${tx.team_id}, ${tx.user_id}, ${input.name}, ${input.scopes}, ${prefix}, ${sha256(token)}, ${minted_by}, ${expires_at})
      returning ${COLUMNS}`)
    .catch((error: unknown) => {
      // The creating key was revoked since this transaction began.
      throw sqlState(error) === '23503' ? new EntryRefused('the minting key is gone', { cause: error }) : error
    })
  const { object, id, name, scopes, prefix: shown, ...rest } = record
  return { object, id, name, scopes, prefix: shown, key: token, ...rest }
}

export async function listKeys(tx: UserTx, actor: Actor, page: number, page_size: number): Promise<ListOf<ApiKey>> {
  return await listPage(tx, {
    select: sql<ApiKey>`select ${COLUMNS}`,
    from: sql`from api_keys where team_id = ${tx.team_id} and user_id = ${tx.user_id} ${visibleTo(actor)}`,
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
export async function deleteAnyKey(tx: UserTx, id: number): Promise<{ id: number; deleted_ids: number[] }> {
  const rows = await deleteTree(tx, id)
  if (rows.length === 0) throw notFound()
  return { id, deleted_ids: rows.map((row) => row.id) }
}

export const findAnyKey = (tx: UserTx, id: number): Promise<ApiKey | undefined> =>
  tx.maybe(sql<ApiKey>`select ${COLUMNS} from api_keys where team_id = ${tx.team_id} and id = ${id}`)

export const findOwnKey = (tx: UserTx, id: number, actor: Actor): Promise<ApiKey | undefined> =>
  tx.maybe(sql<ApiKey>`
    select ${COLUMNS} from api_keys where team_id = ${tx.team_id} and user_id = ${tx.user_id} and id = ${id} ${visibleTo(actor)}`)

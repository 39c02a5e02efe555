import { isDeepStrictEqual } from 'node:util'
import { type AuditAction, type AuditActorType, type FieldChange, recordTypeOf, type Route } from '@sitewatch/contract'
import { HIDDEN, isMasked } from '../platform/mask.ts'
import { sql, type Tx } from '../platform/postgres/index.ts'
import type { Actor } from './auth.ts'
import { type AuditedChange, type Caller, Respond } from './serve.ts'

export interface AuditActor {
  type: AuditActorType
  id: number | null
  name: string
  /** The user of the transaction; 0 for none. */
  user_id: number
}

export interface NewAuditEntry {
  team_id: number
  action: AuditAction
  actor: AuditActor
  record: { id: number | null; name: string }
  changes?: readonly FieldChange[]
  address: string | null
}

const MAX_NAME = 300

/** Runs in the transaction of the change, so that the change and its entry are committed together. */
export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<void> {
  const { team_id, action, actor, record, changes = [], address } = entry
  await tx.execute(sql`
    insert into audit_log (team_id, action, actor_type, actor_id, actor_name, user_id, record_type, record_id, record_name, changes, ip_address)
    values (${team_id}, ${action}, ${actor.type}, ${actor.id}, ${actor.name}, ${actor.user_id}, ${recordTypeOf(action)}, ${record.id},
      ${record.name.slice(0, MAX_NAME).toWellFormed()}, ${JSON.stringify(changes)}, ${address})`)
}

/** Sitewatch itself, in the background. */
export const SYSTEM: AuditActor = { type: 'system', id: null, name: '', user_id: 0 }
/** A caller who is not signed in. */
export const ANONYMOUS: AuditActor = { type: 'anonymous', id: null, name: '', user_id: 0 }

export const actorOf = ({ kind, user_id, credential_id, name }: Actor): AuditActor =>
  kind === 'key' ? { type: 'api_key', id: credential_id, name, user_id } : { type: 'user', id: user_id, name, user_id }

type Fields = Readonly<Record<string, unknown>>

/** An operation after its handler has returned. */
export interface Operation {
  route: Route
  actor: Actor
  caller: Caller
  params: object
  body: object
  /** The record before the operation, as the API shows it. */
  before: object | undefined
  /** What the handler returned. */
  answer: unknown
}

/** Whether the operation is logged. Of the operations that read, only file downloads are. */
export function isAudited({ audit, method }: Route, answer: unknown): boolean {
  if (!audit) return false
  return method !== 'GET' || (answer instanceof Respond && answer.how.file !== undefined)
}

/** An operation on many records has one entry for each. */
async function recordChanges(
  tx: Tx,
  { actor, caller }: Operation,
  { action, fields, before, after }: AuditedChange,
): Promise<void> {
  const record = (before ?? after ?? {}) as Fields
  await insertAuditEntry(tx, {
    team_id: actor.team_id,
    action,
    actor: actorOf(actor),
    record: { id: typeof record['id'] === 'number' ? record['id'] : null, name: nameOf(record) },
    changes: compare(fields, (before ?? {}) as Fields, (after ?? {}) as Fields),
    address: caller.address,
  })
}

/** One entry for the operation; none if it changed nothing. */
export async function recordOperation(tx: Tx, operation: Operation): Promise<void> {
  const { route, actor, caller, params, before, answer } = operation
  if (!route.audit) return
  if (answer instanceof Respond && answer.how.audited) {
    for (const change of answer.how.audited) await recordChanges(tx, operation, change)
    return
  }
  const after = (answer instanceof Respond ? answer.result : answer) as Fields
  const changes = listChanges(operation, after)
  if (changes === null) return
  const record = (before ?? after) as Fields
  const id = record['id'] ?? Object.values(params).at(-1)
  await insertAuditEntry(tx, {
    // The log of a team that is being deleted can no longer be read.
    team_id: route.audit === 'team.deleted' ? actor.user_id : actor.team_id,
    action: route.audit,
    actor: actorOf(actor),
    record: { id: typeof id === 'number' ? id : null, name: nameOf(record) },
    changes,
    address: caller.address,
  })
}

const NAME_FIELDS = [
  'name',
  'friendly_name',
  'title',
  'domain',
  'email',
  'monitor_name',
  'website_domain',
  'file_name',
  'user_agent',
  'version',
  'text',
] as const

const nameOf = (record: Fields): string =>
  NAME_FIELDS.map((name) => record[name]).find((value) => typeof value === 'string') ?? ''

/** Null: nothing changed. */
function listChanges({ route, body, before }: Operation, after: Fields): FieldChange[] | null {
  // No field to compare: what changed is a secret, and the entry says only that it changed.
  if (route.outsideEffect || route.method === 'GET' || route.auditFields?.length === 0) return []
  const fields = route.auditFields ?? fieldsOf(route.body)
  const old = (before ?? {}) as Fields
  if (route.returns.kind === 'deleted') return compare(fields, old, {})
  const changes = [...compare(fields, old, after), ...listHiddenChanges(fields, body as Fields, { before: old, after })]
  return before !== undefined && changes.length === 0 ? null : changes
}

const compare = (fields: readonly string[], before: Fields, after: Fields): FieldChange[] =>
  fields
    .filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: loggedValue(before, field), after: loggedValue(after, field) }))

/** The `url` of a heartbeat is the secret that lets its job send pings, and the log is also for people who may not change monitors. */
const loggedValue = (record: Fields, field: string): unknown =>
  typeof record[field] === 'string' && record[field] === record['ping_url'] ? HIDDEN : shorten(record[field])

/** Changes with hidden values: a password, which no record shows, and a secret whose mask is the same as before. */
function listHiddenChanges(
  fields: readonly string[],
  sent: Fields,
  { before, after }: { before: Fields; after: Fields },
): FieldChange[] {
  const isVersionNew = before['updated_at'] !== after['updated_at']
  return fields
    .filter((field) => sent[field] !== undefined)
    .filter((field) =>
      field in after
        ? isVersionNew && isDeepStrictEqual(before[field], after[field]) && setsSecret(sent[field], after[field])
        : !(field in before),
    )
    .map((field) => ({ field, before: field in before ? HIDDEN : null, after: HIDDEN }))
}

/** Whether the request sets a field that is shown masked. Sending back the mask does not count. Objects are searched, too. */
function setsSecret(sent: unknown, shown: unknown): boolean {
  if (typeof sent === 'string' && typeof shown === 'string') return isMasked(shown) && !isMasked(sent)
  if (typeof sent !== 'object' || sent === null || typeof shown !== 'object' || shown === null) return false
  return Object.entries(sent).some(([name, value]) => setsSecret(value, (shown as Fields)[name]))
}

const MAX_VALUE = 2000

/** Lists of addresses and the like can be long; the beginning is enough to see what it was. */
function shorten(value: unknown): unknown {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= MAX_VALUE ? value : `${text.slice(0, MAX_VALUE).toWellFormed()}…`
}

interface Shaped {
  shape?: object
  options?: Route['body'][]
}

const fieldsBySchema = new WeakMap<object, readonly string[]>()

/** The names of the fields of a body, of all its variants. */
export function fieldsOf(schema: Route['body']): readonly string[] {
  if (!schema) return []
  const found = fieldsBySchema.get(schema)
  if (found) return found
  const { shape, options = [] } = schema._zod.def as Shaped
  const names = [...new Set(shape ? Object.keys(shape) : options.flatMap(fieldsOf))]
  fieldsBySchema.set(schema, names)
  return names
}

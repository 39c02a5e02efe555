import { setTimeout as wait } from 'node:timers/promises'
import {
  type AuditAction,
  type BulkRequest,
  type BulkResult,
  isPassive,
  type Monitor,
  type NewMonitor,
} from '@sitewatch/contract'
import { checkQuota } from '../../identity/accounts/index.ts'
import { type FieldError, problem, ProblemError } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { createPause } from '../../platform/slices.ts'
import { moveMonitor } from '../checks/index.ts'
import { armHeartbeat } from '../heartbeats/index.ts'
import { deleteResponseWindows, removeMonitors } from './remove.ts'
import { listLocked } from './list-locked.ts'
import { addMonitor, type MonitorParts, prepareMonitor } from './store.ts'
import type { MonitorSettings } from './settings.ts'

export interface BulkChange {
  action: AuditAction
  before?: Monitor
  after?: Monitor
}

export interface BulkOutcome {
  result: BulkResult
  /** One for each monitor that changed. */
  changes: BulkChange[]
}

const MAX_LISTED = 3

function refuse(errors: readonly FieldError[], code: 'validation_failed' | 'not_found' = 'validation_failed'): void {
  if (errors.length === 0) return
  const listed = errors.slice(0, MAX_LISTED).map(({ message }) => message)
  if (errors.length > MAX_LISTED) listed.push(`${errors.length - MAX_LISTED} more errors.`)
  throw problem(code, { detail: `Nothing was changed. ${listed.join(' ')}`, errors: [...errors] })
}

/** The errors of one entry, with its index. */
function placeErrors(error: unknown, index: number): FieldError[] {
  if (!(error instanceof ProblemError)) throw error
  const { code, message, details } = error
  const errors = details.errors ?? [{ field: code === 'target_not_allowed' ? 'url' : '', code, message }]
  return errors.map(({ field, code: kind, message: text }) => ({
    field: ['monitors', index, ...(field === '' ? [] : [field])].join('.'),
    code: kind,
    message: `monitors.${index}: ${text}`,
  }))
}

/** Creates all of them, or none if one is not valid. */
export async function createMonitors(
  tx: UserTx,
  parts: MonitorParts,
  monitors: readonly NewMonitor[],
): Promise<BulkOutcome> {
  const errors: FieldError[] = []
  const prepared: MonitorSettings[] = []
  const pause = createPause()
  for (const [index, input] of monitors.entries()) {
    await pause()
    try {
      prepared.push(await prepareMonitor(tx, parts, input))
    } catch (error) {
      errors.push(...placeErrors(error, index))
    }
  }
  refuse(errors)
  await checkQuota(tx, 'monitors', parts.quota, monitors.length)
  const ids: number[] = []
  for (const [index, settings] of prepared.entries()) {
    try {
      ids.push(await addMonitor(tx, parts, settings, monitors[index]?.provider_ids))
    } catch (error) {
      refuse(placeErrors(error, index), (error as ProblemError).code === 'not_found' ? 'not_found' : undefined)
    }
  }
  const after = await listLocked(tx, ids)
  return {
    result: { object: 'bulk', action: 'create', ids, changed_count: ids.length },
    changes: after.map((monitor) => ({ action: 'monitor.created', after: monitor })),
  }
}

const PAUSE_MS = 25
const MAX_TRIES = 40

/**
 * Locks the state of all of them, or of none. A batch of results locks many rows in another order, so waiting for one row while holding
 * others could deadlock with it.
 */
async function lockStates(tx: UserTx, ids: readonly number[]): Promise<void> {
  for (let left = MAX_TRIES; left > 0; left--) {
    await tx.execute(sql`savepoint states`)
    const { missing } = await tx.one(sql<{ missing: number }>`
      with locked as (
        select monitor_id, location from monitor_state where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])
        for update skip locked)
      select (select count(*) from monitor_state where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[]))
        - (select count(*) from locked) as missing`)
    if (missing === 0) {
      await tx.execute(sql`release savepoint states`)
      return
    }
    await tx.execute(sql`rollback to savepoint states`)
    await wait(PAUSE_MS)
  }
}

async function lockAll(tx: UserTx, ids: readonly number[]): Promise<Monitor[]> {
  const found = await listLocked(tx, ids)
  const known = new Set(found.map(({ id }) => id))
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `ids.${index}`, code: 'not_found', message: `ids.${index}: Record not found.` }],
  )
  refuse(errors, 'not_found')
  return found
}

async function switchAll(tx: UserTx, monitors: readonly Monitor[], is_active: boolean): Promise<void> {
  const ids = monitors.map(({ id }) => id)
  await lockStates(tx, ids)
  await tx.execute(sql`
    update monitors set is_active = ${is_active} where team_id = ${tx.team_id} and id = any(${ids}::bigint[])`)
  const passive = monitors.filter(({ type }) => isPassive(type))
  if (is_active) for (const { id } of passive) await armHeartbeat(tx, id)
  else await deleteResponseWindows(tx, ids)
  for (const id of ids) await moveMonitor(tx, id, (now) => [{ kind: is_active ? 'resume' : 'pause', now }])
}

const MAX_TAGS = 20

interface TagChange {
  add_tags?: string[] | undefined
  remove_tags?: string[] | undefined
}

const retag = ({ tags }: Monitor, { add_tags = [], remove_tags = [] }: TagChange): string[] =>
  [...new Set([...tags, ...add_tags])].filter((tag) => !remove_tags.includes(tag)).sort()

async function tagAll(
  tx: UserTx,
  ids: readonly number[],
  { monitors, change }: { monitors: readonly Monitor[]; change: TagChange },
) {
  const rows = monitors.map((monitor) => ({ id: monitor.id, tags: retag(monitor, change) }))
  const full = new Set(rows.filter(({ tags }) => tags.length > MAX_TAGS).map(({ id }) => id))
  const message = (index: number): string => `ids.${index}: tags must have at most ${MAX_TAGS} entries.`
  refuse(ids.flatMap((id, n) => (full.has(id) ? [{ field: `ids.${n}`, code: 'too_many', message: message(n) }] : [])))
  await tx.execute(sql`
    update monitors m set tags = array(select jsonb_array_elements_text(r.tags))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, tags jsonb)
    where m.team_id = ${tx.team_id} and m.id = r.id`)
}

async function assignAll(
  tx: UserTx,
  ids: readonly number[],
  { provider_ids, enabled = true }: { provider_ids: readonly number[]; enabled?: boolean | undefined },
): Promise<void> {
  const found = await tx.query(sql<{ id: number }>`
    select id from providers where team_id = ${tx.team_id} and id = any(${provider_ids}::bigint[]) order by id for share`)
  const known = new Set(found.map(({ id }) => id))
  const describe = (index: number): FieldError => ({
    field: `provider_ids.${index}`,
    code: 'not_found',
    message: `provider_ids.${index}: Record not found.`,
  })
  refuse(
    provider_ids.flatMap((id, index) => (known.has(id) ? [] : [describe(index)])),
    'not_found',
  )
  await tx.execute(sql`
    insert into assignments (team_id, monitor_id, provider_id, enabled)
    select ${tx.team_id}, m.id, p.id, ${enabled} from unnest(${ids}::bigint[]) as m (id), unnest(${provider_ids}::bigint[]) as p (id)
    order by m.id, p.id
    on conflict (team_id, monitor_id, provider_id) do update set enabled = excluded.enabled, rule_id = null
      where assignments.enabled <> excluded.enabled or assignments.rule_id is not null`)
}

type ChangeRequest = Exclude<BulkRequest, { action: 'create' }>

async function applyAll(tx: UserTx, request: ChangeRequest, before: readonly Monitor[]): Promise<void> {
  const { action, ids } = request
  if (action === 'pause' || action === 'resume') {
    const is_active = action === 'resume'
    await switchAll(
      tx,
      before.filter((monitor) => monitor.is_active !== is_active),
      is_active,
    )
  } else if (action === 'tag') await tagAll(tx, ids, { monitors: before, change: request })
  else if (action === 'assign') await assignAll(tx, ids, request)
  else {
    await lockStates(tx, ids)
    await removeMonitors(tx, ids)
  }
}

const AUDITED: Record<ChangeRequest['action'], AuditAction> = {
  pause: 'monitor.updated',
  resume: 'monitor.updated',
  tag: 'monitor.updated',
  assign: 'monitor.provider_assigned',
  delete: 'monitor.deleted',
}

const hasChanged = (before: Monitor, after: Monitor): boolean =>
  before.updated_at !== after.updated_at || before.provider_ids.join() !== after.provider_ids.join()

/** Runs in the transaction of the request: if one monitor cannot be changed, none is. */
export async function runBulk(tx: UserTx, parts: MonitorParts, request: BulkRequest): Promise<BulkOutcome> {
  if (request.action === 'create') return createMonitors(tx, parts, request.monitors)
  const { action, ids } = request
  const before = await lockAll(tx, ids)
  await applyAll(tx, request, before)
  const kept = action === 'delete' ? [] : await listLocked(tx, ids)
  const after = new Map(kept.map((monitor) => [monitor.id, monitor]))
  const changes = before.flatMap((monitor): BulkChange[] => {
    const now = after.get(monitor.id)
    if (!now) return [{ action: AUDITED[action], before: monitor }]
    return hasChanged(monitor, now) ? [{ action: AUDITED[action], before: monitor, after: now }] : []
  })
  return { result: { object: 'bulk', action, ids, changed_count: changes.length }, changes }
}

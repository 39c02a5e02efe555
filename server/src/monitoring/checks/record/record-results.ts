import { insertIncidentsUnscoped, insertUnobservedUnscoped, recoverIncidentsUnscoped } from '../../incidents/index.ts'
import { appendInbox } from '../../../platform/inbox/index.ts'
import { type Postgres, type RoleTx, sql } from '../../../platform/postgres/index.ts'
import type { Alert, Effect } from '../judge/event.ts'
import type { JudgedResult } from '../judge/judge-result.ts'
import { judgeAggregates, type ChangedResult } from '../judge/aggregate.ts'
import { getShownStatus } from '../judge/state.ts'
import { saveDecisionsUnscoped } from '../../second-opinion/index.ts'
import { rememberCertificates, saveCertificates } from './save-certificates.ts'

/** A change that may need an alert. `status` is the new status of the monitor. */
export type IncidentChange = {
  readonly team_id: number
  readonly monitor_id: number
  readonly status: 'pending' | 'up' | 'down' | 'paused'
} & (
  | { readonly kind: 'opened' | 'recovered'; readonly incident_id: number; readonly alert: Alert }
  | { readonly kind: 'flapping_started' | 'flapping_ended'; readonly at: number }
)

/**
 * Called inside the transaction that makes the changes: what it adds commits or rolls back with them. The roles pass `announceIncidents`
 * (roles/announce.ts), because monitoring does not know alerting.
 */
export type OnIncidentChange = (tx: RoleTx<'worker'>, changes: readonly IncidentChange[]) => Promise<void>

export interface RecordParts {
  postgres: Postgres
  onIncidentChange: OnIncidentChange
  /** While ClickHouse is unavailable for so long that the inbox is full, history rows are dropped; the check still counts. */
  isHistoryFull: () => boolean
}

/** A result that was recorded although the response was lost is dropped when it is reported again. */
const PROMPT = { isPrompt: true } as const

/** Results in the batch are outdated: a user changed the monitor, or another prober took over. */
class OutdatedError extends Error {
  override name = 'OutdatedError'
}

/**
 * Saves the state, incidents, alerts and history of a batch in one transaction. A result counts only while its
 * row still has the slot that it was claimed with and is held by this prober, so a slot is never evaluated twice, nor
 * after a later one. Returns how many counted.
 */
export async function recordResults(
  parts: RecordParts,
  prober_id: number,
  results: readonly JudgedResult[],
): Promise<number> {
  if (results.length === 0) return 0
  try {
    await parts.postgres.asRole('worker', (tx) => recordAll(parts, tx, prober_id, results), PROMPT)
    rememberCertificates(parts.postgres, results)
    return results.length
  } catch (error) {
    if (!(error instanceof OutdatedError)) throw error
  }
  return parts.postgres.asRole(
    'worker',
    async (tx) => {
      const current = await lockCurrent(tx, prober_id, results)
      await recordAll(parts, tx, prober_id, current)
      return current.length
    },
    PROMPT,
  )
}

async function recordAll(
  { postgres, onIncidentChange, isHistoryFull }: RecordParts,
  tx: RoleTx<'worker'>,
  prober_id: number,
  results: readonly JudgedResult[],
): Promise<void> {
  if (results.length === 0) return
  const steady = results.filter((result) => result.isSteady)
  const changed = results.filter((result) => !result.isSteady)
  const [steadyCount, changedCount] = await Promise.all([
    steady.length === 0 ? 0 : advanceSteady(tx, prober_id, steady),
    changed.length === 0 ? 0 : saveChanged(tx, prober_id, changed),
  ])
  if (steadyCount !== steady.length || changedCount !== changed.length) throw new OutdatedError('outdated')
  await saveDecisionsUnscoped(tx, changed.flatMap(listDecisions))
  const located = results.filter((result) => result.location !== '')
  const aggregates = located.length === 0 ? [] : await judgeAggregates(tx, located)
  const changes = await saveEffects(tx, [...changed.filter((result) => result.location === ''), ...aggregates])
  if (changes.length > 0) await onIncidentChange(tx, changes)
  const ndjson = results.map((result) => result.history).join('')
  await Promise.all([
    recordResponseTimes(tx, results),
    saveCertificates(postgres, tx, results),
    isHistoryFull() ? undefined : appendInbox(tx, 'checks', { ndjson, count: results.length }),
  ])
}

const arrayOf = (values: readonly (number | null)[]): string => `{${values.map((value) => value ?? 'null').join(',')}}`

/** Location names are validated when they are created, so they need no escaping. */
const textArrayOf = (values: readonly string[]): string => `{${values.map((value) => `"${value}"`).join(',')}}`

/** One statement per location; a prober has one or two. */
async function advanceSteady(
  tx: RoleTx<'worker'>,
  prober_id: number,
  results: readonly JudgedResult[],
): Promise<number> {
  const counts = await Promise.all(
    [...Map.groupBy(results, (result) => result.location)].map(([location, group]) =>
      tx.one(sql<{ count: number }>`
        select advance_checks(${prober_id}, ${location}, ${arrayOf(group.map((r) => r.monitor_id))}::bigint[],
          ${arrayOf(group.map((r) => r.seen_slot))}::bigint[], ${arrayOf(group.map((r) => r.state.next_due_at))}::bigint[],
          ${arrayOf(group.map((r) => r.checked_at))}::bigint[], ${arrayOf(group.map((r) => r.last_response_ms))}::real[]) as count`),
    ),
  )
  return counts.reduce((sum, { count }) => sum + count, 0)
}

async function saveChanged(tx: RoleTx<'worker'>, prober_id: number, results: readonly JudgedResult[]): Promise<number> {
  const rows = results.map((result) => ({
    ...result.state,
    flips: result.state.flips.length === 0 ? null : result.state.flips,
    monitor_id: result.monitor_id,
    location: result.location,
    seen_slot: result.seen_slot,
    is_observed: result.isObserved,
    checked_at: result.checked_at,
    last_response_ms: result.last_response_ms,
    last_error: result.last_error,
    tls_expires_at: result.tls_expires_at,
  }))
  const { count } = await tx.one(sql<{ count: number }>`
    select save_checks(${prober_id}, ${JSON.stringify(rows)}::jsonb) as count`)
  return count
}

/** Runs after the states, in the same order as an edit: a monitor, its state, its window. */
async function recordResponseTimes(tx: RoleTx<'worker'>, results: readonly JudgedResult[]): Promise<void> {
  const timed = results.filter((r) => r.isObserved && r.last_error === null && r.last_response_ms !== null)
  if (timed.length === 0) return
  await tx.execute(sql`
    select note_response_times(${arrayOf(timed.map((r) => r.monitor_id))}::bigint[],
      ${arrayOf(timed.map((r) => r.checked_at))}::bigint[], ${arrayOf(timed.map((r) => r.last_response_ms))}::real[])`)
}

/** The results of the batch that are not outdated; their rows stay locked until the transaction ends. */
async function lockCurrent(
  tx: RoleTx<'worker'>,
  prober_id: number,
  results: readonly JudgedResult[],
): Promise<JudgedResult[]> {
  const rows = await tx.query(sql<{ monitor_id: number; location: string }>`
    select s.monitor_id, s.location from monitor_state s
    join unnest(${arrayOf(results.map((r) => r.monitor_id))}::bigint[], ${textArrayOf(results.map((r) => r.location))}::text[],
      ${arrayOf(results.map((r) => r.seen_slot))}::bigint[]) as r (monitor_id, location, seen)
      on s.monitor_id = r.monitor_id and s.location = r.location
    where case when s.claimed_by = ${prober_id} then s.last_slot = r.seen end
    order by s.monitor_id, s.location for update of s`)
  const current = new Set(rows.map((row) => `${row.monitor_id} ${row.location}`))
  return results.filter((result) => current.has(`${result.monitor_id} ${result.location}`))
}

/** The decisions about each check, also at a location whose vote changes nothing. */
const listDecisions = ({ team_id, monitor_id, location, effects }: JudgedResult) =>
  effects.flatMap((effect) =>
    effect.kind === 'second_opinion'
      ? [{ team_id, monitor_id, location, ...effect.opinion, decided_at: effect.at }]
      : [],
  )

type EffectOf<Kind extends Effect['kind']> = Effect & { readonly kind: Kind }
type Found<Kind extends Effect['kind']> = { result: ChangedResult; effect: EffectOf<Kind> }

function findEffects<Kind extends Effect['kind']>(results: readonly ChangedResult[], kind: Kind): Found<Kind>[] {
  const isOfKind = (effect: Effect): effect is EffectOf<Kind> => effect.kind === kind
  return results.flatMap((result) => result.effects.filter(isOfKind).map((effect) => ({ result, effect })))
}

async function saveEffects(tx: RoleTx<'worker'>, results: readonly ChangedResult[]): Promise<IncidentChange[]> {
  if (results.every((result) => result.effects.length === 0)) return []
  const unobserved = findEffects(results, 'record_unobserved')
  if (unobserved.length > 0) {
    await insertUnobservedUnscoped(
      tx,
      unobserved.map(({ result, effect }) => ({ ...effect, team_id: result.team_id, monitor_id: result.monitor_id })),
    )
  }
  return [...(await openIncidents(tx, results)), ...(await resolveIncidents(tx, results)), ...describeFlaps(results)]
}

const identifyMonitor = ({ team_id, monitor_id, state }: ChangedResult) => ({
  team_id,
  monitor_id,
  status: getShownStatus(state),
})

async function openIncidents(tx: RoleTx<'worker'>, results: readonly ChangedResult[]): Promise<IncidentChange[]> {
  const opened = findEffects(results, 'open_incident')
  if (opened.length === 0) return []
  const recorded = await insertIncidentsUnscoped(
    tx,
    opened.map(({ result, effect }) => ({
      team_id: result.team_id,
      monitor_id: result.monitor_id,
      started_at: effect.started_at,
      confirmed_at: effect.confirmed_at,
      cause_kind: effect.cause.kind,
      cause_http_status: effect.cause.http_status,
      cause_message: effect.cause.message,
      evidence: result.evidence,
    })),
  )
  return matchIncidents('opened', opened, recorded)
}

async function resolveIncidents(tx: RoleTx<'worker'>, results: readonly ChangedResult[]): Promise<IncidentChange[]> {
  const resolved = findEffects(results, 'resolve_incident')
  if (resolved.length === 0) return []
  const recorded = await recoverIncidentsUnscoped(
    tx,
    resolved.map(({ result, effect }) => ({ monitor_id: result.monitor_id, resolved_at: effect.resolved_at })),
  )
  return matchIncidents('recovered', resolved, recorded)
}

function matchIncidents(
  kind: 'opened' | 'recovered',
  found: readonly { result: ChangedResult; effect: { readonly alert: Alert } }[],
  recorded: readonly { id: number; monitor_id: number }[],
): IncidentChange[] {
  const ids = new Map(recorded.map(({ id, monitor_id }) => [monitor_id, id]))
  return found.map(({ result, effect }) => {
    const incident_id = ids.get(result.monitor_id)
    if (incident_id === undefined) throw new Error(`monitor ${result.monitor_id} has no incident that could be ${kind}`)
    return { ...identifyMonitor(result), kind, incident_id, alert: effect.alert }
  })
}

function describeFlaps(results: readonly ChangedResult[]): IncidentChange[] {
  return [
    ...findEffects(results, 'start_flapping').map(({ result, effect }) => ({
      ...identifyMonitor(result),
      kind: 'flapping_started' as const,
      at: effect.at,
    })),
    ...findEffects(results, 'end_flapping').map(({ result, effect }) => ({
      ...identifyMonitor(result),
      kind: 'flapping_ended' as const,
      at: effect.at,
    })),
  ]
}

/** For a result that cannot be recorded at all: its monitor continues with the next slot. */
export async function skipResult(
  postgres: Postgres,
  prober_id: number,
  results: readonly JudgedResult[],
): Promise<void> {
  await postgres.asRole('worker', (tx) => advanceSteady(tx, prober_id, results), PROMPT)
}

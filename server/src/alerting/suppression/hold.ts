import type { IncidentChange } from '../../monitoring/checks/index.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { checkNow, type FoundParent, readParents } from './parents.ts'
import { type AlertPlan, planAlert } from './plan.ts'

type Opened = IncidentChange & { kind: 'opened' }

interface Held {
  change: Opened
  plan: Exclude<AlertPlan, { kind: 'alert' }>
}

interface Times {
  id: number
  started_at: number
  confirmed_at: number
}

const readTimes = (tx: RoleTx<'worker'>, opened: readonly Opened[]): Promise<Times[]> =>
  tx.query(sql<Times>`
    select id, (extract(epoch from started_at) * 1000)::bigint as started_at, (extract(epoch from confirmed_at) * 1000)::bigint as confirmed_at
    from incidents where id = any(${opened.map(({ incident_id }) => incident_id)}::bigint[])`)

/** A flapping monitor that a parent takes down is held as well: when the parent is back, it may stay down. */
async function findHeld(
  tx: RoleTx<'worker'>,
  opened: readonly Opened[],
  { parents, now }: { parents: ReadonlyMap<number, FoundParent[]>; now: number },
): Promise<Held[]> {
  const times = new Map((await readTimes(tx, opened)).map((row) => [row.id, row]))
  return opened.flatMap((change) => {
    const { started_at = now, confirmed_at = now } = times.get(change.incident_id) ?? {}
    const plan = planAlert({
      now,
      started_at,
      confirmed_at,
      checked_at: now,
      is_recovering: false,
      parents: parents.get(change.monitor_id) ?? [],
    })
    return plan.kind === 'suppress' || (plan.kind === 'wait' && change.alert === 'send') ? [{ change, plan }] : []
  })
}

async function hold(tx: RoleTx<'worker'>, held: readonly Held[]): Promise<void> {
  await tx.execute(sql`
    insert into held_alerts (team_id, incident_id, look_at)
    select team_id, incident_id, to_timestamp(look_at / 1000.0)
    from unnest(${held.map(({ change }) => change.team_id)}::bigint[], ${held.map(({ change }) => change.incident_id)}::bigint[],
      ${held.map(({ plan }) => plan.look_at)}::bigint[]) as h (team_id, incident_id, look_at)`)
  await markSuppressed(
    tx,
    held.flatMap(({ change, plan }) =>
      plan.kind === 'suppress' ? [{ incident_id: change.incident_id, by: plan.by }] : [],
    ),
  )
  const waiting = held.filter(({ plan }) => plan.kind === 'wait').map(({ plan }) => plan.look_at)
  if (waiting.length > 0) await tx.query(sql`select add_release_alerts_job(${new Date(Math.min(...waiting))})`)
}

/** The first parent that was down stays the reason. */
export async function markSuppressed(
  tx: RoleTx<'worker'>,
  suppressed: readonly { incident_id: number; by: number }[],
): Promise<void> {
  if (suppressed.length === 0) return
  await tx.execute(sql`
    update incidents i set suppressed_by_id = s.by_id
    from unnest(${suppressed.map(({ incident_id }) => incident_id)}::bigint[], ${suppressed.map(({ by }) => by)}::bigint[])
      as s (incident_id, by_id)
    where i.id = s.incident_id and i.suppressed_by_id is null`)
}

interface FlapFacts {
  monitor_id: number
  /** The start of the flapping, or of an incident before it, was sent, and the end was not. */
  is_announced: boolean
  /** Its alert is held, and sent when the parent is back. */
  is_held: boolean
}

const readFlaps = (tx: RoleTx<'worker'>, monitor_ids: readonly number[]): Promise<FlapFacts[]> =>
  tx.query(sql<FlapFacts>`
    select m.id as monitor_id,
      coalesce((select d.kind = 'flapping_started' from deliveries d where d.team_id = m.team_id and d.monitor_id = m.id
          and d.kind in ('flapping_started', 'flapping_ended') order by d.id desc limit 1), false)
        or exists (select from incidents i join status_mails t on t.team_id = i.team_id and t.incident_id = i.id and t.status = 'sent'
          where i.team_id = m.team_id and i.monitor_id = m.id and i.started_at > now() - interval '2 days'
          group by i.id having not bool_or(t.kind = 'resolved')) as is_announced,
      exists (select from incidents i join held_alerts h on h.team_id = i.team_id and h.incident_id = i.id
        where i.team_id = m.team_id and i.monitor_id = m.id and i.resolved_at is null) as is_held
    from monitors m where m.id = any(${monitor_ids}::bigint[])`)

/**
 * If a monitor flapped because a parent did, the start was not announced, so the end is not either. If it is down at the end, that message
 * is the alert itself, because no alert was sent while it flapped.
 */
async function listUnannouncedEnds(
  tx: RoleTx<'worker'>,
  changes: readonly IncidentChange[],
): Promise<Set<IncidentChange>> {
  const ended = changes.filter(({ kind }) => kind === 'flapping_ended')
  if (ended.length === 0) return new Set()
  const facts = await readFlaps(
    tx,
    ended.map(({ monitor_id }) => monitor_id),
  )
  const factsOf = new Map(facts.map((each) => [each.monitor_id, each]))
  const isQuiet = ({ monitor_id, status }: IncidentChange): boolean => {
    const found = factsOf.get(monitor_id)
    return status === 'down' ? found?.is_held === true : found?.is_announced === false
  }
  return new Set(ended.filter(isQuiet))
}

/**
 * Removes the changes that are not announced now, in the transaction that changed the incidents: those that a parent explains because it is
 * down, and those that wait for the result of a parent. Returns the others.
 */
export async function holdSuppressed(
  tx: RoleTx<'worker'>,
  changes: readonly IncidentChange[],
): Promise<readonly IncidentChange[]> {
  const parents = await readParents(tx, changes)
  if (parents.size === 0) return changes
  const dependent = changes.filter(({ monitor_id }) => parents.has(monitor_id))
  const { now } = await tx.one(sql<{ now: number }>`select clock_ms() as now`)
  const opened = dependent.filter((change): change is Opened => change.kind === 'opened')
  const held = await findHeld(tx, opened, { parents, now })
  if (held.length > 0) {
    await hold(tx, held)
    const waiting = held.filter(({ plan }) => plan.kind === 'wait')
    const unchecked = waiting.flatMap(({ change }) => parents.get(change.monitor_id) ?? [])
    const ids = unchecked.filter((each) => !each.is_confirming).map((each) => each.monitor_id)
    await checkNow(tx, [...new Set(ids)], now)
  }
  const quietEnds = await listUnannouncedEnds(tx, dependent)
  const isQuiet = (change: IncidentChange): boolean =>
    change.kind === 'flapping_started'
      ? (parents.get(change.monitor_id) ?? []).some(({ is_down, is_flapping }) => is_down || is_flapping)
      : quietEnds.has(change)
  const heldChanges = new Set<IncidentChange>(held.map(({ change }) => change))
  return changes.filter((change) => !heldChanges.has(change) && !isQuiet(change))
}

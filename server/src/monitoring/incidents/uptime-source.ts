import { HOUR_MS } from '@sitewatch/contract/durations'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import type { UptimeInput } from './uptime.ts'
import { findWindow, type WindowName } from './window.ts'

/** What uptime is computed from: both come from Postgres, so losing the history store changes no figure. */
export type UptimeSource = Pick<UptimeInput, 'incidents' | 'unobserved'>

export const NO_HISTORY: UptimeSource = { incidents: [], unobserved: [] }

interface Spans {
  monitor_id: number
  starts: number[]
  /** An open end is -1. */
  ends: number[]
}

const toMs = (column: 'started_at' | 'resolved_at' | 'from_at' | 'to_at') =>
  ({
    started_at: sql`(extract(epoch from started_at) * 1000)::float8`,
    resolved_at: sql`coalesce((extract(epoch from resolved_at) * 1000)::float8, -1)`,
    from_at: sql`(extract(epoch from from_at) * 1000)::float8`,
    to_at: sql`(extract(epoch from to_at) * 1000)::float8`,
  })[column]

/** Two queries, for any number of monitors. */
export async function readHistories(
  tx: UserTx,
  monitor_ids: readonly number[],
  name: WindowName,
): Promise<Map<number, UptimeSource>> {
  const histories = new Map<
    number,
    {
      incidents: { started_at: number; resolved_at: number | null }[]
      unobserved: { from: number; to: number | null }[]
    }
  >()
  if (monitor_ids.length === 0) return histories
  // An hour more than the window: the database's clock may be a little behind ours, and clipping is exact later.
  const since = new Date(findWindow(name, Date.now()).start - HOUR_MS)
  const [incidents, unobserved] = await Promise.all([
    tx.query(sql<Spans>`
      select monitor_id, array_agg(${toMs('started_at')}) as starts, array_agg(${toMs('resolved_at')}) as ends
      from incidents where team_id = ${tx.team_id} and monitor_id = any(${monitor_ids}::bigint[])
        and (resolved_at is null or resolved_at > ${since}) group by monitor_id`),
    tx.query(sql<Spans>`
      select monitor_id, array_agg(${toMs('from_at')}) as starts, array_agg(${toMs('to_at')}) as ends
      from monitor_unobserved where team_id = ${tx.team_id} and monitor_id = any(${monitor_ids}::bigint[])
        and to_at > ${since} group by monitor_id`),
  ])
  for (const id of monitor_ids) histories.set(id, { incidents: [], unobserved: [] })
  for (const { monitor_id, starts, ends } of incidents) {
    const spans = histories.get(monitor_id)?.incidents
    starts.forEach((started_at, index) => spans?.push({ started_at, resolved_at: endOf(ends[index]) }))
  }
  for (const { monitor_id, starts, ends } of unobserved) {
    const spans = histories.get(monitor_id)?.unobserved
    starts.forEach((from, index) => spans?.push({ from, to: endOf(ends[index]) }))
  }
  return histories
}

const endOf = (end: number | undefined): number | null => (end === undefined || end < 0 ? null : end)

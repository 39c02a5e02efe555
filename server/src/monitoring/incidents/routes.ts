import { incidentRoutes, type UptimeRecord } from '@sitewatch/contract'
import { notFound } from '../../http/problem.ts'
import { serve, type Served } from '../../http/serve.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { NO_HISTORY, readHistories } from './uptime-source.ts'
import {
  acknowledgeIncident,
  listIncidents,
  listIncidentsInWindow,
  lockIncident,
  readEvidence,
  readIncident,
} from './store.ts'
import { computeUptime, findSpans, type UptimeInput } from './uptime.ts'
import { findWindow, type WindowName } from './window.ts'

interface Watched {
  created_at: string
  now_ms: number
  unobserved_since: number | null
  next_due_at: number | null
}

/** Finds since when a monitor is unobserved. Part of the checks feature, and passed in so that the two do not import each other. */
export type FindUnobserved = (state: Watched, time: number) => number | null

async function readWatched(tx: UserTx, monitor_id: number): Promise<Watched> {
  const row = await tx.maybe(sql<Watched>`
    select m.created_at, s.unobserved_since,
      coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at,
      (extract(epoch from now()) * 1000)::bigint as now_ms
    from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
    where m.team_id = ${tx.team_id} and m.id = ${monitor_id} and m.deleted_at is null`)
  if (!row) throw notFound()
  return row
}

async function readUptimeInput(
  tx: UserTx,
  findUnobserved: FindUnobserved,
  { monitor_id, name }: { monitor_id: number; name: WindowName },
): Promise<UptimeInput> {
  const watched = await readWatched(tx, monitor_id)
  const history = (await readHistories(tx, [monitor_id], name)).get(monitor_id) ?? NO_HISTORY
  const since = findUnobserved(watched, watched.now_ms)
  return {
    window: findWindow(name, watched.now_ms),
    observed_from: Date.parse(watched.created_at),
    incidents: history.incidents,
    unobserved: since === null ? history.unobserved : [...history.unobserved, { from: since, to: null }],
  }
}

const describeWindow = (name: WindowName, input: UptimeInput) => ({
  window: name,
  window_start: toIso(input.window.start),
  window_end: toIso(input.window.end),
  ...computeUptime(input),
})

const toIso = (ms: number): string => new Date(ms).toISOString()
const toIsoSpan = ({ from, to }: { from: number; to: number }) => ({ from: toIso(from), to: toIso(to) })

async function listOfMonitor(
  tx: UserTx,
  findUnobserved: FindUnobserved,
  { monitor_id, name, page }: { monitor_id: number; name: WindowName; page: { page: number; pageSize: number } },
) {
  const input = await readUptimeInput(tx, findUnobserved, { monitor_id, name })
  const { rows, total } = await listIncidentsInWindow(tx, { monitor_id, window: input.window, page })
  return { rows, total, meta: describeWindow(name, input) }
}

async function readUptime(
  tx: UserTx,
  findUnobserved: FindUnobserved,
  { monitor_id, name }: { monitor_id: number; name: WindowName },
): Promise<UptimeRecord> {
  const input = await readUptimeInput(tx, findUnobserved, { monitor_id, name })
  const { down, unobserved } = findSpans(input)
  return {
    object: 'uptime',
    monitor_id,
    ...describeWindow(name, input),
    down: down.map(toIsoSpan),
    unobserved: unobserved.map(toIsoSpan),
  }
}

export function serveIncidents(findUnobserved: FindUnobserved): Served[] {
  return [
    serve(incidentRoutes.ofMonitor, ({ tx, params, query }) =>
      listOfMonitor(tx, findUnobserved, { monitor_id: params.id, name: query.window, page: query }),
    ),
    serve(incidentRoutes.uptime, ({ tx, params, query }) =>
      readUptime(tx, findUnobserved, { monitor_id: params.id, name: query.window }),
    ),
    serve(incidentRoutes.list, ({ tx, query }) => listIncidents(tx, query)),
    serve(incidentRoutes.show, ({ tx, params }) => readIncident(tx, params.id)),
    serve(incidentRoutes.evidence, ({ tx, params }) => readEvidence(tx, params.id)),
    serve(
      incidentRoutes.acknowledge,
      ({ tx, params, body, actor }) =>
        acknowledgeIncident(tx, params.id, { ...body, key_id: actor.kind === 'key' ? actor.credential_id : null }),
      { current: lockIncident },
    ),
  ]
}

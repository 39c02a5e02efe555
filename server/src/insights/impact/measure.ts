import { HOUR_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, isStoreUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { EntryRefused, type Postgres } from '../../platform/postgres/index.ts'
import type { WebsiteRef } from '../../analytics/websites/index.ts'
import { countVisits } from '../expected-traffic/index.ts'
import { estimateImpact, planTrafficCheck, type VisitorImpact } from './estimate.ts'
import { findCost } from './measure-cost.ts'
import { LOADED_MS, MAX_MEASURED_MS, planNextMeasure } from './schedule.ts'
import {
  type DueIncident,
  findIncident,
  findOldestWaitingUnscoped,
  listDueUnscoped,
  type MeasuredIncident,
  postponeUnscoped,
  saveImpact,
} from './store.ts'

export interface MeasureParts {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
  clock: Clock
  log: Log
}

const MAX_PER_RUN = 200
const RETRY_MS = 10 * 60_000
/** Measuring does not wait for events that could not be loaded for this long. */
const MAX_LOAD_WAIT_MS = 24 * HOUR_MS

async function measure(
  clickhouse: MeasureParts['clickhouse'],
  { started_at, resolved_at, impact: before, model }: MeasuredIncident,
  { website, now_ms }: { website: WebsiteRef; now_ms: number },
): Promise<VisitorImpact | null> {
  const from_ms = Date.parse(started_at)
  const to_ms = resolved_at === null ? now_ms - LOADED_MS : Date.parse(resolved_at)
  if (to_ms <= from_ms || to_ms - from_ms > MAX_MEASURED_MS || !model) return before
  const outage = { from_ms, to_ms }
  const check = planTrafficCheck(outage)
  const [seen = 0, traffic_check = 0] = await countVisits(clickhouse, website, check ? [outage, check] : [outage])
  const impact = estimateImpact(model, outage, { outage: seen, traffic_check })
  // The verdict on the first minutes stays.
  return { ...impact, traffic_check: before?.traffic_check ?? impact.traffic_check }
}

/** `waiting_ms`: when the oldest event that is not loaded yet arrived; an incident that lasted until then or longer is measured later. */
export async function measureIncident(
  parts: Omit<MeasureParts, 'log'>,
  { id, team_id }: DueIncident,
  waiting_ms: number,
): Promise<void> {
  const { postgres, clickhouse, clock } = parts
  const entry = { team_id, system: true } as const
  const now_ms = clock.now().getTime()
  const incident = await postgres.asUser(entry, (tx) => findIncident(tx, id), { readOnly: true })
  if (!incident) return
  const { website, resolved_at } = incident
  if (!website) {
    await postgres.asUser(entry, (tx) => saveImpact(tx, incident, { impact: incident.impact, due_ms: null }))
    return
  }
  const until_ms = resolved_at === null ? now_ms - LOADED_MS : Date.parse(resolved_at)
  // Nothing is saved, so it is tried again in a minute.
  if (waiting_ms <= until_ms && now_ms - until_ms < MAX_LOAD_WAIT_MS) return
  const visitors = await measure(clickhouse, incident, { website, now_ms })
  const impact = visitors && {
    ...visitors,
    ...(await findCost(parts, { incident, visitors, team_id, website, until_ms, now_ms })),
  }
  const isRepeated = resolved_at === null && (impact !== null || now_ms - LOADED_MS <= Date.parse(incident.started_at))
  const due_ms = isRepeated ? planNextMeasure(Date.parse(incident.started_at), now_ms) : null
  await postgres.asUser(entry, (tx) => saveImpact(tx, incident, { impact, due_ms }))
}

/** One after another: this is background work, and people wait for other queries. */
export async function measureDueIncidents(parts: MeasureParts): Promise<number> {
  const { postgres, clock, log } = parts
  const now = clock.now()
  const { due, waiting_ms } = await postgres.asRole('worker', async (tx) => {
    const oldest = await findOldestWaitingUnscoped(tx)
    return { due: await listDueUnscoped(tx, now, MAX_PER_RUN), waiting_ms: oldest ? Date.parse(oldest) : Infinity }
  })
  for (const incident of due) {
    try {
      await measureIncident(parts, incident, waiting_ms)
    } catch (error) {
      if (isStoreUnavailable(error)) {
        log.debug({ err: error }, 'impact not measured: ClickHouse is unavailable')
        return due.length
      }
      const retry_at = error instanceof EntryRefused ? null : new Date(now.getTime() + RETRY_MS)
      if (retry_at) log.error({ err: error, incident_id: incident.id }, 'measuring the impact of an incident failed')
      await postgres.asRole('worker', (tx) => postponeUnscoped(tx, incident.id, retry_at))
    }
  }
  return due.length
}

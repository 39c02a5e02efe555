import { insertIncidentsUnscoped, recoverIncidentsUnscoped } from '../monitoring/incidents/index.ts'
import { rebuildModel } from '../insights/expected-traffic/index.ts'
import { measureIncident } from '../insights/impact/index.ts'
import type { ClickHouse } from '../platform/clickhouse/index.ts'
import { systemClock } from '../platform/clock.ts'
import { type Postgres, type RoleTx, sql } from '../platform/postgres/index.ts'
import type { DemoOutage } from './outages.ts'
import type { MadeRecords } from './records.ts'

/** The time until an incident is confirmed: a second failed check. */
const CONFIRMED_MS = 30_000

interface MadeIncident {
  outage: DemoOutage
  incident_id: number
  monitor_id: number
}

/** Writes incidents in the same way as the checks do, but sends no alerts. */
export async function makeIncidents(
  postgres: Postgres,
  { team_id, records, outages }: { team_id: number; records: MadeRecords; outages: readonly DemoOutage[] },
): Promise<MadeIncident[]> {
  const found = outages.flatMap((outage) => {
    const made = records.monitors.find(({ monitor }) => monitor.name === outage.monitor)
    return made ? [{ outage, monitor_id: made.monitor_id }] : []
  })
  const rows = found.map(({ outage, monitor_id }) => ({
    team_id,
    monitor_id,
    started_at: outage.from_ms,
    confirmed_at: outage.from_ms + CONFIRMED_MS,
    cause_kind: outage.cause.kind,
    cause_http_status: outage.cause.http_status,
    cause_message: outage.cause.message,
    evidence: outage.evidence,
  }))
  const recovered = found.map(({ outage, monitor_id }) => ({ monitor_id, resolved_at: outage.to_ms }))
  const incidents = await postgres.asRole('worker', async (tx) => {
    await insertIncidentsUnscoped(tx, rows)
    return recoverIncidentsUnscoped(tx, recovered)
  })
  const made = found.flatMap(({ outage, monitor_id }) => {
    const incident = incidents.find((each) => each.monitor_id === monitor_id)
    return incident ? [{ outage, monitor_id, incident_id: incident.id }] : []
  })
  await postgres.asUser({ team_id, system: true }, async (tx) => {
    for (const { incident_id, outage } of made) {
      const { acknowledged_after_ms, from_ms } = outage
      await tx.execute(sql`
        update incidents set created_at = confirmed_at,
          acknowledged_at = ${acknowledged_after_ms === null ? null : new Date(from_ms + acknowledged_after_ms)}
        where team_id = ${tx.team_id} and id = ${incident_id}`)
    }
  })
  return made
}

interface DemoDelivery {
  provider: 'email' | 'slack'
  kind: 'opened' | 'resolved'
  /** The error of a delivery that failed for good. */
  error?: string
}

const DELIVERIES: readonly DemoDelivery[] = [
  { provider: 'email', kind: 'opened' },
  { provider: 'slack', kind: 'opened' },
  { provider: 'email', kind: 'resolved' },
  { provider: 'slack', kind: 'resolved' },
]

const CHANNEL_ARCHIVED = 'answered 404: no_service'

const describeDeliveries = ({ outage }: MadeIncident): DemoDelivery[] =>
  // The Slack channel was archived for a night, so that there are failed deliveries to retry.
  DELIVERIES.map((delivery) =>
    outage.cause.kind === 'timeout' && delivery.provider === 'slack'
      ? { ...delivery, error: CHANNEL_ARCHIVED }
      : delivery,
  )

async function insertDelivery(
  tx: RoleTx<'worker'>,
  { incident_id, monitor_id, outage }: MadeIncident,
  { team_id, provider_id, delivery }: { team_id: number; provider_id: number; delivery: DemoDelivery },
): Promise<void> {
  const { kind, error } = delivery
  const at = new Date((kind === 'opened' ? outage.from_ms + CONFIRMED_MS : outage.to_ms) + 1400)
  await tx.execute(sql`
    insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, status, attempts, last_error, sent_at,
      horizon_from, created_at, updated_at)
    values (${team_id}, ${incident_id}, ${monitor_id}, ${provider_id}, ${kind}, ${error ? 'failed' : 'sent'},
      ${error ? 5 : 1}, ${error ?? null}, ${error ? null : at}, ${at}, ${at}, ${at})`)
}

export async function makeDeliveries(
  postgres: Postgres,
  { team_id, records, incidents }: { team_id: number; records: MadeRecords; incidents: readonly MadeIncident[] },
): Promise<number> {
  return postgres.asRole('worker', async (tx) => {
    let count = 0
    for (const incident of incidents) {
      for (const delivery of describeDeliveries(incident)) {
        await insertDelivery(tx, incident, { team_id, provider_id: records.providers[delivery.provider], delivery })
        count += 1
      }
    }
    const last = incidents.at(-1)
    if (last) {
      const at = new Date(last.outage.to_ms + 1400).toISOString()
      const last_delivery = JSON.stringify({ kind: 'alert', outcome: 'sent', message: null, at })
      const ids = Object.values(records.providers)
      await tx.execute(sql`
        update providers set last_delivery = ${last_delivery}::jsonb where team_id = ${team_id} and id = any(${ids}::bigint[])`)
    }
    return count
  })
}

/** Measured on the demo's events in the same way as the service does, so the figures match them. */
export async function measureIncidents(
  parts: { postgres: Postgres; clickhouse: ClickHouse },
  { team_id, records }: { team_id: number; records: MadeRecords },
  incidents: readonly MadeIncident[],
): Promise<void> {
  for (const { website_id } of records.websites)
    await rebuildModel({ ...parts, clock: systemClock }, { team_id, website_id })
  for (const { incident_id } of incidents)
    await measureIncident({ ...parts, clock: systemClock }, { id: incident_id, team_id }, Infinity)
}

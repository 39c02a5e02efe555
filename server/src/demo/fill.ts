import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import type { Vault } from '../identity/accounts/index.ts'
import type { Config } from '../config.ts'
import type { ClickHouse } from '../platform/clickhouse/index.ts'
import type { Egress } from '../platform/egress/index.ts'
import { type Postgres, sql } from '../platform/postgres/index.ts'
import { writeHistory } from './check-results.ts'
import { makeDeliveries, makeIncidents, measureIncidents } from './incidents.ts'
import { makeMarks } from './marks.ts'
import { planNews, planOutages } from './outages.ts'
import { makeRecords, type MadeRecords } from './records.ts'
import { writeVisits } from './visits.ts'

export interface DemoParts {
  config: Config
  postgres: Postgres
  clickhouse: ClickHouse
  vault: Vault
  egress: Egress
}

export interface DemoOptions {
  team_id: number
  now_ms: number
  target: string | undefined
  /** Days of events and, as long as these are kept, of single checks: two months, so that the last month can be compared with the one before. */
  days?: number
}

export interface DemoReport {
  websites: number
  monitors: number
  incidents: number
  deliveries: number
  events: number
  checks: number
}

const EVENT_DAYS = 60
/** As long as single checks are kept. */
const CHECK_DAYS = 30
const SEED = 20_260_722

type Run = DemoParts & Required<Omit<DemoOptions, 'target'>>

async function fillEvents(run: Run, records: MadeRecords): Promise<number> {
  const { clickhouse, config, now_ms, days } = run
  const outages = planOutages(now_ms)
  const from_ms = now_ms - (now_ms % DAY_MS) - (days - 1) * DAY_MS
  let count = 0
  for (const [index, { site, website_id }] of records.websites.entries()) {
    const pieces = writeVisits({
      site,
      website_id,
      retention_days: config.SITEWATCH_RETENTION_DAYS,
      from_ms,
      now_ms,
      outages: outages.filter(({ domain }) => domain === site.domain),
      news: planNews(now_ms),
      seed: SEED + index * 100,
    })
    for (const { ndjson, rows } of pieces) {
      await clickhouse.insert({ table: 'events', token: `demo ${website_id} ${count}`, ndjson })
      count += rows
    }
  }
  const ids = records.websites.map(({ website_id }) => website_id)
  await run.postgres.asRole('collector', (tx) =>
    tx.execute(sql`update websites set first_event_at = ${new Date(from_ms)} where id = any(${ids}::bigint[])`),
  )
  return count
}

async function fillChecks(run: Run, records: MadeRecords): Promise<number> {
  const { clickhouse, team_id, now_ms, days } = run
  const outages = planOutages(now_ms)
  let count = 0
  for (const [index, made] of records.monitors.entries()) {
    const { ndjson, rows } = writeHistory({
      ...made,
      team_id,
      // One hour less: retention deletes what is a month old.
      from_ms: now_ms - Math.min(CHECK_DAYS, days) * DAY_MS + HOUR_MS,
      now_ms,
      outage: outages.find(({ monitor }) => monitor === made.monitor.name),
      seed: SEED + 10_000 + index,
    })
    await clickhouse.insert({ table: 'checks', token: `demo checks ${made.monitor_id}`, ndjson })
    count += rows
  }
  return count
}

/** Records first: they fail when the quota of the team is reached. */
export async function fillDemo(parts: DemoParts, options: DemoOptions): Promise<DemoReport> {
  const { postgres, config, vault, egress } = parts
  const { team_id, now_ms, target, days = EVENT_DAYS } = options
  const run: Run = { ...parts, team_id, now_ms, days }
  const records = await postgres.asUser({ team_id, user_id: team_id, system: true }, async (tx) => {
    const made = await makeRecords(tx, { config, vault, egress, now_ms, history_ms: CHECK_DAYS * DAY_MS, target })
    await makeMarks(tx, made, now_ms)
    return made
  })
  const incidents = await makeIncidents(postgres, { team_id, records, outages: planOutages(now_ms) })
  const deliveries = await makeDeliveries(postgres, { team_id, records, incidents })
  const events = await fillEvents(run, records)
  const checks = await fillChecks(run, records)
  await measureIncidents(parts, { team_id, records }, incidents)
  return {
    websites: records.websites.length,
    monitors: records.monitors.length,
    incidents: incidents.length,
    deliveries,
    events,
    checks,
  }
}

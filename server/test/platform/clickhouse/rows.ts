import { z } from 'zod'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, defineQuery, integer64 } from '../../../src/platform/clickhouse/index.ts'

export interface CheckRow {
  team_id: number
  monitor_id: number
  location: string
  slot: string
  started_at: string
  status: 'up' | 'down' | 'unknown'
  cause: string
  http_status: number
  dns_ms: number
  connect_ms: number
  tls_ms: number
  first_byte_ms: number
  total_ms: number
}

/**
 * Rows of one load: the same for the same arguments, with rows/100 monitors, and across midnight, so that one insert makes two
 * parts in `checks` and one row per hour and day in the rollups.
 */
export function makeChecks(team_id: number, count: number, midnight: number): CheckRow[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = midnight - HOUR_MS / 2 + Math.floor((index * HOUR_MS) / count)
    const total = 100 + (index % 100)
    return {
      team_id,
      monitor_id: index % Math.ceil(count / 100),
      location: 'default',
      slot: new Date(slot).toISOString(),
      started_at: new Date(slot + 7).toISOString(),
      status: index % 10 === 0 ? 'down' : 'up',
      cause: index % 10 === 0 ? 'timeout' : '',
      http_status: 200,
      dns_ms: 0.2,
      connect_ms: 10.5,
      tls_ms: 0,
      first_byte_ms: 80 + (index % 10),
      total_ms: total,
    }
  })
}

/** The start of the previous day, so that both days are well within the retention. */
export const MIDNIGHT = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 24 * HOUR_MS

const countChecks = defineQuery({
  name: 'test.count_checks',
  sql: `
    SELECT
      (SELECT count() FROM checks WHERE team_id = {team_id:UInt64}) AS raw,
      (SELECT uniqExact(monitor_id, slot) FROM checks WHERE team_id = {team_id:UInt64}) AS different,
      (SELECT sum(up + down + unknown) FROM checks_hourly WHERE team_id = {team_id:UInt64}) AS hourly,
      (SELECT sum(up + down + unknown) FROM checks_daily WHERE team_id = {team_id:UInt64}) AS daily,
      (SELECT sum(down) FROM checks_daily WHERE team_id = {team_id:UInt64}) AS down`,
  params: z.object({ team_id: z.int() }),
  row: z.object({ raw: integer64, different: integer64, hourly: integer64, daily: integer64, down: integer64 }),
})

export async function countTeamChecks(clickhouse: ClickHouse, team_id: number) {
  const [counts] = await clickhouse.read(countChecks, { team_id })
  return counts
}

export const countsOf = (rows: number) => ({ raw: rows, different: rows, hourly: rows, daily: rows, down: rows / 10 })

/** In the format of the inbox. */
export const toNdjson = (rows: readonly CheckRow[]): string => rows.map((row) => JSON.stringify(row)).join('\n')

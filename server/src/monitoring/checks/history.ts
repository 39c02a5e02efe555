import {
  type CAUSE_KINDS,
  type Check,
  CHECK_STATUSES,
  isMonitorType,
  type ListOf,
  type MonitorType,
  type ResponseTimes,
} from '@sitewatch/contract'
import { z } from 'zod'
import { findCheckType } from './types/check-types.ts'
import { findWindow, type TimeWindow, type WindowName } from '../incidents/index.ts'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'

declare const owned: unique symbol
/** Only a read under row-level security creates one. ClickHouse has no such policies, so every query there requires one. */
export interface OwnedMonitor {
  readonly team_id: number
  readonly monitor_id: number
  readonly type: MonitorType
  readonly [owned]: true
}

export async function findOwnedMonitor(tx: UserTx, monitor_id: number): Promise<OwnedMonitor | undefined> {
  return tx.maybe(sql<OwnedMonitor>`
    select team_id, id as monitor_id, type from monitors
    where team_id = ${tx.team_id} and id = ${monitor_id} and deleted_at is null`)
}

const monitorParams = { team_id: z.int(), monitor_id: z.int() }
const decimal = z.coerce.number()

const listChecks = defineQuery({
  name: 'checks.list',
  sql: `SELECT location, toUnixTimestamp64Milli(slot) AS slot, toUnixTimestamp64Milli(started_at) AS started, status, cause,
      message, http_status, dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, jitter_ms, loss_percent
    FROM checks
    WHERE team_id = {team_id:UInt64} AND monitor_id = {monitor_id:UInt64} AND status IN {statuses:Array(String)}
    ORDER BY slot DESC, location LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
  params: z.object({ ...monitorParams, statuses: z.array(z.enum(CHECK_STATUSES)), limit: z.int(), offset: z.int() }),
  row: z.object({
    location: z.string(),
    slot: integer64,
    started: integer64,
    status: z.enum(CHECK_STATUSES),
    cause: z.string(),
    message: z.string(),
    http_status: z.int(),
    dns_ms: decimal,
    connect_ms: decimal,
    tls_ms: decimal,
    first_byte_ms: decimal,
    total_ms: decimal,
    jitter_ms: decimal,
    loss_percent: z.int(),
  }),
})

const countChecks = defineQuery({
  name: 'checks.count',
  sql: `SELECT count() AS total FROM checks
    WHERE team_id = {team_id:UInt64} AND monitor_id = {monitor_id:UInt64} AND status IN {statuses:Array(String)}`,
  params: z.object({ ...monitorParams, statuses: z.array(z.enum(CHECK_STATUSES)) }),
  row: z.object({ total: integer64 }),
})

interface CheckListQuery {
  status?: (typeof CHECK_STATUSES)[number] | undefined
  page: number
  pageSize: number
}

export async function listRecentChecks(
  clickhouse: ClickHouse,
  { team_id, monitor_id, type }: OwnedMonitor,
  { status, page, pageSize }: CheckListQuery,
): Promise<ListOf<Check>> {
  const statuses = status ? [status] : [...CHECK_STATUSES]
  const paging = { limit: pageSize, offset: (page - 1) * pageSize }
  const [rows, [count]] = await Promise.all([
    clickhouse.read(listChecks, { team_id, monitor_id, statuses, ...paging }),
    clickhouse.read(countChecks, { team_id, monitor_id, statuses }),
  ])
  return { rows: rows.map((row) => toCheck(monitor_id, type, row)), total: count?.total ?? 0 }
}

const orNull = (value: number): number | null => (value === 0 ? null : value)

function toCheck(monitor_id: number, type: OwnedMonitor['type'], row: z.output<typeof listChecks.row>): Check {
  const has_packets = isMonitorType(type) && findCheckType(type).has_packets === true
  const http_status = orNull(row.http_status)
  const { dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms } = row
  return {
    object: 'check',
    id: row.slot,
    monitor_id,
    location: row.location,
    status: row.status,
    started_at: new Date(row.started).toISOString(),
    cause:
      row.cause === '' ? null : { kind: row.cause as (typeof CAUSE_KINDS)[number], http_status, message: row.message },
    message: row.message === '' ? null : row.message,
    http_status,
    timings: {
      dns_ms: orNull(dns_ms),
      connect_ms: orNull(connect_ms),
      tls_ms: orNull(tls_ms),
      first_byte_ms: orNull(first_byte_ms),
      total_ms: row.status === 'up' ? total_ms : orNull(total_ms),
    },
    jitter_ms: has_packets && row.status === 'up' ? row.jitter_ms : null,
    loss_percent: has_packets && row.status !== 'unknown' ? row.loss_percent : null,
  }
}

const PHASES = ['dns', 'connect', 'tls', 'first_byte', 'total'] as const
const quantiles = z.tuple([z.number().nullable(), z.number().nullable()])
const pointRow = z.object({
  start: integer64,
  up: integer64,
  down: integer64,
  unknown: integer64,
  dns: quantiles,
  connect: quantiles,
  tls: quantiles,
  first_byte: quantiles,
  total: quantiles,
})
const span = z.object({ ...monitorParams, from: z.date(), to: z.date() })
const where = `WHERE team_id = {team_id:UInt64} AND monitor_id = {monitor_id:UInt64}`

/** From the raw rows: exact. */
const RAW_BUCKET_SECONDS = 600
const readRaw = defineQuery({
  name: 'checks.response_times_raw',
  sql: `SELECT toInt64(toUnixTimestamp(toStartOfInterval(slot, INTERVAL ${RAW_BUCKET_SECONDS} SECOND))) AS start,
      countIf(status = 'up') AS up, countIf(status = 'down') AS down, countIf(status = 'unknown') AS unknown,
      ${PHASES.map((phase) => `quantilesExactIf(0.5, 0.95)(toFloat64(${phase}_ms), status = 'up') AS ${phase}`).join(', ')}
    FROM checks ${where} AND slot >= {from:DateTime64(3)} AND slot < {to:DateTime64(3)}
    GROUP BY start ORDER BY start`,
  params: span,
  row: pointRow,
})

const readRolledUp = (table: 'checks_hourly' | 'checks_daily') =>
  defineQuery({
    name: `checks.response_times_${table}`,
    sql: `SELECT toInt64(toUnixTimestamp(bucket)) AS start, sum(up_sum) AS up, sum(down_sum) AS down,
        sum(unknown_sum) AS unknown,
        ${PHASES.map((phase) => `quantilesExactWeightedMerge(0.5, 0.95)(${phase}_state) AS ${phase}`).join(', ')}
      FROM (SELECT start AS bucket, up AS up_sum, down AS down_sum, unknown AS unknown_sum,
          ${PHASES.map((phase) => `${phase} AS ${phase}_state`).join(', ')}
        FROM ${table} ${where} AND start >= {from:DateTime64(3)} AND start < {to:DateTime64(3)})
      GROUP BY bucket ORDER BY bucket`,
    params: span,
    row: pointRow,
  })

const SOURCES = {
  '24h': { query: readRaw, bucket_seconds: RAW_BUCKET_SECONDS },
  '30d': { query: readRolledUp('checks_hourly'), bucket_seconds: 3600 },
  '6mo': { query: readRolledUp('checks_daily'), bucket_seconds: 86_400 },
  '1y': { query: readRolledUp('checks_daily'), bucket_seconds: 86_400 },
} as const

/** Starts the window at a whole bucket. Otherwise the first bucket would be incomplete. */
function alignWindow({ start, end }: TimeWindow, bucket_seconds: number): { from: Date; to: Date } {
  const bucket_ms = bucket_seconds * 1000
  return { from: new Date(Math.ceil(start / bucket_ms) * bucket_ms), to: new Date(end) }
}

export async function readResponseTimes(
  clickhouse: ClickHouse,
  { team_id, monitor_id }: OwnedMonitor,
  { window, now_ms }: { window: WindowName; now_ms: number },
): Promise<ResponseTimes> {
  const { query, bucket_seconds } = SOURCES[window]
  const { from, to } = alignWindow(findWindow(window, now_ms), bucket_seconds)
  const rows = await clickhouse.read(query, { team_id, monitor_id, from, to })
  return {
    object: 'response_times',
    monitor_id,
    window,
    window_start: from.toISOString(),
    window_end: to.toISOString(),
    bucket_seconds,
    points: rows.map(toPoint),
  }
}

type Point = ResponseTimes['points'][number]

function toPoint(row: z.output<typeof pointRow>): Point {
  const read = ([p50, p95]: [number | null, number | null]): Point['total'] =>
    p50 === null || p95 === null || row.up === 0 ? null : { p50_ms: roundTenth(p50), p95_ms: roundTenth(p95) }
  const { up, down, unknown } = row
  return {
    start: new Date(row.start * 1000).toISOString(),
    up,
    down,
    unknown,
    dns: read(row.dns),
    connect: read(row.connect),
    tls: read(row.tls),
    first_byte: read(row.first_byte),
    total: read(row.total),
  }
}

const roundTenth = (ms: number): number => Math.round(ms * 10) / 10

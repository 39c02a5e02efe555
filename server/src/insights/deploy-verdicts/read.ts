import { z } from 'zod'
import type { DeployMetricName, Goal } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import { EVENT_NAME, IS_NAMED, PATH, toLikePattern } from '../../analytics/stats/index.ts'
import type { WebsiteRef } from '../../analytics/websites/index.ts'
import { CLS_SHIFT, type MeasuredMetric } from './judge.ts'
import type { Samples, Sums } from './sequential.ts'
import { DAYS_BEFORE, type Window } from './windows.ts'

const VITALS = { lcp: 'lcp_ms', inp: 'inp_ms', cls: 'cls', ttfb: 'ttfb_ms', fcp: 'fcp_ms' } as const
type VitalName = keyof typeof VITALS
const VITAL_NAMES = Object.keys(VITALS) as VitalName[]

const logOf = (name: VitalName): string =>
  name === 'cls' ? `log(greatest(0, cls) + ${CLS_SHIFT})` : `log(greatest(1, ${VITALS[name]}))`

const WINDOWS = `arrayFilter((i, f, t) -> ms >= f AND ms < t, arrayEnumerate({from:Array(Int64)}), {from:Array(Int64)}, {to:Array(Int64)})`

const windowParams = { from: z.array(z.int()), to: z.array(z.int()) }
const sums = z.tuple([integer64, z.number(), z.number()])

/**
 * Visitors are counted, not views: the values of one visitor on several pages are much alike. A visitor has the mean of their
 * logarithms, and has reached a goal or not.
 */
const VISITORS = defineQuery({
  name: 'deploy_verdicts.visitors',
  sql: `
    SELECT span, countIf(active) AS visitors, countIf(active AND lost) AS not_found,
      sumForEach(arrayMap(reached -> toUInt64(active AND reached), goals)) AS goals,
      ${VITAL_NAMES.map(
        (name) =>
          `(countIf(${name}_n > 0), sumIf(${name}_sum / ${name}_n, ${name}_n > 0), sumIf(pow(${name}_sum / ${name}_n, 2), ${name}_n > 0)) AS ${name}`,
      ).join(', ')}
    FROM (
      SELECT span, day, visitor_id, max(active) AS active, max(lost) AS lost, maxForEach(goals) AS goals,
        ${VITAL_NAMES.map(
          (name) =>
            `countIf(isNotNull(${VITALS[name]})) AS ${name}_n, sumIf(assumeNotNull(${logOf(name)}), isNotNull(${VITALS[name]})) AS ${name}_sum`,
        ).join(', ')}
      FROM (
        SELECT toDate(time) AS day, visitor_id, toUnixTimestamp64Milli(time) AS ms, kind NOT IN ('engagement', 'vitals') AS active,
          kind = 'not_found' AS lost, ${Object.values(VITALS).join(', ')},
          arrayMap((rule, value) -> toUInt8(if(rule = 'page', kind = 'pageview' AND ${PATH} LIKE value, ${IS_NAMED} AND ${EVENT_NAME} = value)),
            {goal_kinds:Array(String)}, {goal_values:Array(String)}) AS goals
        FROM events FINAL
        WHERE website_id = {id:UInt64} AND toDate(time) IN {days:Array(Date)} AND kind != 'engagement'
      )
      ARRAY JOIN ${WINDOWS} AS span
      GROUP BY span, day, visitor_id
    )
    GROUP BY span`,
  params: z.object({
    id: z.int(),
    days: z.array(z.string()),
    ...windowParams,
    goal_kinds: z.array(z.string()),
    goal_values: z.array(z.string()),
  }),
  row: z.object({
    span: z.int(),
    visitors: integer64,
    not_found: integer64,
    goals: z.array(integer64),
    lcp: sums,
    inp: sums,
    cls: sums,
    ttfb: sums,
    fcp: sums,
  }),
  timeout_seconds: 20,
})

/**
 * An hour of all monitors together is one value: consecutive checks are much alike. Each monitor is compared with its own mean before,
 * so that a monitor that was added meanwhile changes nothing.
 */
const HOURS = defineQuery({
  name: 'deploy_verdicts.hours',
  sql: `
    SELECT span, count() AS hours, countIf(failed) AS failures,
      (countIf(isFinite(deviation)), sumIf(deviation, isFinite(deviation)), sumIf(deviation * deviation, isFinite(deviation))) AS response_time,
      avgIf(level, isFinite(deviation)) AS level
    FROM (
      SELECT span, hour, max(failures > 0) AS failed, avgIf(logs / answered - usual, answered > 0 AND usual_n > 0) AS deviation,
        avgIf(usual, answered > 0 AND usual_n > 0) AS level
      FROM (
        SELECT span, hour, monitor_id, answered, failures, logs,
          sumIf(answered, is_before) OVER (PARTITION BY monitor_id) AS usual_n,
          sumIf(logs, is_before) OVER (PARTITION BY monitor_id) / usual_n AS usual
        FROM (
          SELECT span, intDiv(ms - arrayElement({from:Array(Int64)}, span), 3600000) AS hour, monitor_id,
            has({before:Array(UInt32)}, span) AS is_before,
            countIf(status = 'up' AND total_ms > 0) AS answered, countIf(status = 'down') AS failures,
            sumIf(log(greatest(0.1, toFloat64(total_ms))), status = 'up' AND total_ms > 0) AS logs
          FROM (
            SELECT monitor_id, status, total_ms, toUnixTimestamp64Milli(slot) AS ms FROM checks
            WHERE team_id = {team_id:UInt64} AND monitor_id IN {monitor_ids:Array(UInt64)} AND status != 'unknown'
              AND slot >= fromUnixTimestamp64Milli({first:Int64}, 'UTC') AND slot < fromUnixTimestamp64Milli({last:Int64}, 'UTC')
          )
          ARRAY JOIN ${WINDOWS} AS span
          GROUP BY span, hour, monitor_id
        )
      )
      GROUP BY span, hour
    )
    GROUP BY span`,
  params: z.object({
    team_id: z.int(),
    monitor_ids: z.array(z.int()),
    ...windowParams,
    before: z.array(z.int()),
    first: z.int(),
    last: z.int(),
  }),
  row: z.object({
    span: z.int(),
    hours: integer64,
    failures: integer64,
    response_time: sums,
    level: z.number().nullable(),
  }),
  timeout_seconds: 20,
})

function listDays(windows: readonly Window[]): string[] {
  const days = new Set<string>()
  for (const { from_ms, to_ms } of windows)
    for (let ms = from_ms - (from_ms % DAY_MS); ms < to_ms; ms += DAY_MS)
      days.add(new Date(ms).toISOString().slice(0, 10))
  return [...days]
}

const toShare = (n: number, events: number): Sums => ({ n, sum: events, squares: events })

/** The rows of windows, summed by day. */
function sumByDay<Row extends { span: number }>(
  windows: readonly Window[],
  rows: readonly Row[],
  sumsOf: (row: Row) => Sums,
): Samples {
  const collect = (side: Window['side'], days: number): Sums[] =>
    Array.from({ length: days }, (_, day) => {
      const ofDay = rows.filter(({ span }) => windows[span - 1]?.side === side && windows[span - 1]?.day === day)
      return ofDay
        .map(sumsOf)
        .reduce((a, b) => ({ n: a.n + b.n, sum: a.sum + b.sum, squares: a.squares + b.squares }), toShare(0, 0))
    })
  return { after: collect('after', 2), before: collect('before', DAYS_BEFORE) }
}

const edges = (windows: readonly Window[]) => ({
  from: windows.map(({ from_ms }) => from_ms),
  to: windows.map(({ to_ms }) => to_ms),
})

const toMetric = (metric: DeployMetricName, samples: Samples): MeasuredMetric => ({
  metric,
  goal_id: null,
  name: null,
  samples,
})
const hasValues = ({ after, before }: Samples): boolean => [...after, ...before].some(({ n }) => n > 0)
const hasEvents = ({ after, before }: Samples): boolean => [...after, ...before].some(({ sum }) => sum > 0)

export async function readVisitorMetrics(
  clickhouse: Pick<ClickHouse, 'read'>,
  website: WebsiteRef,
  { windows, goals }: { windows: readonly Window[]; goals: readonly Goal[] },
): Promise<MeasuredMetric[]> {
  const rows = await clickhouse.read(VISITORS, {
    id: website.id,
    days: listDays(windows),
    ...edges(windows),
    goal_kinds: goals.map(({ kind }) => kind),
    goal_values: goals.map(({ kind, value }) => (kind === 'page' ? toLikePattern(value) : value)),
  })
  const vitals = VITAL_NAMES.map((name) =>
    toMetric(
      name,
      sumByDay(windows, rows, ({ [name]: [n, sum, squares] }) => ({ n, sum, squares })),
    ),
  )
  const notFound = toMetric(
    'not_found',
    sumByDay(windows, rows, ({ visitors, not_found }) => toShare(visitors, not_found)),
  )
  const reached = goals.map(({ id, name }, index): MeasuredMetric => {
    const samples = sumByDay(windows, rows, (row) => toShare(row.visitors, row.goals[index] ?? 0))
    return { metric: 'goal', goal_id: id, name, samples }
  })
  // Without a single 404 page, or visitor at a goal, it is not known whether they are recorded at all.
  return [
    ...vitals.filter(({ samples }) => hasValues(samples)),
    ...[notFound, ...reached].filter(({ samples }) => hasEvents(samples)),
  ]
}

export async function readCheckMetrics(
  clickhouse: Pick<ClickHouse, 'read'>,
  { team_id, monitor_ids }: { team_id: number; monitor_ids: readonly number[] },
  windows: readonly Window[],
): Promise<MeasuredMetric[]> {
  if (monitor_ids.length === 0) return []
  const { from, to } = edges(windows)
  const rows = await clickhouse.read(HOURS, {
    team_id,
    monitor_ids: [...monitor_ids],
    from,
    to,
    before: windows.flatMap(({ side }, index) => (side === 'before' ? [index + 1] : [])),
    first: Math.min(...from),
    last: Math.max(...to),
  })
  // Deviations are around 0; with the usual level of all monitors they are milliseconds again.
  const levels = rows.flatMap(({ span, level }) =>
    windows[span - 1]?.side === 'before' && level !== null ? [level] : [],
  )
  const level = levels.reduce((sum, each) => sum + each, 0) / Math.max(1, levels.length)
  const times = sumByDay(windows, rows, ({ response_time: [n, sum, squares] }) => ({
    n,
    sum: sum + n * level,
    squares: squares + 2 * level * sum + n * level * level,
  }))
  const failures = sumByDay(windows, rows, (row) => toShare(row.hours, row.failures))
  return [toMetric('response_time', times), toMetric('failures', failures)].filter(({ samples }) => hasValues(samples))
}

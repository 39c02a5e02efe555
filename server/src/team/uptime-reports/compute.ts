import type { ReportedIncident, UptimeTotals } from '@sitewatch/contract'
import { clipSpans, intersectSpans, mergeSpans, type Span, subtractSpans, sumSpans } from '../../platform/time/spans.ts'
import {
  computeBudget,
  findCountedSpans,
  type MonitorHistory,
  type ReportIncident,
  spanOfIncident,
} from '../../insights/error-budget/index.ts'

interface ReportInput {
  period: Span
  now_ms: number
  /** In percent, with up to three decimals. */
  target: number
  monitors: readonly MonitorHistory[]
}

interface ComputedMonitor extends UptimeTotals {
  monitor_id: number
  name: string
}

interface ComputedReport {
  total: UptimeTotals
  monitors: ComputedMonitor[]
  /** Newest first. */
  incidents: ReportedIncident[]
}

/** In milliseconds; window = monitored + maintenance + unobserved, and monitored = up + down. */
interface Sums {
  monitored: number
  down: number
  maintenance: number
  unobserved: number
  /** The part of the period that is still to come, without scheduled maintenance. */
  ahead: number
}

interface Measured {
  monitor: MonitorHistory
  sums: Sums
  incidents: ReportedIncident[]
  acknowledge: number[]
  resolve: number[]
}

const toSeconds = (ms: number): number => Math.round(ms / 1000)
const toIso = (ms: number): string => new Date(ms).toISOString()
const since = (from: number, to: number | null): number | null => (to === null ? null : Math.max(0, to - from))
const roundSeconds = (ms: number | null): number | null => (ms === null ? null : toSeconds(ms))

const describeIncident = (
  { id, cause, started_at, confirmed_at, acknowledged_at, resolved_at }: ReportIncident,
  monitor: MonitorHistory,
  down_ms: number,
): ReportedIncident => ({
  incident_id: id,
  monitor_id: monitor.id,
  monitor_name: monitor.name,
  cause,
  started_at: toIso(started_at),
  acknowledged_at: acknowledged_at === null ? null : toIso(acknowledged_at),
  resolved_at: resolved_at === null ? null : toIso(resolved_at),
  downtime_seconds: toSeconds(down_ms),
  acknowledge_seconds: roundSeconds(since(confirmed_at, acknowledged_at)),
  resolve_seconds: roundSeconds(since(started_at, resolved_at)),
})

/**
 * An incident counts if any of its time does; its response times count in the period in which it started, so that they are
 * in one month only.
 */
function measureMonitor(monitor: MonitorHistory, { period, now_ms }: ReportInput): Measured {
  const window = { from: period.from, to: Math.max(period.from, Math.min(period.to, now_ms)) }
  const { monitored, down, maintenance } = findCountedSpans(monitor, window)
  const counted = monitor.incidents
    .map((incident) => {
      const span = clipSpans([spanOfIncident(incident, window)], window)
      return { incident, down_ms: sumSpans(intersectSpans(span, monitored)) }
    })
    .filter(({ down_ms }) => down_ms > 0)
  const started = counted.flatMap(({ incident }) => (incident.started_at >= period.from ? [incident] : []))
  const sums = {
    monitored: sumSpans(monitored),
    down: sumSpans(down),
    maintenance: sumSpans(maintenance),
  }
  const future = clipSpans([{ from: window.to, to: period.to }], period)
  const planned = mergeSpans(clipSpans(monitor.maintenance, { from: window.to, to: period.to }))
  return {
    monitor,
    sums: {
      ...sums,
      unobserved: window.to - window.from - sums.monitored - sums.maintenance,
      ahead: sumSpans(subtractSpans(future, planned)),
    },
    incidents: counted.map(({ incident, down_ms }) => describeIncident(incident, monitor, down_ms)),
    acknowledge: started.flatMap(({ confirmed_at, acknowledged_at }) => since(confirmed_at, acknowledged_at) ?? []),
    resolve: started.flatMap(({ started_at, resolved_at }) => since(started_at, resolved_at) ?? []),
  }
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : toSeconds(values.reduce((sum, value) => sum + value, 0) / values.length)

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : toSeconds((low + high) / 2)
}

function describeFigures(all: readonly Measured[], target: number): UptimeTotals {
  const add = (name: keyof Sums): number => all.reduce((sum, { sums }) => sum + sums[name], 0)
  const [monitored, down] = [add('monitored'), add('down')]
  const budget = computeBudget({ counted: monitored, failed: down, ahead: add('ahead') }, target)
  const acknowledge = all.flatMap((each) => each.acknowledge)
  const resolve = all.flatMap((each) => each.resolve)
  return {
    uptime_percent: budget.percent,
    is_target_met: budget.is_met,
    monitored_seconds: toSeconds(monitored),
    downtime_seconds: toSeconds(down),
    maintenance_seconds: toSeconds(add('maintenance')),
    unobserved_seconds: toSeconds(add('unobserved')),
    budget_seconds: toSeconds(budget.total),
    budget_remaining_seconds: toSeconds(budget.left),
    incident_count: all.reduce((sum, { incidents }) => sum + incidents.length, 0),
    acknowledge_mean_seconds: meanOf(acknowledge),
    acknowledge_median_seconds: medianOf(acknowledge),
    resolve_mean_seconds: meanOf(resolve),
    resolve_median_seconds: medianOf(resolve),
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Uptime by time against a target: of each monitor, and of all together, weighted by the time that each was monitored. */
export function computeReport(input: ReportInput): ComputedReport {
  const measured = input.monitors.map((monitor) => measureMonitor(monitor, input))
  return {
    total: describeFigures(measured, input.target),
    monitors: measured.map((each) => ({
      monitor_id: each.monitor.id,
      name: each.monitor.name,
      ...describeFigures([each], input.target),
    })),
    incidents: measured
      .flatMap(({ incidents }) => incidents)
      .sort((a, b) => compareTexts(b.started_at, a.started_at) || b.incident_id - a.incident_id),
  }
}

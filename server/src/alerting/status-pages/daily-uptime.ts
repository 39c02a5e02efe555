import { DAY_MS } from '@sitewatch/contract/durations'
import { getUnobservedSince } from '../../monitoring/checks/index.ts'
import { computeUptime } from '../../monitoring/incidents/index.ts'
import { intersectSpans, mergeSpans, type Span, subtractSpans } from '../../platform/time/spans.ts'
import type { MonitorSource, PageSource } from './page-source.ts'

/** Downtime below this share of a day is shown as a short outage. */
const SHORT_OUTAGE_PERCENT = 99

export type DayState = 'up' | 'degraded' | 'down' | 'paused' | 'unknown'

export interface DayView {
  date: string
  state: DayState
  uptime_percent: number | null
  downtime_seconds: number
}

export interface History {
  down: Span[]
  unobserved: Span[]
  paused: Span[]
}

function readHistory(
  monitor: MonitorSource,
  now_ms: number,
  {
    incidents = [],
    gaps = [],
  }: { incidents: PageSource['incidents'] | undefined; gaps: PageSource['unobserved'] | undefined },
): History {
  const since = getUnobservedSince(monitor, now_ms)
  const current = since === null ? [] : [{ from: since, to: Infinity }]
  const unobserved = mergeSpans([{ from: -Infinity, to: Date.parse(monitor.created_at) }, ...gaps, ...current])
  const down = incidents.map(({ started_at, resolved_at }) => ({
    from: Date.parse(started_at),
    to: resolved_at === null ? Infinity : Date.parse(resolved_at),
  }))
  const paused = gaps.filter((gap) => gap.reason === 'paused')
  return {
    down: subtractSpans(mergeSpans(down), unobserved),
    unobserved,
    paused: monitor.status === 'paused' ? [...paused, ...current] : paused,
  }
}

/** By monitor. Unobserved time does not count as down, even inside an incident. */
export function readHistories({ monitors, incidents, unobserved, now_ms }: PageSource): Map<number, History> {
  const incidentsOf = Map.groupBy(incidents, (incident) => incident.monitor_id)
  const gapsOf = Map.groupBy(unobserved, (gap) => gap.monitor_id)
  return new Map(
    monitors.map((monitor) => {
      const found = { incidents: incidentsOf.get(monitor.id), gaps: gapsOf.get(monitor.id) }
      return [monitor.id, readHistory(monitor, now_ms, found)]
    }),
  )
}

/** Several monitors as one: down while any is down, unobserved while none is observed. */
export function joinHistories(histories: readonly History[]): History {
  const [first, ...rest] = histories
  return {
    down: mergeSpans(histories.flatMap((history) => history.down)),
    unobserved: rest.reduce(
      (spans, history) => intersectSpans(spans, history.unobserved),
      first?.unobserved ?? [ALWAYS],
    ),
    paused: histories.flatMap((history) => history.paused),
  }
}

const ALWAYS: Span = { from: -Infinity, to: Infinity }

export function measure(
  { down, unobserved }: Pick<History, 'down' | 'unobserved'>,
  window: { start: number; end: number },
) {
  return computeUptime({
    window,
    observed_from: window.start,
    incidents: down.map(({ from, to }) => ({ started_at: from, resolved_at: to })),
    unobserved,
  })
}

export function startOfDay(time_ms: number): number {
  return Math.floor(time_ms / DAY_MS) * DAY_MS
}

/** Splits spans by day in one pass: comparing every span with every day took a second for a flapping monitor. */
function splitByDay(spans: readonly Span[], first: number, count: number): Span[][] {
  const days: Span[][] = Array.from({ length: count }, () => [])
  for (const span of spans) {
    const last = Math.min(count, Math.ceil((span.to - first) / DAY_MS))
    for (let day = Math.max(0, Math.floor((span.from - first) / DAY_MS)); day < last; day++) days[day]?.push(span)
  }
  return days
}

/** `count` days from `first` on, the last of them until now. */
export function describeDays(
  history: History,
  { first, count, now_ms }: { first: number; count: number; now_ms: number },
): DayView[] {
  const [down, unobserved, paused] = [history.down, history.unobserved, history.paused].map((spans) =>
    splitByDay(spans, first, count),
  )
  return Array.from({ length: count }, (_, n) => {
    const start = first + n * DAY_MS
    const end = Math.min(start + DAY_MS, Math.max(now_ms, start + 1))
    const date = new Date(start).toISOString().slice(0, 10)
    const day = { down: down?.[n] ?? [], unobserved: unobserved?.[n] ?? [] }
    // A shortcut for most days of most monitors. A page has thousands of days, and other requests wait while it is rendered.
    if (day.down.length === 0 && day.unobserved.length === 0)
      return { date, state: 'up', uptime_percent: 100, downtime_seconds: 0 }
    const { uptime_percent, downtime_seconds } = measure(day, { start, end })
    const state = (): DayState => {
      if (uptime_percent === null) return paused?.[n]?.length ? 'paused' : 'unknown'
      if (day.down.length === 0) return 'up'
      return uptime_percent >= SHORT_OUTAGE_PERCENT ? 'degraded' : 'down'
    }
    return { date, state: state(), uptime_percent, downtime_seconds }
  })
}

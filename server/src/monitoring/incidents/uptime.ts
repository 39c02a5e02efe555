import { clipSpans, mergeSpans, type Span, subtractSpans, sumSpans } from '../../platform/time/spans.ts'
import type { TimeWindow } from './window.ts'

export type UptimeInput = {
  /** [start, end) in epoch milliseconds, like every time here. */
  readonly window: TimeWindow
  /** When the monitor was created. Nothing was observed before. */
  readonly observed_from: number
  /** null: still open. */
  readonly incidents: readonly { readonly started_at: number; readonly resolved_at: number | null }[]
  /** Paused, or no check was possible. `to` is null while it continues. */
  readonly unobserved: readonly { readonly from: number; readonly to: number | null }[]
}

/** `unknown_seconds` is all time not observed, so that up = window − down − unknown. */
export type Uptime = {
  readonly downtime_seconds: number
  readonly unknown_seconds: number
  readonly uptime_percent: number | null
}

/**
 * Uptime by time, not by counting checks. Time not observed is neither up nor down, even inside an incident. Intervals
 * may overlap and come in any order, because a clock that is set back can cause that.
 */
export function computeUptime(input: UptimeInput): Uptime {
  const { window, incidents } = input
  const unknownSpans = findUnobserved(input)
  const notUpSpans = mergeInside(window, [...unknownSpans, ...incidents.map((incident) => toSpan(window, incident))])
  const unknown_ms = sumSpans(unknownSpans)
  const down_ms = sumSpans(notUpSpans) - unknown_ms
  return {
    downtime_seconds: Math.round(down_ms / 1000),
    unknown_seconds: Math.round(unknown_ms / 1000),
    uptime_percent: computePercent(window.end - window.start - unknown_ms, down_ms),
  }
}

const findUnobserved = ({ window, observed_from, unobserved }: UptimeInput): Span[] =>
  mergeInside(window, [
    { from: window.start, to: observed_from },
    ...unobserved.map(({ from, to }) => ({ from, to: to ?? window.end })),
  ])

const toSpan = (window: TimeWindow, { started_at, resolved_at }: UptimeInput['incidents'][number]): Span => ({
  from: started_at,
  to: resolved_at ?? window.end,
})

/** The same as intervals, for a chart: oldest first, without overlaps. */
export function findSpans(input: UptimeInput): { down: Span[]; unobserved: Span[] } {
  const { window, incidents } = input
  const unobserved = findUnobserved(input)
  const down = mergeInside(
    window,
    incidents.map((incident) => toSpan(window, incident)),
  )
  return { down: subtractSpans(down, unobserved), unobserved }
}

/** Three decimals, but 100 only when nothing was down: a second in a year must not round away. */
function computePercent(observed_ms: number, down_ms: number): number | null {
  if (observed_ms <= 0) return null
  const percent = Math.round((100_000 * (observed_ms - down_ms)) / observed_ms) / 1000
  return down_ms > 0 ? Math.min(percent, 99.999) : percent
}

const mergeInside = ({ start, end }: TimeWindow, spans: readonly Span[]): Span[] =>
  mergeSpans(clipSpans(spans, { from: start, to: end }))

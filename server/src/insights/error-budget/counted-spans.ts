import { clipSpans, intersectSpans, mergeSpans, type Span, subtractSpans } from '../../platform/time/spans.ts'

/** Epoch milliseconds, like every time here. */
export interface ReportIncident {
  id: number
  cause: string
  started_at: number
  /** When checks had confirmed it and people were alerted. */
  confirmed_at: number
  acknowledged_at: number | null
  /** Null while it is open. */
  resolved_at: number | null
}

export interface MonitorHistory {
  id: number
  name: string
  /** Nothing before this is known: when it was created, or what retention has left. */
  observed_from: number
  incidents: readonly ReportIncident[]
  /** Paused, or not checked. */
  unobserved: readonly { from: number; to: number | null }[]
  maintenance: readonly Span[]
}

interface CountedSpans {
  monitored: Span[]
  /** Of `monitored`. */
  down: Span[]
  maintenance: Span[]
}

export const spanOfIncident = ({ started_at, resolved_at }: ReportIncident, window: Span): Span => ({
  from: started_at,
  to: resolved_at ?? window.to,
})

/**
 * Each moment of a monitor is one of: unobserved because the monitor did not exist, else maintenance, else unobserved, else down or
 * up.
 */
export function findCountedSpans(monitor: MonitorHistory, window: Span): CountedSpans {
  const inside = (spans: readonly Span[]): Span[] => mergeSpans(clipSpans(spans, window))
  const known = inside([{ from: monitor.observed_from, to: window.to }])
  const maintenance = intersectSpans(inside(monitor.maintenance), known)
  const gaps = inside(monitor.unobserved.map(({ from, to }) => ({ from, to: to ?? window.to })))
  const monitored = subtractSpans(known, mergeSpans([...maintenance, ...gaps]))
  const down = inside(monitor.incidents.map((incident) => spanOfIncident(incident, window)))
  return { monitored, down: intersectSpans(down, monitored), maintenance }
}

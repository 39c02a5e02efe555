import { findSpans, type TimeWindow, type UptimeSource } from '../incidents/index.ts'
import { intersectSpans, mergeSpans, type Span, subtractSpans } from '../../platform/time/spans.ts'

export interface Segment {
  from_ms: number
  to_ms: number
  state: 'up' | 'down' | 'unobserved'
}

export interface MonitorHistory extends UptimeSource {
  observed_from: number
}

const toSegments = (spans: readonly Span[], state: Segment['state']): Segment[] =>
  spans.map(({ from, to }) => ({ from_ms: from, to_ms: to, state }))

/**
 * Several monitors as one timeline: down while any of them is, unobserved while none of them was checked, up otherwise. As for
 * one monitor, time that it did not observe is neither up nor down, even inside an incident.
 */
export function joinMonitors(window: TimeWindow, monitors: readonly MonitorHistory[]): Segment[] {
  const fullWindow: Span[] = [{ from: window.start, to: window.end }]
  const histories = monitors.map((monitor) => findSpans({ window, ...monitor }))
  const down = mergeSpans(histories.flatMap((history) => history.down))
  const unobserved = histories.reduce((spans, history) => intersectSpans(spans, history.unobserved), fullWindow)
  const up = subtractSpans(fullWindow, mergeSpans([...down, ...unobserved]))
  return [...toSegments(up, 'up'), ...toSegments(down, 'down'), ...toSegments(unobserved, 'unobserved')].sort(
    (a, b) => a.from_ms - b.from_ms,
  )
}

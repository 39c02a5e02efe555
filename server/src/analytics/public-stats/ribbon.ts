import type { TimeWindow, UptimeSource } from '../../monitoring/incidents/index.ts'

export interface Segment {
  from_ms: number
  to_ms: number
  state: 'up' | 'down' | 'unwatched'
}

export interface MonitorHistory extends UptimeSource {
  observed_from: number
}

interface Edge {
  at: number
  monitor: number
  kind: 'down' | 'unwatched'
  step: 1 | -1
}

function listEdges({ start, end }: TimeWindow, monitors: readonly MonitorHistory[]): Edge[] {
  const edges: Edge[] = []
  const add = (monitor: number, kind: Edge['kind'], from: number, to: number | null): void => {
    const [first, last] = [Math.max(start, from), Math.min(end, to ?? end)]
    if (first >= last) return
    edges.push({ at: first, monitor, kind, step: 1 }, { at: last, monitor, kind, step: -1 })
  }
  for (const [monitor, { observed_from, incidents, unobserved }] of monitors.entries()) {
    add(monitor, 'unwatched', start, observed_from)
    for (const { from, to } of unobserved) add(monitor, 'unwatched', from, to)
    for (const { started_at, resolved_at } of incidents) add(monitor, 'down', started_at, resolved_at)
  }
  return edges.sort((a, b) => a.at - b.at)
}

/**
 * Several monitors as one line: down while any of them is, unwatched while nobody looked, up otherwise. As for one monitor,
 * time that it did not observe is neither, even inside an incident.
 */
export function joinMonitors(window: TimeWindow, monitors: readonly MonitorHistory[]): Segment[] {
  const counts = monitors.map(() => ({ down: 0, unwatched: 0 }))
  let watching = monitors.length
  let down = 0
  const segments: Segment[] = []
  const close = (from_ms: number, to_ms: number): void => {
    if (from_ms >= to_ms) return
    const state = watching === 0 ? 'unwatched' : down > 0 ? 'down' : 'up'
    const last = segments.at(-1)
    if (last?.state === state) last.to_ms = to_ms
    else segments.push({ from_ms, to_ms, state })
  }
  const count = (monitor: { down: number; unwatched: number }, step: 1 | -1): void => {
    if (monitor.unwatched > 0) return
    watching += step
    if (monitor.down > 0) down += step
  }
  let at = window.start
  for (const edge of listEdges(window, monitors)) {
    close(at, edge.at)
    at = edge.at
    const monitor = counts[edge.monitor]
    if (!monitor) continue
    count(monitor, -1)
    monitor[edge.kind] += edge.step
    count(monitor, 1)
  }
  close(at, window.end)
  return segments
}

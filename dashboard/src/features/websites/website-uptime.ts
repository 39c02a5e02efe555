import type { Incident, Monitor, Uptime } from '@sitewatch/sdk'
import { buildUptime, mergeSpans, type Outage, type Span, type UptimeSegment } from '../../charts/index.ts'

export interface Watched {
  monitor: Pick<Monitor, 'is_active'>
  uptime: Pick<Uptime, 'window_start' | 'window_end' | 'down' | 'unobserved'>
}

const toSpan = ({ from, to }: { from: string; to: string }): Span => ({ from: Date.parse(from), to: Date.parse(to) })

/** What lies in both. */
export function intersectSpans(these: readonly Span[], those: readonly Span[]): Span[] {
  return mergeSpans(
    these.flatMap((a) =>
      those
        .map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))
        .filter(({ from, to }) => to > from),
    ),
  )
}

/** A website's ribbon of those of its monitors: down when one says so, unknown only where none was looking. */
export function joinUptime(watched: readonly Watched[], range: Span): UptimeSegment[] {
  const [first, ...others] = watched
  if (!first) return []
  const unseen = others.reduce(
    (spans, { uptime }) => intersectSpans(spans, uptime.unobserved.map(toSpan)),
    first.uptime.unobserved.map(toSpan),
  )
  const now = Math.max(...watched.map(({ uptime }) => Date.parse(uptime.window_end)))
  const isPause = ({ to }: Span): boolean => to >= now && watched.every(({ monitor }) => !monitor.is_active)
  return buildUptime({
    range,
    down: watched.flatMap(({ uptime }) => uptime.down.map(toSpan)),
    paused: unseen.filter(isPause),
    unknown: unseen.filter((span) => !isPause(span)),
    since: Math.min(...watched.map(({ uptime }) => Date.parse(uptime.window_start))),
    now,
  })
}

export const toOutage = ({ id, started_at, resolved_at, impact }: Incident, label: string): Outage => ({
  id,
  from: started_at,
  to: resolved_at,
  label,
  visitors_lost: impact?.visitors_lost ?? null,
})

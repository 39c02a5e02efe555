import type { Incident, Monitor, Uptime } from '@sitewatch/sdk'
import { buildUptime, mergeSpans, type Outage, type Span, type UptimeSegment } from '../../charts/index.ts'

export interface UptimeHistory {
  monitor: Pick<Monitor, 'is_active'>
  uptime: Pick<Uptime, 'window_start' | 'window_end' | 'down' | 'unobserved'>
}

const toSpan = ({ from, to }: { from: string; to: string }): Span => ({ from: Date.parse(from), to: Date.parse(to) })

/** The spans that are in both lists. */
export function intersectSpans(these: readonly Span[], those: readonly Span[]): Span[] {
  return mergeSpans(
    these.flatMap((a) =>
      those
        .map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))
        .filter(({ from, to }) => to > from),
    ),
  )
}

/** Joins the ribbons of a website's monitors: down when one is down, unknown only when none was checked. */
export function joinUptime(histories: readonly UptimeHistory[], range: Span): UptimeSegment[] {
  const [first, ...rest] = histories
  if (!first) return []
  const unobserved = rest.reduce(
    (spans, { uptime }) => intersectSpans(spans, uptime.unobserved.map(toSpan)),
    first.uptime.unobserved.map(toSpan),
  )
  const now = Math.max(...histories.map(({ uptime }) => Date.parse(uptime.window_end)))
  const isPause = ({ to }: Span): boolean => to >= now && histories.every(({ monitor }) => !monitor.is_active)
  return buildUptime({
    range,
    down: histories.flatMap(({ uptime }) => uptime.down.map(toSpan)),
    paused: unobserved.filter(isPause),
    unknown: unobserved.filter((span) => !isPause(span)),
    since: Math.min(...histories.map(({ uptime }) => Date.parse(uptime.window_start))),
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

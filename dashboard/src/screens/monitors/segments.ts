import type { Monitor, Uptime } from '@sitewatch/sdk'
import { buildUptime, type Span, type UptimeSegment } from '../../charts/intervals.ts'

const toSpan = ({ from, to }: { from: string; to: string }): Span => ({ from: Date.parse(from), to: Date.parse(to) })

/** Converts the API response to segments of a ribbon. If the monitor is paused, the unobserved interval up to now is the pause. */
export function readSegments(
  uptime: Pick<Uptime, 'window_start' | 'window_end' | 'down' | 'unobserved'>,
  { is_active }: Pick<Monitor, 'is_active'>,
): UptimeSegment[] {
  const range = { from: Date.parse(uptime.window_start), to: Date.parse(uptime.window_end) }
  const unobserved = uptime.unobserved.map(toSpan)
  const isPause = (span: Span): boolean => !is_active && span.to >= range.to
  return buildUptime({
    range,
    down: uptime.down.map(toSpan),
    paused: unobserved.filter(isPause),
    unknown: unobserved.filter((span) => !isPause(span)),
  })
}

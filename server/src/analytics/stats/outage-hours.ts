import { HOUR_MS } from '@sitewatch/contract/durations'
import { instantOf, wallOf } from '@sitewatch/contract/zone'
import type { Span } from './period.ts'

export interface Periods {
  span: Span
  /** The period that `span` is compared with. */
  other: Span | undefined
  timezone: string
}

export interface OutageHours {
  span: readonly Span[]
  other: readonly Span[]
  /** How many hours are excluded from each period. */
  hours: number
}

export const NO_OUTAGE_HOURS: OutageHours = { span: [], other: [], hours: 0 }

/** The hours of a period that an outage touches, counted from its start by the clock of the website. */
function listHours({ from_ms, to_ms }: Span, outages: readonly Span[], timezone: string): number[] {
  const wall = wallOf(from_ms, timezone)
  return outages.flatMap((outage) => {
    const [from, to] = [Math.max(from_ms, outage.from_ms), Math.min(to_ms, outage.to_ms)]
    if (from >= to) return []
    const first = Math.floor((wallOf(from, timezone) - wall) / HOUR_MS)
    const last = Math.floor((wallOf(to - 1, timezone) - wall) / HOUR_MS)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
  })
}

/** These hours as spans of a period; adjacent hours are merged. */
function placeHours({ from_ms, to_ms }: Span, hours: readonly number[], timezone: string): Span[] {
  const wall = wallOf(from_ms, timezone)
  const at = (hour: number): number => (hour === 0 ? from_ms : instantOf(wall + hour * HOUR_MS, timezone))
  const spans: { from_ms: number; to_ms: number }[] = []
  for (const hour of hours) {
    const span = { from_ms: Math.max(from_ms, at(hour)), to_ms: Math.min(to_ms, at(hour + 1)) }
    const last = spans.at(-1)
    if (span.from_ms >= span.to_ms) continue
    if (last && span.from_ms <= last.to_ms) last.to_ms = Math.max(last.to_ms, span.to_ms)
    else spans.push(span)
  }
  return spans
}

/**
 * Hours with an outage in either period are excluded from both: a day with an outage at noon is compared with a day without its noon.
 * An hour that only one period has, as with months of different length, is excluded from that period.
 */
export function planOutageHours({ span, other, timezone }: Periods, outages: readonly Span[]): OutageHours {
  const found = [...listHours(span, outages, timezone), ...(other ? listHours(other, outages, timezone) : [])]
  const hours = [...new Set(found)].toSorted((a, b) => a - b)
  return {
    span: placeHours(span, hours, timezone),
    other: other ? placeHours(other, hours, timezone) : [],
    hours: hours.length,
  }
}

import type { Interval } from '@sitewatch/contract/zone'
import { clipSpan, mergeSpans, readUptime, type Span, type UptimeSegment } from './intervals.ts'
import type { StepPoint } from './path.ts'
import type { Scale } from './scale.ts'
import { findBucket } from './time-zone.ts'

export interface TrafficPoint {
  start: string
  /** Value of the metric. Null: unknown, or a ratio without a denominator. No visitors is 0. */
  value: number | null
}

export interface Outage {
  id: string | number
  from: string
  /** Null while it lasts. */
  to: string | null
  /** Name of the monitor, or the cause. */
  label?: string
  visitors_lost?: number | null
}

export interface Bucket extends Span {
  value: number | null
  /** The bucket at the same position in the comparison period. */
  before: { from: number; value: number | null } | null
  /** `partial`: the current bucket, which has not ended. */
  status: 'whole' | 'partial' | 'future'
}

export interface TrafficData {
  points: readonly TrafficPoint[]
  comparison?: readonly TrafficPoint[] | undefined
  interval: Interval
  timezone: string
  now: number
  /** End of the axis if it is later than the points: a day that has just started is drawn in full. */
  until?: number | undefined
}

/** One bucket for every interval. Intervals that are missing in the response become gaps. */
export function buildBuckets({ points, comparison, interval, timezone, now, until = 0 }: TrafficData): Bucket[] {
  const buckets: Bucket[] = []
  const push = (from: number, point: TrafficPoint | undefined): void => {
    const to = findBucket(from, interval, timezone, 1)
    const status = from > now ? 'future' : to > now ? 'partial' : 'whole'
    const compared = comparison?.[buckets.length]
    buckets.push({
      from,
      to,
      status,
      value: status === 'future' ? null : (point?.value ?? null),
      before: compared ? { from: Date.parse(compared.start), value: compared.value } : null,
    })
  }
  const fillTo = (limit: number): void => {
    for (let end = buckets.at(-1)?.to; end !== undefined && end < limit; end = buckets.at(-1)?.to) push(end, undefined)
  }
  for (const point of points) {
    const start = Date.parse(point.start)
    fillTo(start)
    push(start, point)
  }
  fillTo(until)
  return buckets
}

export interface TrafficPaths {
  whole: StepPoint[]
  /** The current bucket, joined to the last complete value so that the line continues. */
  partial: StepPoint[]
  before: StepPoint[]
}

export function traceBuckets(buckets: readonly Bucket[], x: Scale, y: Scale): TrafficPaths {
  const place = ({ from, to }: Bucket, value: number | null): StepPoint => ({
    x0: x(from),
    x1: x(to),
    y: value === null ? null : y(value),
  })
  const at = buckets.findIndex(({ status }) => status === 'partial')
  const current = buckets[at]
  const last = buckets[at - 1]
  const joint = last && last.value !== null ? [{ x0: x(last.to), x1: x(last.to), y: y(last.value) }] : []
  return {
    whole: buckets.map((bucket) => place(bucket, bucket.status === 'whole' ? bucket.value : null)),
    partial: current && current.value !== null ? [...joint, place(current, current.value)] : [],
    before: buckets.map((bucket) => place(bucket, bucket.before?.value ?? null)),
  }
}

export interface OutageGroup extends Span {
  outages: Outage[]
  visitors_lost: number | null
}

/** Null if nothing was measured. Two monitors of one website measure the same lost visitors, so the greater number counts. */
function sumCost(outages: readonly (Span & { outage: Outage })[]): number | null {
  const known = outages.filter(({ outage }) => typeof outage.visitors_lost === 'number')
  if (known.length === 0) return null
  return mergeSpans(known)
    .map(({ from, to }) =>
      Math.max(
        ...known.filter((span) => span.from >= from && span.to <= to).map(({ outage }) => outage.visitors_lost ?? 0),
      ),
    )
    .reduce((sum, cost) => sum + cost, 0)
}

/** Groups outages whose bands would touch on screen. `gap` is that distance as a time. */
export function groupOutages(
  outages: readonly Outage[],
  { range, now, gap }: { range: Span; now: number; gap: number },
): OutageGroup[] {
  const spans = outages.flatMap((outage) => {
    const span = { from: Date.parse(outage.from), to: outage.to === null ? now : Date.parse(outage.to), outage }
    const clipped = clipSpan(span, range)
    return clipped ? [clipped] : []
  })
  return mergeSpans(spans, gap).map(({ from, to }) => {
    const inside = spans.filter((span) => span.from >= from && span.to <= to)
    return { from, to, outages: inside.map(({ outage }) => outage), visitors_lost: sumCost(inside) }
  })
}

export function sumTraffic(
  buckets: readonly Bucket[],
  groups: readonly OutageGroup[],
  uptime: readonly UptimeSegment[],
): { lost: number | null; uptime: number | null } {
  const [first] = buckets
  const last = buckets.at(-1)
  const costs = groups.flatMap(({ visitors_lost }) => (visitors_lost === null ? [] : [visitors_lost]))
  return {
    lost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    uptime: first && last ? readUptime(uptime, { from: first.from, to: last.to }) : null,
  }
}

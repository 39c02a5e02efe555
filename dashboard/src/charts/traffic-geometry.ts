import { clipSpan, mergeSpans, readUptime, type Span, type UptimeSegment } from './intervals.ts'
import type { StepPoint } from './path.ts'
import type { Scale } from './scale.ts'
import { findBucket, type Interval } from './time-zone.ts'

export interface TrafficPoint {
  start: string
  /** Null: not known. Nobody is 0. */
  visitors: number | null
  pageviews?: number | null
}

export interface Outage {
  id: string | number
  from: string
  /** Null while it lasts. */
  to: string | null
  /** Of the monitor, or what was wrong. */
  label?: string
  visitors_lost?: number | null
}

export interface Bucket extends Span {
  visitors: number | null
  pageviews: number | null
  /** Of the same place in the period compared with. */
  before: number | null
  /** `partial` is the one that now is in. */
  status: 'whole' | 'partial' | 'future'
}

export interface TrafficData {
  points: readonly TrafficPoint[]
  comparison?: readonly TrafficPoint[] | undefined
  interval: Interval
  timezone: string
  now: number
}

/** One for every interval, also for those that the answer left out: they are gaps. */
export function buildBuckets({ points, comparison, interval, timezone, now }: TrafficData): Bucket[] {
  const buckets: Bucket[] = []
  const push = (from: number, point: TrafficPoint | undefined): void => {
    const to = findBucket(from, interval, timezone, 1)
    const status = from > now ? 'future' : to > now ? 'partial' : 'whole'
    const isKnown = status !== 'future'
    buckets.push({
      from,
      to,
      status,
      visitors: isKnown ? (point?.visitors ?? null) : null,
      pageviews: isKnown ? (point?.pageviews ?? null) : null,
      before: comparison?.[buckets.length]?.visitors ?? null,
    })
  }
  for (const point of points) {
    const start = Date.parse(point.start)
    for (let end = buckets.at(-1)?.to; end !== undefined && end < start; end = buckets.at(-1)?.to) push(end, undefined)
    push(start, point)
  }
  return buckets
}

export interface TrafficPaths {
  whole: StepPoint[]
  /** The bucket that is not over, with the last whole value so that the line goes on. */
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
  const joint = last && last.visitors !== null ? [{ x0: x(last.to), x1: x(last.to), y: y(last.visitors) }] : []
  return {
    whole: buckets.map((bucket) => place(bucket, bucket.status === 'whole' ? bucket.visitors : null)),
    partial: current && current.visitors !== null ? [...joint, place(current, current.visitors)] : [],
    before: buckets.map((bucket) => place(bucket, bucket.before)),
  }
}

export interface OutageGroup extends Span {
  outages: Outage[]
  visitors_lost: number | null
}

/** Null where nothing was measured. Two monitors of one website see the same people turn back: the greater counts. */
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

/** Those whose bands would touch on screen become one; `gap` is that distance in time. */
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
): { pageviews: number; lost: number | null; uptime: number | null } {
  const [first] = buckets
  const last = buckets.at(-1)
  const costs = groups.flatMap(({ visitors_lost }) => (visitors_lost === null ? [] : [visitors_lost]))
  return {
    pageviews: buckets.reduce((sum, { pageviews }) => sum + (pageviews ?? 0), 0),
    lost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    uptime: first && last ? readUptime(uptime, { from: first.from, to: last.to }) : null,
  }
}

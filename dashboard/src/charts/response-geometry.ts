import type { Interval } from '@sitewatch/contract/zone'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'

type Quantiles = { p50_ms: number; p95_ms: number } | null

/** The drawn fields of the API response. */
export interface ResponsePoint {
  start: string
  up: number
  down: number
  unknown: number
  dns: Quantiles
  connect: Quantiles
  tls: Quantiles
  first_byte: Quantiles
  total: Quantiles
}

export const PHASES = ['dns', 'connect', 'tls', 'first_byte'] as const
export type Phase = (typeof PHASES)[number]

export interface ResponseBucket {
  at: number
  /** Null where nothing was checked. */
  point: ResponsePoint | null
}

/** One entry for every bucket of the window. Buckets that are missing in the response had no checks and become gaps. */
export function fillBuckets(
  points: readonly ResponsePoint[],
  { from, to, bucket_ms }: { from: number; to: number; bucket_ms: number },
): ResponseBucket[] {
  const byStart = new Map(points.map((point) => [Date.parse(point.start), point]))
  const buckets: ResponseBucket[] = []
  for (let at = from; at < to; at += bucket_ms) buckets.push({ at, point: byStart.get(at) ?? null })
  return buckets
}

export interface PhaseSlice {
  low: number | null
  high: number | null
}

/** Stacks the medians of the phases, which follow each other. Their sum is close to the median of the total, but not equal to it. */
export function stackPhases(buckets: readonly ResponseBucket[]): Record<Phase, PhaseSlice[]> {
  const stack: Record<Phase, PhaseSlice[]> = { dns: [], connect: [], tls: [], first_byte: [] }
  for (const { point } of buckets) {
    let low = 0
    for (const phase of PHASES) {
      if (!point?.total) stack[phase].push({ low: null, high: null })
      else {
        const high = low + (point[phase]?.p50_ms ?? 0)
        stack[phase].push({ low, high })
        low = high
      }
    }
  }
  return stack
}

/** Interval of the time axis. */
export const intervalOf = (bucket_ms: number): Interval =>
  bucket_ms >= DAY_MS ? 'day' : bucket_ms >= HOUR_MS ? 'hour' : 'minute'

/** A limit more than this many times above the measured values would flatten them and is not drawn. */
const MAX_LIMIT_RATIO = 3

/** Highest value that is drawn: the 99th percentile, because a single slow response in a year would flatten all others. */
export function findTop(buckets: readonly ResponseBucket[], slow_ms: number | null = null): number {
  const slow = buckets.flatMap(({ point }) => (point?.total ? [point.total.p95_ms] : [])).toSorted((a, b) => a - b)
  const top = slow[Math.min(slow.length - 1, Math.floor(slow.length * 0.99))] ?? 1
  return slow_ms !== null && slow_ms > top && slow_ms <= top * MAX_LIMIT_RATIO ? slow_ms : top
}

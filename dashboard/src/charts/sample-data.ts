import type { Interval } from '@sitewatch/contract/zone'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import type { ChartEvent } from './chart-events.ts'
import { buildUptime, type UptimeSegment } from './intervals.ts'
import { findBucket, listBuckets, readClock, readWeekday } from './time-zone.ts'
import type { Outage, TrafficPoint } from './traffic-geometry.ts'
import type { ResponsePoint } from './response-geometry.ts'

/** mulberry32: the gallery looks the same every time. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const SAMPLE_ZONE = 'Europe/Berlin'

/** Visitors in an hour of an ordinary week: nights are quiet, weekends quieter. */
function expectVisitors(at: number): number {
  const clock = readClock(at, SAMPLE_ZONE)
  const day = Math.max(0.06, Math.sin(((clock.hour - 5.5) / 24) * 2 * Math.PI) * 0.5 + 0.5)
  return 90 * day * (readWeekday(clock) >= 5 ? 0.55 : 1)
}

interface SampleTraffic {
  points: TrafficPoint[]
  comparison: TrafficPoint[]
  outages: Outage[]
  uptime: UptimeSegment[]
}

export function makeTraffic(now: number, days: number, interval: Interval): SampleTraffic {
  const random = makeRandom(days)
  const to = findBucket(now, interval === 'hour' ? 'hour' : 'day', SAMPLE_ZONE, 1)
  const from = findBucket(to - days * 24 * HOUR_MS + HOUR_MS, interval, SAMPLE_ZONE)
  const down = { from: now - 2.3 * 24 * HOUR_MS, to: now - 2.3 * 24 * HOUR_MS + 160 * 60_000 }
  const flap = { from: now - 5.1 * 24 * HOUR_MS, to: now - 5.1 * 24 * HOUR_MS + 4 * 60_000 }
  const spike = now - 3.6 * 24 * HOUR_MS
  const count = (start: number, shift: number): number => {
    const end = Math.min(findBucket(start, interval, SAMPLE_ZONE, 1), now)
    let sum = 0
    for (let at = start; at < end; at += HOUR_MS / 4) {
      const isDown = shift === 0 && at >= down.from && at < down.to
      const isSpike = shift === 0 && at > spike && at < spike + 9 * HOUR_MS
      const boost = isSpike ? 1 + 2.2 * Math.exp(-(at - spike) / (3 * HOUR_MS)) : 1
      sum += isDown ? 0 : (expectVisitors(at) / 4) * boost * (0.8 + 0.4 * random())
    }
    return Math.round(sum * (shift === 0 ? 1 : 0.82))
  }
  const starts = listBuckets(from, to, interval, SAMPLE_ZONE)
  const point = (start: number, shift: number): TrafficPoint => {
    return { start: new Date(start).toISOString(), value: count(start, shift) }
  }
  const iso = (at: number): string => new Date(at).toISOString()
  return {
    points: starts.map((start) => point(start, 0)),
    comparison: starts.map((start) => point(start, 1)),
    outages: [
      { id: 1, from: iso(down.from), to: iso(down.to), label: 'shop', visitors_lost: 120 },
      { id: 2, from: iso(flap.from), to: iso(flap.to), label: 'shop', visitors_lost: 3 },
    ],
    uptime: buildUptime({
      range: { from, to },
      down: [down, flap],
      degraded: [{ from: down.to, to: down.to + 70 * 60_000 }],
      paused: [{ from: now - 1.2 * 24 * HOUR_MS, to: now - 1.05 * 24 * HOUR_MS }],
      now,
    }),
  }
}

export function makeResponses(now: number) {
  const random = makeRandom(7)
  const bucket_ms = 600_000
  const to = Math.ceil(now / bucket_ms) * bucket_ms
  const from = to - 24 * HOUR_MS
  const points: ResponsePoint[] = []
  for (let at = from; at < to; at += bucket_ms) {
    const isGap = at > from + 9 * HOUR_MS && at < from + 10 * HOUR_MS
    if (isGap) continue
    const isDown = at > from + 15 * HOUR_MS && at < from + 15.7 * HOUR_MS
    const load = 1 + 0.5 * Math.sin((at - from) / (4 * HOUR_MS)) ** 2 + random() * 0.15
    const quantiles = (ms: number) => ({ p50_ms: ms * load, p95_ms: ms * load * (1.5 + random() * 0.6) })
    points.push({
      start: new Date(at).toISOString(),
      up: isDown ? 0 : 10,
      down: isDown ? 10 : 0,
      unknown: 0,
      dns: isDown ? null : quantiles(6),
      connect: isDown ? null : quantiles(21),
      tls: isDown ? null : quantiles(34),
      first_byte: isDown ? null : quantiles(88),
      total: isDown ? null : quantiles(158),
    })
  }
  return {
    points,
    window_start: new Date(from).toISOString(),
    window_end: new Date(to).toISOString(),
    bucket_seconds: bucket_ms / 1000,
  }
}

export function makeChecks(now: number) {
  const random = makeRandom(3)
  return Array.from({ length: 120 }, (_, index) => {
    const age = 119 - index
    const status = age >= 31 && age <= 34 ? ('down' as const) : age === 60 ? ('unknown' as const) : ('up' as const)
    return {
      started_at: new Date(now - age * 60_000).toISOString(),
      status,
      message: status === 'down' ? 'answered 503' : null,
      timings: { total_ms: status === 'up' ? 110 + random() * 90 + (random() > 0.94 ? 600 : 0) : null },
    }
  })
}

export const SAMPLE_PAGES = [
  ['/', 8421],
  ['/pricing', 3110],
  ['/blog/why-we-left-the-cloud-and-what-it-cost-us', 2954],
  ['/docs/getting-started', 1870],
  ['/docs/api', 940],
  ['/about', 311],
  ['/careers', 44],
] as const

export const SAMPLE_COUNTRIES = [
  ['DE', 4210],
  ['US', 3120],
  ['GB', 1240],
  ['FR', 980],
  ['NL', 612],
  ['AT', 540],
  ['CH', 512],
  ['IN', 420],
  ['PL', 388],
  ['BR', 201],
  ['JP', 160],
  ['AU', 122],
  ['CA', 402],
  ['SG', 95],
  ['ZA', 31],
  ['KE', 12],
  ['AR', 9],
  ['MN', 1],
  ['', 74],
] as const

/** An annotation, a deploy, and several deploys in one hour. */
export const makeEvents = (now: number): ChartEvent[] => [
  { id: 'annotation 1', kind: 'annotation', at: new Date(now - 3.6 * DAY_MS).toISOString(), text: 'On the news' },
  ...[20, 21, 21.2, 21.4].map((hours): ChartEvent => ({
    id: `deploy ${hours}`,
    kind: 'deploy',
    at: new Date(now - hours * HOUR_MS).toISOString(),
    text: `Deploy 2.${hours} (production)`,
  })),
]

import { MINUTE_MS } from '@sitewatch/contract/durations'
import {
  expectVisits,
  judgeTraffic,
  JUDGED_MINUTES,
  type TrafficModel,
} from '../../server/src/insights/expected-traffic/index.ts'
import { createRandom, type Random } from './random.ts'
import { type SimulatedYear, simulateYear } from './simulate.ts'
import { DAY_MINUTES, HISTORY_DAYS, isWithin, modelAt, timeOf, YEAR_DAYS } from './years.ts'

/** Visits of a website in each minute, as in the worker. */
type Minutes = { minute_ms: number; visits: number }[]

export interface Detection {
  kind: 'total' | 'partial'
  /** Visits an hour that were expected when the outage started. */
  visits_an_hour: number
  /** Until the outage was detected. Infinity: not within four hours. */
  minutes: number
}

export interface Loss {
  visits_an_hour: number
  minutes: number
  lost: number
  estimated: number
  covered: boolean
}

export interface SiteYear {
  /** Visits in an average hour. */
  rate: number
  years: number
  false_alarms: number
  spikes: number
  could_tell: number
  detections: Detection[]
  losses: Loss[]
  judged: number
  judge_cpu_ms: number
  build_cpu_ms: number
  built: number
}

const WATCHED_MINUTES = 240
/** A drop may still be reported for this long after an outage has ended. */
const RECOVERY_MS = 10 * MINUTE_MS
/** Alarms that are closer together count as one. */
const APART_MINUTES = 60

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Reduces the visits to a share from a minute on. */
function plant(minutes: Minutes, { from, share, random }: { from: number; share: number; random: Random }): Minutes {
  return minutes
    .slice(from - JUDGED_MINUTES, from + WATCHED_MINUTES)
    .map((each, index) => (index < JUDGED_MINUTES ? each : { ...each, visits: random.poisson(each.visits * share) }))
}

function detect(
  model: TrafficModel,
  minutes: Minutes,
  planted: Omit<Parameters<typeof plant>[1], 'random'> & { random: Random },
) {
  const seen = plant(minutes, planted)
  for (let after = 1; after < WATCHED_MINUTES; after++) {
    const now_ms = seen[JUDGED_MINUTES + after]?.minute_ms ?? 0
    if (judgeTraffic(model, seen.slice(after, JUDGED_MINUTES + after), now_ms).verdict === 'drop') return after
  }
  return Infinity
}

/** Compares the visits that an outage of random length loses with their estimate. */
function measureLoss(
  year: SimulatedYear,
  model: TrafficModel,
  { from, random }: { from: number; random: Random },
): Loss | undefined {
  const minutes = Math.round(Math.exp(random.uniform(Math.log(5), Math.log(2 * DAY_MINUTES))))
  const share = random.chance(0.6) ? 0.01 : random.uniform(0.1, 0.6)
  const to = from + minutes
  if (to > year.visits.length) return undefined
  let [total, seen] = [0, 0]
  for (let minute = from; minute < to; minute++) {
    total += year.visits[minute] ?? 0
    seen += random.poisson((year.visits[minute] ?? 0) * share)
  }
  seen = Math.min(seen, total)
  const { visits, low, high } = expectVisits(model, { from_ms: timeOf(year, from), to_ms: timeOf(year, to) })
  const lost = total - seen
  const [minLost, maxLost] = [low, high].map((each) => Math.max(0, each - seen))
  return {
    visits_an_hour: (visits / minutes) * 60,
    minutes,
    lost,
    estimated: Math.max(0, visits - seen),
    covered: lost >= (minLost ?? 0) && lost <= (maxLost ?? 0),
  }
}

/** Judges every minute of a day, like the worker. */
function watch(
  year: SimulatedYear,
  { model, minutes, day }: { model: TrafficModel; minutes: Minutes; day: number },
  found: SiteYear,
): void {
  let [lastDrop, lastSpike] = [-Infinity, -Infinity]
  const begun = cpuMs()
  for (let minute = day * DAY_MINUTES; minute < (day + 1) * DAY_MINUTES; minute++) {
    const now_ms = timeOf(year, minute)
    const { verdict } = judgeTraffic(model, minutes.slice(minute - JUDGED_MINUTES, minute), now_ms)
    found.could_tell += Number(verdict !== 'cannot_tell')
    if (verdict === 'drop') {
      if (!isWithin(year.outages, now_ms, RECOVERY_MS) && minute - lastDrop > APART_MINUTES) found.false_alarms += 1
      lastDrop = minute
    } else if (verdict === 'spike') {
      if (minute - lastSpike > APART_MINUTES) found.spikes += 1
      lastSpike = minute
    }
  }
  found.judge_cpu_ms += cpuMs() - begun
  found.judged += DAY_MINUTES
  found.years += 1 / YEAR_DAYS
}

const emptyYear = (rate: number): SiteYear => ({
  rate,
  years: 0,
  false_alarms: 0,
  spikes: 0,
  could_tell: 0,
  detections: [],
  losses: [],
  judged: 0,
  judge_cpu_ms: 0,
  build_cpu_ms: 0,
  built: 0,
})

export interface YearOptions {
  seed: number
  rate: number
  /** Days between two models, each with planted outages. The worker builds a model every day, so this is harder. */
  every: number
  /** Whether every minute of every day is judged, to count false alarms. */
  isWatched: boolean
}

/** Simulates the first year of a website and measures it from the first day with a full history. */
export function simulateSiteYear({ seed, rate, every, isWatched }: YearOptions): SiteYear {
  const year = simulateYear(seed, { rate, days: YEAR_DAYS })
  const minutes = Array.from(year.visits, (visits, index) => ({ minute_ms: timeOf(year, index), visits }))
  const random = createRandom(seed + 500_000)
  const found = emptyYear(rate)
  for (let day = HISTORY_DAYS; day + 3 < YEAR_DAYS; day += every) {
    const begun = cpuMs()
    const model = modelAt(year, day)
    found.build_cpu_ms += cpuMs() - begun
    found.built += 1
    if (!model) continue
    for (let watched = day; isWatched && watched < Math.min(day + every, YEAR_DAYS); watched++)
      watch(year, { model, minutes, day: watched }, found)
    const from = day * DAY_MINUTES + Math.floor(random.uniform(0, DAY_MINUTES))
    if (isWithin(year.outages, timeOf(year, from), 12 * 60 * MINUTE_MS)) continue
    const span = { from_ms: timeOf(year, from), to_ms: timeOf(year, from + 30) }
    const visits_an_hour = expectVisits(model, span).visits * 2
    for (const [kind, share] of [
      ['total', 0.01],
      ['partial', 0.35],
    ] as const)
      found.detections.push({ kind, visits_an_hour, minutes: detect(model, minutes, { from, share, random }) })
    for (let n = 0; n < 3; n++) {
      const loss = measureLoss(year, model, {
        from: day * DAY_MINUTES + Math.floor(random.uniform(0, DAY_MINUTES)),
        random,
      })
      if (loss) found.losses.push(loss)
    }
  }
  return found
}

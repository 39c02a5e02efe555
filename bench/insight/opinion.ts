import { HOUR_MS } from '@sitewatch/contract/durations'
import { createState, getNextSlot, type MonitorState } from '../../server/src/monitoring/checks/judge/state.ts'
import type { CheckOutcome, Effect } from '../../server/src/monitoring/checks/judge/event.ts'
import { transition } from '../../server/src/monitoring/checks/judge/transition.ts'
import { type TrafficNow, weighTraffic, WINDOW_SECONDS } from '../../server/src/monitoring/second-opinion/index.ts'
import { buildModel, expectVisits, type TrafficModel } from '../../server/src/insights/expected-traffic/index.ts'
import { createRandom, type Random } from './random.ts'

/**
 * Traffic as a second opinion on failed checks: failures on our side and real outages, judged with the server's state machine. Visits vary around
 * a rate that differs from what the model learned. Events arrive with a delay and are counted every one or two seconds.
 */

const DAYS = 35
/** A Wednesday, at a quarter past two in the afternoon. */
const NOW = Date.UTC(2026, 5, 10, 14, 15)
const INTERVAL_MS = 60_000
const CHECK_MS = 400
const CAUSE = { kind: 'connect', http_status: null, message: 'Connection refused.' } as const
const FAILURE: CheckOutcome = { kind: 'failure', cause: CAUSE, anchors: 'online' }
const SUCCESS: CheckOutcome = { kind: 'success' }

const drawWait = (random: Random, mean: number): number => -mean * Math.log(1 - random.uniform())

/** Relative spread of the rate between days and between hours: about a tenth each, as measured on real websites. */
const DAY_SPREAD = 0.1
const HOUR_SPREAD = 0.1
const PEAK = 0.6
const rhythm = (time_ms: number): number => 1 + PEAK * Math.sin((2 * Math.PI * ((time_ms / HOUR_MS) % 24) - 16.5) / 24)

interface Site {
  /** Visits an hour at NOW, on average. */
  per_hour: number
  model: TrafficModel
}

function makeSite(random: Random, per_hour: number): Site | null {
  const base = per_hour / rhythm(NOW)
  const first = Math.floor(NOW / HOUR_MS) - DAYS * 24
  let day = 1
  const history = Array.from({ length: DAYS * 24 }, (_, n) => {
    if (n % 24 === 0) day = Math.exp(DAY_SPREAD * random.normal())
    const hour_ms = (first + n) * HOUR_MS
    const mean = base * rhythm(hour_ms + HOUR_MS / 2) * day * Math.exp(HOUR_SPREAD * random.normal())
    return { hour_ms, visits: random.poisson(mean) }
  })
  const model = buildModel(history, { timezone: 'UTC', disturbed: [] })
  return model && { per_hour, model }
}

interface Visit {
  began_ms: number
  /** When the visit is stored in ClickHouse. */
  known_ms: number
}

/** Share of the visitors who open a cached page while the website is down. */
const CACHED_SHARE = 0.03

/** Visits in the minutes around NOW. From `stop_ms` on, only visits to cached pages. */
function makeVisits(random: Random, { per_hour }: Site, stop_ms: number): Visit[] {
  const [from_ms, to_ms] = [NOW - 8 * 60_000, NOW + 4 * 60_000]
  const rate = (per_hour * Math.exp(DAY_SPREAD * random.normal()) * Math.exp(HOUR_SPREAD * random.normal())) / HOUR_MS
  const visits: Visit[] = []
  for (let time_ms = from_ms + drawWait(random, 1 / rate); time_ms < to_ms; time_ms += drawWait(random, 1 / rate)) {
    if (time_ms >= stop_ms && !random.chance(CACHED_SHARE)) continue
    // The page loads, the script sends, the inbox is loaded.
    const began_ms = time_ms + drawWait(random, 900)
    visits.push({ began_ms, known_ms: began_ms + 400 + drawWait(random, 500) })
  }
  return visits
}

/** Counts visits at a time like the worker. Visits that arrive later are missed, as in production. */
function countTraffic({ model }: Site, visits: readonly Visit[], at_ms: number): TrafficNow {
  const counted_until = at_ms - 1000
  const windows = WINDOW_SECONDS.map((seconds) => {
    const span = { from_ms: counted_until - seconds * 1000, to_ms: counted_until }
    const { visits: expected, low, high } = expectVisits(model, span, 0.99)
    const counted = visits.filter((v) => v.known_ms <= at_ms && v.began_ms >= span.from_ms && v.began_ms < span.to_ms)
    return { seconds, visits: counted.length, expected, low, high }
  })
  return { counted_until, windows }
}

interface Outcome {
  isHeld: boolean
  isSooner: boolean
  /** Checks that failed until the incident was opened; null if none was. */
  failures: number | null
  /** From the first failed check to the incident. */
  seconds: number | null
}

/** Runs checks from the first failed one on, until an incident is open or the target is back. */
function runChecks(
  random: Random,
  site: Site,
  { fails_until, stop_ms }: { fails_until: number; stop_ms: number },
): Outcome {
  const visits = makeVisits(random, site, stop_ms)
  const schedule = { interval_ms: INTERVAL_MS, phase_ms: NOW % INTERVAL_MS }
  let state: MonitorState = {
    ...createState(NOW - INTERVAL_MS, { schedule, is_active: true }),
    status: 'up',
    unobserved_since: null,
    next_due_at: NOW,
  }
  const found: Effect[] = []
  let failures = 0
  for (;;) {
    const checked_at = (state.next_due_at ?? NOW) + Math.round(random.uniform(0, 250))
    const now = checked_at + CHECK_MS
    const isFailing = checked_at < fails_until
    const first_failure_at = state.first_failure_at
    const counted_ms = now - random.uniform(0, 2000)
    const opinion =
      first_failure_at === null
        ? undefined
        : weighTraffic(countTraffic(site, visits, counted_ms), { first_failure_at, now })
    const outcome = isFailing ? FAILURE : SUCCESS
    const step = transition(state, { kind: 'result', slot: getNextSlot(state), checked_at, now, outcome, opinion })
    state = step.state
    found.push(...step.effects)
    failures += isFailing ? 1 : 0
    if (!isFailing || state.status === 'down') break
  }
  const opened = found.find((effect) => effect.kind === 'open_incident')
  const decisions = found.flatMap((effect) => (effect.kind === 'second_opinion' ? [effect.opinion.decision] : []))
  return {
    isHeld: decisions.includes('held'),
    isSooner: decisions.includes('confirmed_sooner'),
    failures: opened ? failures : null,
    seconds: opened ? (opened.confirmed_at - opened.started_at) / 1000 : null,
  }
}

const FOREVER = Number.MAX_SAFE_INTEGER
const share = (part: number, total: number): number => (total === 0 ? 0 : Number((part / total).toFixed(4)))
const meanOf = (values: readonly number[]): number =>
  Number((values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(2))

/** Failures that open an incident without a second opinion: the first, one after 10 s, one after 20 s. */
const NEEDED_FAILURES = 3

/** Building a model takes longer than ten failures. */
const RUNS_PER_SITE = 10

function measure(random: Random, runs: number, pickRate: () => number) {
  const made = Array.from({ length: runs / RUNS_PER_SITE }, () => makeSite(random, pickRate()) ?? [])
  const sites = made.flat().flatMap((site) => Array.from({ length: RUNS_PER_SITE }, () => site))
  // Our side fails for 21 to 28 s: without the second opinion each would open an incident.
  const ours = sites.map((site) =>
    runChecks(random, site, { fails_until: NOW + 21_000 + random.uniform(0, 7000), stop_ms: FOREVER }),
  )
  // A real outage begins at any time between two checks.
  const real = sites.map((site) =>
    runChecks(random, site, { fails_until: FOREVER, stop_ms: NOW - random.uniform(0, INTERVAL_MS) }),
  )
  return { ours, real }
}

type Measured = ReturnType<typeof measure>

const describe = ({ ours, real }: Measured) => ({
  opinion_held_share: share(ours.filter(({ isHeld }) => isHeld).length, ours.length),
  opinion_false_incidents_avoided: share(ours.filter(({ failures }) => failures === null).length, ours.length),
  opinion_ours_sooner_share: share(ours.filter(({ isSooner }) => isSooner).length, ours.length),
  opinion_real_held_share: share(real.filter(({ isHeld }) => isHeld).length, real.length),
  opinion_real_held_beyond: real.filter(({ failures }) => failures === null || failures > NEEDED_FAILURES + 1).length,
  opinion_real_sooner_share: share(real.filter(({ isSooner }) => isSooner).length, real.length),
  opinion_real_confirmed_seconds_mean: meanOf(real.map(({ seconds }) => seconds ?? Infinity)),
  opinion_real_confirmed_seconds_max: Math.max(...real.map(({ seconds }) => seconds ?? Infinity)),
})

const CURVE = [5, 20, 60, 200, 600, 2000, 6000, 20_000] as const

export function measureOpinion(isLarge: boolean) {
  const random = createRandom(24)
  const runs = isLarge ? 10_000 : 1000
  // 200 to 20,000 visits an hour, evenly on a logarithmic scale.
  const figures = describe(measure(random, runs, () => 200 * 100 ** random.uniform()))
  const curve = CURVE.map((per_hour) => ({ per_hour, ...describe(measure(random, runs / 5, () => per_hour)) }))
  return { opinion_runs: runs, ...figures, opinion_curve: curve }
}

import type { Incident } from '@sitewatch/contract'

/** Visits that began in the last `seconds`, and how many were expected there, with a 99 % interval. */
export interface TrafficWindow {
  readonly seconds: number
  readonly visits: number
  readonly expected: number
  readonly low: number
  readonly high: number
}

/** The traffic of a website as the worker counted it last. */
export interface TrafficNow {
  /** Epoch milliseconds by the database clock. Every visit that began before is counted. */
  readonly counted_until: number
  /** All end at `counted_until`; shortest first. */
  readonly windows: readonly TrafficWindow[]
}

export interface Opinion extends TrafficWindow {
  readonly verdict: 'as_expected' | 'stopped'
}

export type Decision = NonNullable<Incident['second_opinion']>['decision']

/** The windows that are counted. The shortest fits between the first failure and the third, which is 20 s later. */
export const WINDOW_SECONDS = [15, 30, 60, 120, 300] as const

/** Traffic is counted every one or two seconds while a check is in doubt. An older count gives no opinion. */
const MAX_AGE_MS = 15_000

/** A few visits are counted even while a website is down: their browsers have cached the page. */
const STOPPED_SHARE = 0.1

/** With a lower limit of zero, even no visit at all is within the interval, so the window says nothing. */
const isConclusive = ({ low }: TrafficWindow): boolean => low >= 1

const isStopped = (window: TrafficWindow): boolean =>
  isConclusive(window) && window.visits < window.low && window.visits <= STOPPED_SHARE * window.expected

/**
 * | of the windows that end now                                                    | verdict     |
 * |--------------------------------------------------------------------------------|-------------|
 * | older than 15 s, or counted before the first failure                           | none        |
 * | one has fewer visits than its interval, and at most a tenth of the expected    | stopped     |
 * | the longest has at least the lower limit of its interval                       | as_expected |
 * | in between, or too little traffic to expect any visit                          | none        |
 *
 * The longest window mostly lies before the first failure. It shows that the model is right about this hour. The shorter ones show that
 * visits continue since the failure, if there is enough traffic to tell.
 */
export function weighTraffic(
  { counted_until, windows }: TrafficNow,
  { first_failure_at, now }: { first_failure_at: number; now: number },
): Opinion | undefined {
  if (counted_until < first_failure_at || Math.abs(now - counted_until) > MAX_AGE_MS) return undefined
  const stopped = windows.filter(isStopped).at(-1)
  if (stopped) return { ...stopped, verdict: 'stopped' }
  const longest = windows.at(-1)
  if (!longest || !isConclusive(longest) || longest.visits < longest.low) return undefined
  return { ...longest, verdict: 'as_expected' }
}

/**
 * Causes without a response of the server, so that the fault may be on the way to it. Not `tls`: it has sent a certificate or an
 * alert, and visitors get the same one.
 */
const UNREACHED: ReadonlySet<string> = new Set<Incident['cause']['kind']>(['dns', 'connect', 'timeout', 'icmp'])

/** Decides about failure number `failures` of a run, of which `needed` confirm an outage. Null: as without an opinion. */
export function decide(
  opinion: Opinion | undefined,
  { failures, needed, cause_kind }: { failures: number; needed: number; cause_kind: string },
): Decision | null {
  if (opinion?.verdict === 'stopped' && failures === needed - 1) return 'confirmed_sooner'
  if (opinion?.verdict === 'as_expected' && failures === needed && UNREACHED.has(cause_kind)) return 'held'
  return null
}

const round = ({ visits, expected, low, high }: TrafficWindow) => ({
  visits,
  expected: Math.round(expected),
  low: Math.floor(low),
  high: Math.ceil(high),
})

export interface NewSecondOpinion extends ReturnType<typeof round> {
  readonly decision: Decision
  readonly window_seconds: number
}

export const describeDecision = (decision: Decision, opinion: Opinion): NewSecondOpinion => ({
  decision,
  window_seconds: opinion.seconds,
  ...round(opinion),
})

/** Added to the message of a check that is held. */
export const describeHeld = ({ visits, expected, low, high, window_seconds }: NewSecondOpinion): string =>
  `Possibly a problem on our side: ${visits} visits in ${window_seconds / 60} minutes, ${expected} expected (${low}–${high}). Held for one more check.`

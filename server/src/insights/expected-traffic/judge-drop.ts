import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { localTimeOf } from './local-time.ts'
import { type Expectation, rangeAround, rateInHour } from './expect.ts'
import type { TrafficModel } from './model.ts'

export interface MinuteOfVisits {
  readonly minute_ms: number
  readonly visits: number
}

/**
 * | verdict     | when                                                                                             |
 * |-------------|--------------------------------------------------------------------------------------------------|
 * | cannot_tell | even without a single visit it would be chance: too few are expected in the minutes that are known |
 * | drop        | at most two fifths of the expected visits came, below the range, and chance does so once in years |
 * | spike       | at least three times as many came, above the range, and chance does so once in years                   |
 * | normal      | otherwise                                                                                        |
 */
export interface TrafficJudgement extends Expectation {
  readonly verdict: 'normal' | 'drop' | 'spike' | 'cannot_tell'
  /** Visits that began since `since_ms`. */
  readonly seen: number
  /** When the drop or the spike began; otherwise the start of the last hour. */
  readonly since_ms: number
}

/** Days differ by a seventh at least, whatever the history says: the next one may be a holiday. */
const MIN_DAY_VARIANCE = 0.02
/** Older minutes are not considered. */
export const JUDGED_MINUTES = 720
/** Lengths of the windows, all of which end now: a short one sees a busy website stop at once, a long one a quiet website. */
const WINDOWS = [3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720]
/** The minutes before a window, which show how the day is going. */
const BEFORE_MINUTES = 240
/**
 * Nats of evidence against chance, set in bench/insight so that a website has less than one false alarm a year. Of 525,600 minutes one
 * shows 13 nats by chance. A drop to two fifths may also be a holiday, which begins slowly: more evidence, from shorter windows.
 */
const TOTAL = { share: 0.2, evidence: 15, minutes: 720 }
const PARTIAL = { share: 0.4, evidence: 20, minutes: 60 }
const SPIKE = { share: 3, evidence: 20, minutes: 120 }

interface Series {
  /** Sums of all minutes before an index. */
  seen: Float64Array
  expected: Float64Array
  from_ms: number
  length: number
}

/** Reused by every call: two new arrays for each of 10,000 websites a minute were a third of the time. */
const SEEN = new Float64Array(JUDGED_MINUTES + 1)
const EXPECTED = new Float64Array(JUDGED_MINUTES + 1)

/** Every minute, in order, those without visits included; `now_ms`: until then all visits are known. */
function sumMinutes(model: TrafficModel, minutes: readonly MinuteOfVisits[], now_ms: number): Series {
  let end = minutes.length
  while (end > 0 && (minutes[end - 1]?.minute_ms ?? 0) + MINUTE_MS > now_ms) end -= 1
  const start = Math.max(0, end - JUDGED_MINUTES)
  let [seen, expected] = [0, 0]
  let [rate, step, hour_ms] = [0, 0, -Infinity]
  for (let index = start; index < end; index++) {
    const minute = minutes[index]
    if (minute === undefined) break
    const inside_ms = minute.minute_ms - hour_ms
    if (inside_ms >= HOUR_MS) {
      const local_ms = localTimeOf(minute.minute_ms, model.timezone)
      const found = rateInHour(model, local_ms)
      hour_ms = minute.minute_ms - (local_ms % HOUR_MS)
      step = (found.rate * found.slope) / 3600
      rate = found.rate / 60 + step * ((minute.minute_ms - hour_ms) / MINUTE_MS - 29.5)
    } else rate += step
    seen += minute.visits
    expected += rate
    SEEN[index - start + 1] = seen
    EXPECTED[index - start + 1] = expected
  }
  return { seen: SEEN, expected: EXPECTED, from_ms: minutes[start]?.minute_ms ?? now_ms, length: end - start }
}

const between = (sums: Float64Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0)

/** Predicts visits from an index on, given the hours before: mean, how the day goes, and shape of a negative binomial distribution. */
function predict({ spread }: TrafficModel, { seen, expected, length }: Series, from: number) {
  const before = Math.max(0, from - BEFORE_MINUTES)
  const prior = 1 / Math.max(spread.day, MIN_DAY_VARIANCE)
  const seenBefore = between(seen, before, from) / spread.counts
  const expectedBefore = between(expected, before, from) / spread.counts
  return {
    mean: between(expected, from, length),
    ratio: (prior + seenBefore) / (prior + expectedBefore),
    shape: 1 / (spread.short.relative + 1 / (prior + expectedBefore)),
  }
}

/** The negative logarithm of the chance of this few visits, or this many: Chernoff's bound for a negative binomial distribution. */
function evidenceOf(seen: number, mean: number, shape: number): number {
  const first = seen > 0 ? seen * Math.log(seen / mean) : 0
  return first + (seen + shape) * Math.log((mean + shape) / (seen + shape))
}

/** By how much the evidence for a drop from an index on exceeds what is needed; null when there is no drop. */
function judgeDrop(model: TrafficModel, series: Series, from: number): number | null {
  const { mean, ratio, shape } = predict(model, series, from)
  // A day that is better than usual does not make a usual hour look bad.
  const expected = mean * Math.min(ratio, 1)
  const seen = between(series.seen, from, series.length)
  const rule = seen <= TOTAL.share * expected ? TOTAL : PARTIAL
  if (seen > rule.share * expected || series.length - from > rule.minutes) return null
  const { counts } = model.spread.short
  return evidenceOf(seen / counts, expected / counts, shape) - rule.evidence
}

function judgeSpike(model: TrafficModel, series: Series, from: number): number | null {
  const { mean, ratio, shape } = predict(model, series, from)
  const expected = mean * Math.max(ratio, 1)
  const seen = between(series.seen, from, series.length)
  if (seen < SPIKE.share * expected || series.length - from > SPIKE.minutes) return null
  const { counts } = model.spread
  return evidenceOf(seen / counts, expected / counts, shape) - SPIKE.evidence
}

/** The start of the window with the most evidence; null when none has enough. */
function findWindow(series: Series, judge: (from: number) => number | null): number | null {
  let found: { from: number; excess: number } | null = null
  for (const minutes of WINDOWS) {
    const from = series.length - minutes
    if (from < 0) break
    const excess = judge(from)
    if (excess !== null && excess >= 0 && excess > (found?.excess ?? -1)) found = { from, excess }
  }
  return found?.from ?? null
}

/** Whether a total drop would be seen at all: with the longest window, if none of its visits had come. */
function canTell(model: TrafficModel, series: Series): boolean {
  const { mean, shape } = predict(model, series, 0)
  return evidenceOf(0, mean / model.spread.short.counts, shape) >= TOTAL.evidence
}

/** How much likelier it must be that visits are back than that it continues: e^5 is 150 times. */
const RETURNED_EVIDENCE = 5
/** Even without the snippet a few visits are counted, from caches. */
const MIN_SHARE = 0.05

/** Whether it is ongoing: no run of newest minutes is much likelier with the usual visits than with those of the window. */
function isOngoing({ seen, expected, length }: Series, from: number): boolean {
  const share = Math.max(between(seen, from, length) / between(expected, from, length), MIN_SHARE)
  for (let index = length - 1; index > from; index--) {
    const [seenSince, expectedSince] = [between(seen, index, length), between(expected, index, length)]
    const evidence = (share - 1) * expectedSince - seenSince * Math.log(share)
    if (evidence > RETURNED_EVIDENCE) return false
  }
  return true
}

export function judgeTraffic(
  model: TrafficModel,
  minutes: readonly MinuteOfVisits[],
  now_ms: number,
): TrafficJudgement {
  const series = sumMinutes(model, minutes, now_ms)
  const describe = (verdict: TrafficJudgement['verdict'], from: number): TrafficJudgement => {
    const expected = between(series.expected, from, series.length)
    return {
      verdict,
      ...rangeAround(model, expected, (series.length - from) / 60),
      seen: between(series.seen, from, series.length),
      since_ms: series.from_ms + from * MINUTE_MS,
    }
  }
  const lastHour = Math.max(0, series.length - 60)
  if (!canTell(model, series)) return describe('cannot_tell', lastHour)
  const drop = findWindow(series, (from) => judgeDrop(model, series, from))
  if (drop !== null && isOngoing(series, drop)) {
    const found = describe('drop', findStart(model, series, drop))
    if (found.seen < found.low) return found
  }
  const spike = findWindow(series, (from) => judgeSpike(model, series, from))
  if (spike !== null && isOngoing(series, spike)) {
    const found = describe('spike', spike)
    if (found.seen > found.high) return found
  }
  return describe('normal', lastHour)
}

/** The minute at which the evidence is strongest: windows have fixed lengths, a drop has not. */
function findStart(model: TrafficModel, series: Series, from: number): number {
  let best = { from, excess: judgeDrop(model, series, from) ?? 0 }
  for (let index = Math.max(0, 2 * from - series.length); index < series.length - 1; index++) {
    const excess = judgeDrop(model, series, index)
    if (excess !== null && excess > best.excess) best = { from: index, excess }
  }
  return best.from
}

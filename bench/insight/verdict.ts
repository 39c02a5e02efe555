import { createRandom } from '../collect/traffic.ts'
import { judgeMetric } from '../../server/src/insights/deploy-verdicts/judge.ts'
import { alphaOf, type Metric, METRICS } from '../../server/src/insights/deploy-verdicts/metrics.ts'
import type { Sums } from '../../server/src/insights/deploy-verdicts/sequential.ts'

/**
 * Simulated deploys, judged with the code of the server every minute for 48 hours. Visitors follow a daily rhythm. Like real days, every day
 * has its own level for every metric and every hour its own deviation, before and after the deploy. Deploys that changed nothing must not
 * get the verdict better or worse in more than 5 % of all cases. Planted changes show how long a verdict takes.
 */
const MINUTES = 48 * 60
const DAY = 24 * 60
const BEFORE_DAYS = 14
/** Minutes between updates of the values before the deploy. Those after it are updated and judged every minute. */
const BEFORE_STEP = 10

type Random = () => number

function createNormal(random: Random): Random {
  let spare: number | undefined
  return () => {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

function createPoisson(random: Random, normal: Random): (mean: number) => number {
  return (mean) => {
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    let [count, product] = [0, random()]
    for (const limit = Math.exp(-mean); product > limit; product *= random()) count += 1
    return count
  }
}

interface Chances {
  random: Random
  normal: Random
  poisson: (mean: number) => number
}

/** How a metric behaves: the spread of single values, and how much days and hours differ from each other. */
interface World {
  metric: Metric
  kind: 'visitors' | 'hours'
  mean: number
  spread: number
  day: number
  hour: number
  /** Share of the visitors with a measurement. */
  measured: number
}

const vital = (spread: number, measured: number): Omit<World, 'metric'> => ({
  kind: 'visitors',
  mean: 7,
  spread,
  day: 0.02,
  hour: 0.03,
  measured,
})
/** Spread of logarithms and share of visitors as in the field: CLS varies most, INP needs an interaction. */
const WORLDS: readonly World[] = [
  { metric: METRICS.lcp, ...vital(0.6, 0.9) },
  { metric: METRICS.inp, ...vital(0.8, 0.5) },
  { metric: METRICS.cls, ...vital(1.3, 0.9) },
  { metric: METRICS.ttfb, ...vital(0.7, 0.9) },
  { metric: METRICS.fcp, ...vital(0.55, 0.9) },
  { metric: METRICS.not_found, kind: 'visitors', mean: 0.01, spread: 0, day: 0.15, hour: 0.1, measured: 1 },
  ...[0.03, 0.1, 0.005, 0.02, 0.3].map((mean): World => ({
    metric: METRICS.goal,
    kind: 'visitors',
    mean,
    spread: 0,
    day: 0.04,
    hour: 0.05,
    measured: 1,
  })),
  { metric: METRICS.response_time, kind: 'hours', mean: 5, spread: 0.12, day: 0.03, hour: 0, measured: 1 },
  { metric: METRICS.failures, kind: 'hours', mean: 0.01, spread: 0, day: 0.3, hour: 0, measured: 1 },
]

interface Counted extends Sums {
  n: number
  sum: number
  squares: number
}
const empty = (): Counted => ({ n: 0, sum: 0, squares: 0 })

/** Daily rhythm with a mean of one. */
const rhythm = (minute: number): number => 1 + 0.7 * Math.sin((2 * Math.PI * (minute % DAY)) / DAY)

/** A day of one metric: its own level, and that of each hour. */
function createDay(world: World, { normal }: Chances): (minute: number) => number {
  const isShare = world.metric.kind === 'share'
  const day = world.day * normal()
  const hours = Array.from({ length: 24 }, () => world.hour * normal())
  return (minute) => {
    const deviation = day + (hours[Math.floor(minute / 60)] ?? 0)
    return isShare ? Math.min(1, world.mean * Math.exp(deviation)) : world.mean + deviation
  }
}

/** Values have heavier tails than the normal distribution: one in ten is spread twice as wide. */
function drawValue(mean: number, spread: number, { normal, random }: Chances): number {
  return mean + spread * (random() < 0.1 ? 1.75 : 0.88) * normal()
}

function addValues(into: Counted, n: number, level: number, world: World, chances: Chances): void {
  if (n === 0) return
  into.n += n
  if (world.metric.kind === 'share') {
    const mean = n * level
    let events = 0
    if (n <= 30) for (let i = 0; i < n; i++) events += chances.random() < level ? 1 : 0
    else
      events = Math.min(
        n,
        mean < 30
          ? chances.poisson(mean)
          : Math.max(0, Math.round(mean + Math.sqrt(mean * (1 - level)) * chances.normal())),
      )
    into.sum += events
    into.squares += events
    return
  }
  if (n <= 30) {
    for (let i = 0; i < n; i++) {
      const value = drawValue(level, world.spread, chances)
      into.sum += value
      into.squares += value * value
    }
    return
  }
  const sum = n * level + Math.sqrt(n) * world.spread * chances.normal()
  into.sum += sum
  into.squares += (sum * sum) / n + (n - 1) * world.spread ** 2
}

interface Planted {
  visitors_per_hour: number
  /** Added to the mean of the logarithm, or multiplied with the share. */
  change: number
  /** Judged until this minute. */
  until: number
  alpha: number
}

interface Decided {
  minute: number
  verdict: 'better' | 'worse' | 'no_difference'
}

/** Number of values that a metric gains in some minutes. */
function countGain(world: World, minute: number, minutes: number, visitors_per_hour: number, chances: Chances): number {
  if (world.kind === 'hours') return minute % 60 === 60 - minutes || minutes === 60 ? 1 : 0
  return chances.poisson((visitors_per_hour / 60) * minutes * world.measured * rhythm(minute))
}

/** Judges one metric of one deploy every minute until there is a verdict. */
function compare(world: World, planted: Planted, chances: Chances): Decided | null {
  const { visitors_per_hour, change, until, alpha } = planted
  const isShare = world.metric.kind === 'share'
  const after: Counted[] = [empty(), empty()]
  const before = Array.from({ length: BEFORE_DAYS }, empty)
  const daysAfter = after.map(() => createDay(world, chances))
  const gains: Counted[][] = []
  const daysBefore = before.map(() => createDay(world, chances))
  for (let minute = 0; minute < until; minute++) {
    const block = minute < DAY ? 0 : 1
    const within = minute % DAY
    if (minute % BEFORE_STEP === 0) {
      const isRepeated = minute >= DAY
      for (let day = 0; day < BEFORE_DAYS; day++) {
        const gain = isRepeated ? (gains[(minute % DAY) / BEFORE_STEP]?.[day] as Counted) : empty()
        if (!isRepeated) {
          const n = countGain(world, within, BEFORE_STEP, visitors_per_hour, chances)
          addValues(gain, n, daysBefore[day]?.(within) ?? 0, world, chances)
          ;(gains[minute / BEFORE_STEP] ??= [])[day] = gain
        }
        const into = before[day] as Counted
        into.n += gain.n
        into.sum += gain.sum
        into.squares += gain.squares
      }
    }
    const level = daysAfter[block]?.(within) ?? 0
    const n = countGain(world, within, 1, visitors_per_hour, chances)
    addValues(after[block] as Counted, n, isShare ? level * change : level + change, world, chances)
    if (world.kind === 'hours' && n === 0) continue
    const verdict = judgeMetric(world.metric, { after, before }, alpha)?.verdict
    if (verdict) return { minute: minute + 1, verdict }
  }
  return null
}

function createChances(seed: number): Chances {
  const random = createRandom(seed)
  const normal = createNormal(random)
  return { random, normal, poisson: createPoisson(random, normal) }
}

const isWrong = (decided: Decided | null): boolean => decided !== null && decided.verdict !== 'no_difference'
const TRAFFIC = [5, 20, 100, 500, 2000, 10_000]

/** Counts the deploys that changed nothing, of websites of all sizes, but got better or worse in any metric. */
function measureWrong(deploys: number): { wrong: number; by_metric: Record<string, number> } {
  let wrong = 0
  const by_metric: Record<string, number> = {}
  const names = new Map(Object.entries(METRICS).map(([name, metric]) => [metric, name]))
  for (let deploy = 0; deploy < deploys; deploy++) {
    const visitors_per_hour = TRAFFIC[deploy % TRAFFIC.length] ?? 100
    const chances = createChances(1000 + deploy)
    const found = WORLDS.filter((world) => {
      const change = world.metric.kind === 'share' ? 1 : 0
      return isWrong(compare(world, { visitors_per_hour, change, until: MINUTES, alpha: alphaOf(1) }, chances))
    })
    if (found.length > 0) wrong += 1
    for (const { metric } of found) {
      const name = names.get(metric) ?? ''
      by_metric[name] = (by_metric[name] ?? 0) + 1
    }
  }
  return { wrong, by_metric }
}

interface Curve {
  world: World
  change: number
  expected: Decided['verdict']
}

const GOAL_3_PERCENT = WORLDS.find(({ metric, mean }) => metric === METRICS.goal && mean === 0.03) as World
/** Without differences between days and hours: what remains is chance, and the cost of judging at any time. */
const even = (world: World): World => ({ ...world, day: 0, hour: 0 })
const LCP = WORLDS[0] as World
const CURVES: Readonly<Record<string, Curve>> = {
  lcp_up_10_percent: { world: LCP, change: Math.log(1.1), expected: 'worse' },
  lcp_up_10_percent_even_days: { world: even(LCP), change: Math.log(1.1), expected: 'worse' },
  lcp_up_25_percent: { world: LCP, change: Math.log(1.25), expected: 'worse' },
  goals_down_20_percent: { world: GOAL_3_PERCENT, change: 0.8, expected: 'worse' },
  goals_down_20_percent_even_days: { world: even(GOAL_3_PERCENT), change: 0.8, expected: 'worse' },
  goals_down_50_percent: { world: GOAL_3_PERCENT, change: 0.5, expected: 'worse' },
  lcp_unchanged: { world: LCP, change: 0, expected: 'no_difference' },
}

/** Share of deploys that got the right verdict within 48 hours, and the median hours until then; null: fewer than half. */
function measureCurve({ world, change, expected }: Curve, visitors_per_hour: number, deploys: number) {
  const hours: number[] = []
  for (let deploy = 0; deploy < deploys; deploy++) {
    const chances = createChances(5_000_000 + deploy)
    const decided = compare(world, { visitors_per_hour, change, until: MINUTES, alpha: alphaOf(1) }, chances)
    if (decided?.verdict === expected) hours.push(decided.minute / 60)
  }
  hours.sort((a, b) => a - b)
  const middle = hours[Math.ceil(deploys / 2) - 1]
  return {
    share: Number((hours.length / deploys).toFixed(2)),
    hours_p50: middle === undefined ? null : Number(middle.toFixed(1)),
  }
}

/** Flat figures: `verdict_wrong_share` and, by change and visitors an hour, the share decided rightly and the median hours until then. */
export async function measureVerdict(isLarge = false): Promise<Record<string, number | null>> {
  const deploys = 1000
  const { wrong, by_metric } = measureWrong(isLarge ? 10 * deploys : deploys)
  const figures: Record<string, number | null> = {
    verdict_deploys: isLarge ? 10 * deploys : deploys,
    verdict_wrong_share: wrong / (isLarge ? 10 * deploys : deploys),
  }
  for (const [name, count] of Object.entries(by_metric)) figures[`verdict_wrong_${name}`] = count
  for (const [name, curve] of Object.entries(CURVES)) {
    for (const visitors of TRAFFIC) {
      const { share, hours_p50 } = measureCurve(curve, visitors, isLarge ? 400 : 24)
      figures[`verdict_${name}_${visitors}_per_hour_share`] = share
      figures[`verdict_${name}_${visitors}_per_hour_hours_p50`] = hours_p50
    }
    await new Promise(setImmediate)
  }
  return figures
}

import { countPoisson, makeRandom } from '../../server/src/demo/random.ts'
import type { DayValue, LostVisits } from '../../server/src/insights/impact/cost.ts'

function createDraws(seed: number) {
  const random = makeRandom(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  /** With mean 1. */
  const lognormal = (sigma: number): number => Math.exp(sigma * normal() - sigma ** 2 / 2)
  return { random, normal, lognormal, poisson: (mean: number) => countPoisson(random, mean) }
}

export interface SimulatedOutage {
  /** As the estimate of visits would have it. */
  lost: LostVisits
  history: { goals: DayValue[]; revenue: DayValue[] }
  /** What the visits that did not come would have brought in. */
  truth: { goals: number; revenue: number }
}

const CONVERSION = 0.03
const DAYS = 28
const Z90 = 1.6449
/** How far the expected visits are off, and how much days differ in their conversion rate. */
const VISITS_ERROR = 0.08
const DAY_SPREAD = 0.15
const ORDER_SPREAD = 0.8
const MEAN_ORDER = 60

/** Four weeks of a shop with a weekly rhythm and conversion rates that differ by day, then an outage of one to six hours. */
export function createSimulation({ seed, visits_per_hour }: { seed: number; visits_per_hour: number }) {
  const { random, normal, poisson, lognormal } = createDraws(seed)
  const sell = (mean_visits: number) => {
    const visits = poisson(mean_visits)
    const orders = Math.min(visits, poisson(visits * CONVERSION * lognormal(DAY_SPREAD)))
    const paid = Array.from({ length: orders }, () => MEAN_ORDER * lognormal(ORDER_SPREAD))
    const sum = paid.reduce((total, each) => total + each, 0)
    const squares = paid.reduce((total, each) => total + each ** 2, 0)
    return { visits, orders, sum, squares }
  }
  return (): SimulatedOutage => {
    const days = Array.from({ length: DAYS }, (_, n) => sell(visits_per_hour * 24 * (n % 7 < 5 ? 1.1 : 0.75)))
    const mean = visits_per_hour * (1 + 5 * random())
    const outage = sell(mean)
    const visits = Math.max(0, mean * (1 + VISITS_ERROR * normal()))
    const aside = Z90 * Math.sqrt(visits + (VISITS_ERROR * visits) ** 2)
    return {
      lost: { visits, low: Math.max(0, visits - aside), high: visits + aside },
      history: {
        goals: days.map((day) => ({ visits: day.visits, sum: day.orders, squares: day.orders })),
        revenue: days.map(({ visits: all, sum, squares }) => ({ visits: all, sum, squares })),
      },
      truth: { goals: outage.orders, revenue: outage.sum },
    }
  }
}

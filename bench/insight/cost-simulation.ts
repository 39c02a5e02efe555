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
  /** The estimate of lost visits. */
  lost: LostVisits
  history: { goals: DayValue[]; revenue: DayValue[] }
  /** What the lost visits would have brought in. */
  truth: { goals: number; revenue: number }
}

const CONVERSION = 0.03
const DAYS = 28
const Z90 = 1.6449
/** Relative error of the expected visits, and spread of the conversion rate between days. */
const VISITS_ERROR = 0.08
const DAY_SPREAD = 0.15
const ORDER_SPREAD = 0.8
const MEAN_ORDER = 60

/** Four weeks of a shop with a weekly rhythm and conversion rates that differ by day, then an outage of one to six hours. */
export function createSimulation({ seed, visits_per_hour }: { seed: number; visits_per_hour: number }) {
  const { random, normal, poisson, lognormal } = createDraws(seed)
  const simulateSales = (mean_visits: number) => {
    const visits = poisson(mean_visits)
    const orders = Math.min(visits, poisson(visits * CONVERSION * lognormal(DAY_SPREAD)))
    const paid = Array.from({ length: orders }, () => MEAN_ORDER * lognormal(ORDER_SPREAD))
    const sum = paid.reduce((total, each) => total + each, 0)
    const squares = paid.reduce((total, each) => total + each ** 2, 0)
    return { visits, orders, sum, squares }
  }
  return (): SimulatedOutage => {
    const days = Array.from({ length: DAYS }, (_, n) => simulateSales(visits_per_hour * 24 * (n % 7 < 5 ? 1.1 : 0.75)))
    const mean = visits_per_hour * (1 + 5 * random())
    const outage = simulateSales(mean)
    const visits = Math.max(0, mean * (1 + VISITS_ERROR * normal()))
    const margin = Z90 * Math.sqrt(visits + (VISITS_ERROR * visits) ** 2)
    return {
      lost: { visits, low: Math.max(0, visits - margin), high: visits + margin },
      history: {
        goals: days.map((day) => ({ visits: day.visits, sum: day.orders, squares: day.orders })),
        revenue: days.map(({ visits: all, sum, squares }) => ({ visits: all, sum, squares })),
      },
      truth: { goals: outage.orders, revenue: outage.sum },
    }
  }
}

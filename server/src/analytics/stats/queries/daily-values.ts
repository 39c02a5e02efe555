import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { matchGoal } from '../conditions.ts'
import type { GoalRule } from '../query-plan.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import { HAS_REVENUE } from './revenue.ts'
import { unionVisits } from '../union-visits.ts'

const DAY = `intDiv(start_ms, 86400000)`

/** The visits that start on each UTC day, and how many of them reach each goal. */
export function buildDailyGoalsQuery(scope: Scope, goals: readonly GoalRule[]) {
  const plan = new QueryPlan(scope)
  const parts = unionVisits(plan, {
    ofVisits: (visits) => {
      const reached = goals.map((goal) => {
        const matches = visits.column(matchGoal(goal, plan))
        return `countIf(arrayExists(x -> ${matches('x')}, visit))`
      })
      // The first element keeps the array typed without a goal.
      return `
        SELECT ${DAY} AS each_day, count() AS came, [toUInt64(0), ${reached.join(', ')}] AS counts
        FROM ${visits.rows()} WHERE ${plan.inSpan('start_ms')} GROUP BY each_day`.replace('(0), ]', '(0)]')
    },
  })
  const sql = `SELECT each_day AS day, sum(came) AS visits, sumForEach(counts) AS reached FROM ${parts} GROUP BY day ORDER BY day`
  return plan.toQuery('daily_goals', sql, z.object({ day: integer64, visits: integer64, reached: z.array(integer64) }))
}

/** By UTC day and currency: the sum of what each visit paid, and the sum of the squares. For estimates, so as floating point. */
export function buildDailyRevenueQuery(scope: Scope) {
  const plan = new QueryPlan({ ...scope, needed_event: HAS_REVENUE })
  const parts = unionVisits(plan, {
    ofVisits: (visits) => {
      const [amount, currency] = [visits.column('revenue')('x'), visits.column(`CAST(currency, 'String')`)('x')]
      return `
        SELECT each_day, money, sum(paid) AS paid_sum, sum(paid * paid) AS paid_squares
        FROM (
          SELECT ${DAY} AS each_day, visitor, start_ms, ${currency} AS money, sum(toFloat64(${amount})) AS paid
          FROM (SELECT visitor, start_ms, visit FROM ${visits.rows(visits.hasEvent(HAS_REVENUE))}) AS v
          ARRAY JOIN visit AS x
          WHERE ${currency} != '' AND ${plan.inSpan('start_ms')}
          GROUP BY each_day, visitor, start_ms, money
        )
        GROUP BY each_day, money`
    },
  })
  const sql = `
    SELECT each_day AS day, money AS currency, sum(paid_sum) AS total, sum(paid_squares) AS squares
    FROM ${parts} GROUP BY day, currency ORDER BY day, currency`
  const row = { day: integer64, currency: z.string(), total: z.number(), squares: z.number() }
  return plan.toQuery('daily_revenue', sql, z.object(row))
}

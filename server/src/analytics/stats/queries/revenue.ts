import type { VisitDimension } from '@sitewatch/contract'
import { z } from 'zod'
import { integer64 } from '../../../platform/clickhouse/index.ts'
import { PATH } from '../conditions.ts'
import { QueryPlan, type Scope } from '../query-plan.ts'
import { TIME } from '../visit-events.ts'
import type { Visits } from '../visits.ts'
import { type EventValues, readValue } from './event-values.ts'
import { unionVisits } from '../union-visits.ts'

/** An amount may be zero; an event with revenue has a currency. */
export const HAS_REVENUE = `currency != ''`

/** The page that the event was sent from. */
export const revenuePages: EventValues = () => ({ one: PATH, has: `(${HAS_REVENUE})` })

/** What revenue is grouped by: the start of its interval, a dimension of its visit, or a value of the event itself. */
export type RevenueKey =
  | { starts_ms: readonly number[] }
  | { dimension: VisitDimension; values: readonly string[] }
  | { event: EventValues; values: readonly string[] }

interface KeyColumns {
  /** A further column of the visits. */
  visit: string
  /** Of event `x`. */
  key: string
  has: string
}

function readKey(plan: QueryPlan, visits: Visits, by: RevenueKey): KeyColumns {
  if ('starts_ms' in by) return { visit: '', key: `roundDown(${TIME('x')}, ${plan.integers(by.starts_ms)})`, has: '1' }
  if ('dimension' in by) return { visit: `${visits.value(by.dimension)} AS found, `, key: 'found', has: '1' }
  const { value, has } = readValue(visits, by.event(plan))
  return { visit: '', key: value, has }
}

function sumRevenue(plan: QueryPlan, visits: Visits, by: RevenueKey): string {
  const [amount, currency] = [visits.column('revenue')('x'), visits.column(`CAST(currency, 'String')`)('x')]
  const { visit, key, has } = readKey(plan, visits, by)
  return `
    SELECT CAST(each_key, 'String') AS key, money, sum(paid) AS sum_paid, countIf(paid >= 0) AS orders
    FROM (
      SELECT ${key} AS each_key, ${currency} AS money, ${amount} AS paid
      FROM (SELECT ${visit}visit FROM ${visits.rows(visits.hasEvent(HAS_REVENUE))}) AS v
      ARRAY JOIN visit AS x
      WHERE ${currency} != '' AND ${has} ${visits.isWhole ? '' : `AND ${plan.inSpan(TIME('x'))}`}
    )
    GROUP BY key, money`
}

/** The sum and the orders by key and currency. Only visitors with revenue are read, so that this takes little on any website. */
export function buildRevenueQuery(scope: Scope, by: RevenueKey) {
  const plan = new QueryPlan({ ...scope, needed_event: HAS_REVENUE })
  const parts = unionVisits(plan, { ofVisits: (visits) => sumRevenue(plan, visits, by) })
  const where = 'values' in by ? `WHERE key IN ${plan.texts(by.values)}` : ''
  const sql = `
    SELECT key, money AS currency, CAST(sum(sum_paid), 'String') AS amount, sum(orders) AS orders_count
    FROM ${parts} ${where}
    GROUP BY key, money ORDER BY key, money`
  const row = { key: z.string(), currency: z.string(), amount: z.string(), orders_count: integer64 }
  return plan.toQuery('revenue', sql, z.object(row))
}

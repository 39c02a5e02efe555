import type { Goal, GoalLoss, ImpactCost, RevenueLoss } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import {
  countVisitsByValue,
  type DailyValues,
  listAllGoals,
  readDailyValues,
  type StatsContext,
} from '../../analytics/stats/index.ts'
import type { WebsiteRef } from '../../analytics/websites/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import type { Span } from '../expected-traffic/index.ts'
import { listSameHours, rankAffected } from './affected.ts'
import { estimateLoss, type DayValue, type LostVisits } from './cost.ts'
import type { VisitorImpact } from './estimate.ts'
import { MAX_MEASURED_MS } from './schedule.ts'
import type { MeasuredIncident } from './store.ts'

/** Whole weeks, so that every day of the week counts the same. */
const HISTORY_DAYS = 28
const MAX_GOALS = 20
const MAX_GOALS_LISTED = 10

export interface CostInput {
  website: WebsiteRef
  goals: readonly Goal[]
  span: Span
  expected_visits: number
  lost: LostVisits
  now_ms: number
}

/** A visit reaches a goal or not, so its square is itself. */
const daysOfGoal = (days: readonly DailyValues[], id: number): DayValue[] =>
  days.map(({ visits, goals }) => ({ visits, sum: goals.get(id) ?? 0, squares: goals.get(id) ?? 0 }))

function listGoals(goals: readonly Goal[], days: readonly DailyValues[], lost: LostVisits): GoalLoss[] {
  return goals
    .flatMap(({ id, name }) => {
      const found = estimateLoss(lost, daysOfGoal(days, id))
      if (!found) return []
      return [
        {
          goal_id: id,
          name,
          lost: Math.round(found.lost),
          low: Math.floor(found.low),
          high: Math.ceil(found.high),
        },
      ]
    })
    .sort((a, b) => b.lost - a.lost || b.high - a.high || a.goal_id - b.goal_id)
    .slice(0, MAX_GOALS_LISTED)
}

function listRevenue(days: readonly DailyValues[], lost: LostVisits): RevenueLoss[] {
  const currencies = new Set(days.flatMap(({ revenue }) => [...revenue.keys()]))
  return [...currencies].sort().flatMap((currency) => {
    const history = days.map(({ visits, revenue }) => ({
      visits,
      ...(revenue.get(currency) ?? { sum: 0, squares: 0 }),
    }))
    const found = estimateLoss(lost, history)
    if (!found) return []
    return [{ currency, lost: found.lost.toFixed(2), low: found.low.toFixed(2), high: found.high.toFixed(2) }]
  })
}

/** The usual shares are those of the same hours of the weeks before: at night, visitors come from other countries. */
async function findAffected(context: StatsContext, { website, span, expected_visits }: CostInput) {
  const spans = [span, ...listSameHours(span, website.timezone)]
  const listValues = await countVisitsByValue(context, { dimensions: ['entry', 'country', 'source'], spans })
  const rank = (dimension: 'entry' | 'country' | 'source') =>
    rankAffected(
      expected_visits,
      listValues(dimension).map(({ value, visits: [seen = 0, ...past] }) => ({
        value,
        seen,
        usual: past.reduce((sum, visits) => sum + visits, 0),
      })),
    )
  const affected = { pages: rank('entry'), countries: rank('country'), sources: rank('source') }
  return Object.values(affected).every((values) => values.length === 0) ? null : affected
}

/** One query after another: this is background work. */
export async function measureCost(clickhouse: Pick<ClickHouse, 'read'>, input: CostInput): Promise<ImpactCost> {
  const { website, span, lost, now_ms } = input
  const goals = input.goals.slice(0, MAX_GOALS)
  const context: StatsContext = { clickhouse, website, goals, now_ms }
  const to_ms = span.from_ms
  const days = await readDailyValues(context, { from_ms: to_ms - HISTORY_DAYS * DAY_MS, to_ms })
  const affected = lost.visits > 0 ? await findAffected(context, input) : null
  const [goalsLost, revenue] = [listGoals(goals, days, lost), listRevenue(days, lost)]
  return {
    goals: goalsLost.length === 0 ? null : goalsLost,
    revenue: revenue.length === 0 ? null : revenue,
    affected,
  }
}

/** An incident that an earlier release measured lacks these fields. */
const pickCost = ({ goals = null, revenue = null, affected = null }: Partial<ImpactCost>): ImpactCost => ({
  goals,
  revenue,
  affected,
})

interface CostParts {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
}

interface CostOfIncident {
  incident: Pick<MeasuredIncident, 'started_at' | 'impact' | 'model'>
  visitors: VisitorImpact
  team_id: number
  website: WebsiteRef
  until_ms: number
  now_ms: number
}

/** Keeps the known cost when it cannot be measured: without a model, the number of lost visits is not known. */
export async function findCost(
  { postgres, clickhouse }: CostParts,
  { incident, visitors, team_id, website, until_ms, now_ms }: CostOfIncident,
): Promise<ImpactCost> {
  const span = { from_ms: Date.parse(incident.started_at), to_ms: until_ms }
  const isMeasured = incident.model && span.to_ms > span.from_ms && span.to_ms - span.from_ms <= MAX_MEASURED_MS
  if (!isMeasured) return pickCost(incident.impact ?? {})
  const goals = await postgres.asUser({ team_id, system: true }, (tx) => listAllGoals(tx, website), { readOnly: true })
  const { visitors_expected: expected_visits, visitors_lost: visits } = visitors
  const lost = { visits, low: visitors.visitors_lost_low ?? visits, high: visitors.visitors_lost_high ?? visits }
  return measureCost(clickhouse, { website, goals, span, now_ms, expected_visits, lost })
}

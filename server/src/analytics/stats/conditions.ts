import type { Filter, FilterTerm, FunnelStep, VisitDimension } from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import type { Condition, GoalRule, QueryPlan } from './query-plan.ts'
import type { Column } from './visit-events.ts'

/** A comparison, written for a given expression. */
export interface Comparison {
  compare: (expression: string) => string
  /** Whether the empty value, which stands for a missing one, matches. */
  matchesEmpty: boolean
}

/** The visits that a filter selects from. */
interface FilteredVisits {
  column(expression: string): Column
  matches(dimension: VisitDimension, comparison: Comparison): string
  hasEvent(expression: string): string
}

const text = (column: string): string => `CAST(${column}, 'String')`

/**
 * Visits are derived from lists of whole events, so the size of an event is bounded: of a URL only the first 1,000 characters count.
 * 50,000 events of one visitor with URLs of 4,000 characters took more than the 1 GiB that a query may use.
 */
const cut = (column: string): string => `if(length(${column}) > 1000, leftUTF8(${column}, 1000), ${column})`
export const PATH = cut('path')

/** Which event of a visit a dimension is read from: the source from its first page view, the device from its first activity. */
export const VISIT_COLUMNS: Record<
  VisitDimension,
  { expression: string; sourceEvent: 'first_view' | 'last_view' | 'first_active' }
> = {
  entry: { expression: PATH, sourceEvent: 'first_view' },
  exit: { expression: PATH, sourceEvent: 'last_view' },
  source: { expression: text('source'), sourceEvent: 'first_view' },
  channel: { expression: text('channel'), sourceEvent: 'first_view' },
  referrer: { expression: cut('referrer'), sourceEvent: 'first_view' },
  utm_source: { expression: text('utm_source'), sourceEvent: 'first_view' },
  utm_medium: { expression: text('utm_medium'), sourceEvent: 'first_view' },
  utm_campaign: { expression: text('utm_campaign'), sourceEvent: 'first_view' },
  utm_content: { expression: text('utm_content'), sourceEvent: 'first_view' },
  utm_term: { expression: text('utm_term'), sourceEvent: 'first_view' },
  country: { expression: text('country'), sourceEvent: 'first_active' },
  language: { expression: text('language'), sourceEvent: 'first_active' },
  device: { expression: text('device'), sourceEvent: 'first_active' },
  browser: { expression: text('browser'), sourceEvent: 'first_active' },
  system: { expression: text('system'), sourceEvent: 'first_active' },
}

export const isVisitDimension = (dimension: string): dimension is VisitDimension => dimension in VISIT_COLUMNS

/** The name of an event: its own name, or its kind for events that the tracker sends by itself. */
export const EVENT_NAME = `if(kind = 'event', CAST(name, 'String'), CAST(kind, 'String'))`
export const IS_NAMED = `kind IN ('event', 'outbound', 'download', 'not_found')`

/** `*` matches any characters; every other character matches itself. */
export function toLikePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

function compare(
  expression: string,
  { operator, values }: Pick<FilterTerm, 'operator' | 'values'>,
  plan: QueryPlan,
): string {
  if (operator === 'is' || operator === 'is_not') return `${expression} IN ${plan.texts(values)}`
  const each = values.map((value) =>
    operator === 'contains'
      ? `position(${expression}, ${plan.text(value)}) > 0`
      : `${expression} LIKE ${plan.text(toLikePattern(value))}`,
  )
  return `(${each.join(' OR ')})`
}

export function matchGoal({ kind, value }: Pick<GoalRule, 'kind' | 'value'>, plan: QueryPlan): string {
  return kind === 'page'
    ? `(kind = 'pageview' AND ${PATH} LIKE ${plan.text(toLikePattern(value))})`
    : `(${IS_NAMED} AND ${EVENT_NAME} = ${plan.text(value)})`
}

function findGoal(goals: readonly GoalRule[], id: string, field: string): GoalRule {
  const goal = goals.find((each) => each.id === Number(id))
  if (!goal) throw invalid(field, 'invalid_value', `${field} refers to a goal that this website does not have.`)
  return goal
}

function matchEvent(term: FilterTerm, { goals }: Condition, plan: QueryPlan): string {
  switch (term.dimension) {
    case 'page':
      return `kind = 'pageview' AND ${compare(PATH, term, plan)}`
    case 'event':
      return `${IS_NAMED} AND ${compare(EVENT_NAME, term, plan)}`
    case 'property': {
      const key = plan.text(term.property ?? '')
      return `mapContains(props, ${key}) AND ${compare(`props[${key}]`, term, plan)}`
    }
    default:
      return term.values.map((id) => matchGoal(findGoal(goals, id, 'filters'), plan)).join(' OR ')
  }
}

/** Whether the empty value, which stands for a missing one, matches. */
const matchesEmpty = ({ operator, values }: FilterTerm): boolean =>
  values.some((value) => value === '' || (operator === 'matches' && /^\**$/.test(value)))

/** Where a filter is compiled for: the visits that it selects, and the query that binds its values. */
interface Target {
  plan: QueryPlan
  visits: FilteredVisits
}

/** Whether a visit matches, by its own value or by at least one of its events. */
function compileTerm(term: FilterTerm, condition: Condition, { plan, visits }: Target): string {
  const { dimension } = term
  const found = isVisitDimension(dimension)
    ? visits.matches(dimension, {
        compare: (expression) => compare(expression, term, plan),
        matchesEmpty: matchesEmpty(term),
      })
    : visits.hasEvent(matchEvent(term, condition, plan))
  return term.operator === 'is_not' ? `NOT ${found}` : found
}

export function compileFilter(condition: Condition, target: Target): string {
  const compile = (filter: Filter): string => {
    if ('all' in filter) return `(${filter.all.map(compile).join(' AND ')})`
    if ('any' in filter) return `(${filter.any.map(compile).join(' OR ')})`
    return 'not' in filter ? `(NOT ${compile(filter.not)})` : `(${compileTerm(filter, condition, target)})`
  }
  return compile(condition.filter)
}

/** Terms of which a visit must match at least one to match the filter, each decided by a single event; null when there are none. */
function findDecisiveTerms(filter: Filter): FilterTerm[] | null {
  if ('all' in filter) return filter.all.map(findDecisiveTerms).find((terms) => terms !== null) ?? null
  if ('any' in filter) {
    const terms = filter.any.map(findDecisiveTerms)
    return terms.includes(null) ? null : terms.flatMap((each) => each ?? [])
  }
  if ('not' in filter || filter.operator === 'is_not') return null
  // A visit without a page view has no entry page, and no event shows that.
  return isVisitDimension(filter.dimension) && matchesEmpty(filter) ? null : [filter]
}

/** A condition that at least one event of a visitor must match for any of their visits to match the filter; null when there is none. */
export function compileVisitorPrefilter(condition: Condition, plan: QueryPlan): string | null {
  const compile = (term: FilterTerm): string =>
    isVisitDimension(term.dimension)
      ? compare(VISIT_COLUMNS[term.dimension].expression, term, plan)
      : `(${matchEvent(term, condition, plan)})`
  const terms = findDecisiveTerms(condition.filter)
  return terms && `(${terms.map(compile).join(' OR ')})`
}

export function compileStep(step: FunnelStep, goals: readonly GoalRule[], { plan, visits }: Target): Column {
  const rule = step.kind === 'goal' ? findGoal(goals, step.value, 'steps') : { kind: step.kind, value: step.value }
  return visits.column(matchGoal(rule, plan))
}

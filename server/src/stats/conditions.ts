import type { Filter, FilterTerm, FunnelStep, Goal, VisitDimension } from '@sitewatch/contract'
import { invalid } from '../http/problem.ts'
import type { Column, Plan } from './plan.ts'

export type GoalRule = Pick<Goal, 'id' | 'kind' | 'value' | 'name'>

/** A filter whose goals are known. */
export interface Condition {
  filter: Filter
  goals: readonly GoalRule[]
}

const text = (column: string): string => `CAST(${column}, 'String')`

/** Which event of a visit tells: where it came from is said by its first view, who it is by its first action. */
const VISIT_COLUMNS: Record<
  VisitDimension,
  { expression: string; teller: 'first_view' | 'last_view' | 'first_active' }
> = {
  entry: { expression: 'path', teller: 'first_view' },
  exit: { expression: 'path', teller: 'last_view' },
  source: { expression: text('source'), teller: 'first_view' },
  channel: { expression: text('channel'), teller: 'first_view' },
  referrer: { expression: 'referrer', teller: 'first_view' },
  utm_source: { expression: text('utm_source'), teller: 'first_view' },
  utm_medium: { expression: text('utm_medium'), teller: 'first_view' },
  utm_campaign: { expression: text('utm_campaign'), teller: 'first_view' },
  utm_content: { expression: text('utm_content'), teller: 'first_view' },
  utm_term: { expression: text('utm_term'), teller: 'first_view' },
  country: { expression: text('country'), teller: 'first_active' },
  language: { expression: text('language'), teller: 'first_active' },
  device: { expression: text('device'), teller: 'first_active' },
  browser: { expression: text('browser'), teller: 'first_active' },
  system: { expression: text('system'), teller: 'first_active' },
}

export const isVisitDimension = (dimension: string): dimension is VisitDimension => dimension in VISIT_COLUMNS

/** Its value for a visit; empty when no event tells. */
export function visitValue(dimension: VisitDimension, plan: Plan): string {
  const { expression, teller } = VISIT_COLUMNS[dimension]
  return plan.column(expression)(teller)
}

/** What an event is called: its own name, or its kind for those that the tracker sends by itself. */
export const EVENT_NAME = `if(kind = 'event', CAST(name, 'String'), CAST(kind, 'String'))`
export const IS_NAMED = `kind IN ('event', 'outbound', 'download', 'not_found')`

/** `*` stands for any characters; whatever else the text holds stands for itself. */
export function toLikePattern(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

function compare(
  expression: string,
  { operator, values }: Pick<FilterTerm, 'operator' | 'values'>,
  plan: Plan,
): string {
  if (operator === 'is' || operator === 'is_not') return `has(${plan.texts(values)}, ${expression})`
  const each = values.map((value) =>
    operator === 'contains'
      ? `position(${expression}, ${plan.text(value)}) > 0`
      : `${expression} LIKE ${plan.text(toLikePattern(value))}`,
  )
  return `(${each.join(' OR ')})`
}

export function matchGoal({ kind, value }: Pick<GoalRule, 'kind' | 'value'>, plan: Plan): string {
  return kind === 'page'
    ? `(kind = 'pageview' AND path LIKE ${plan.text(toLikePattern(value))})`
    : `(${IS_NAMED} AND ${EVENT_NAME} = ${plan.text(value)})`
}

export function findGoal(goals: readonly GoalRule[], id: string, field: string): GoalRule {
  const goal = goals.find((each) => each.id === Number(id))
  if (!goal) throw invalid(field, 'invalid_value', `${field} names a goal that this website does not have.`)
  return goal
}

function matchEvent(term: FilterTerm, { goals }: Condition, plan: Plan): string {
  switch (term.dimension) {
    case 'page':
      return `kind = 'pageview' AND ${compare('path', term, plan)}`
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

/** Whether a visit meets it, by its own value or by having at least one such event. */
function compileTerm(term: FilterTerm, condition: Condition, plan: Plan): string {
  const { dimension } = term
  const found = isVisitDimension(dimension)
    ? compare(visitValue(dimension, plan), term, plan)
    : `arrayExists(x -> ${plan.column(`(${matchEvent(term, condition, plan)})`)('x')}, visit)`
  return term.operator === 'is_not' ? `NOT ${found}` : found
}

export function compileFilter(condition: Condition, plan: Plan): string {
  const compile = (filter: Filter): string => {
    if ('all' in filter) return `(${filter.all.map(compile).join(' AND ')})`
    if ('any' in filter) return `(${filter.any.map(compile).join(' OR ')})`
    return 'not' in filter ? `(NOT ${compile(filter.not)})` : `(${compileTerm(filter, condition, plan)})`
  }
  return compile(condition.filter)
}

export function compileStep(step: FunnelStep, goals: readonly GoalRule[], plan: Plan): Column {
  const rule = step.kind === 'goal' ? findGoal(goals, step.value, 'steps') : { kind: step.kind, value: step.value }
  return plan.column(matchGoal(rule, plan))
}

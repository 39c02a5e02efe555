import { VISIT_TABLES } from './days.ts'
import type { QueryPlan } from './query-plan.ts'
import { StoredVisits } from './stored-visits.ts'
import { DerivedVisits, type Visits } from './visits.ts'

interface UnionParts {
  counted?: () => string
  imported?: () => string
  ofVisits: (visits: Visits) => string
}

/**
 * The union of a query over the counted days, over stored visits and over derived ones; a part without days is left out. Every
 * figure is the sum over UTC days, so the parts can be added.
 */
export function unionVisits(plan: QueryPlan, { counted, imported, ofVisits }: UnionParts): string {
  const { source, imported: importedDays } = plan.scope
  const { counted: builds = [], stored = [], days } = source ?? {}
  if (builds.length > 0 && !counted) throw new Error('this is not counted in advance')
  const parts = [
    ...(builds.length > 0 && counted ? [counted()] : []),
    ...(importedDays && imported ? [imported()] : []),
    ...VISIT_TABLES.flatMap((table) =>
      [true, false].flatMap((isWhole) => {
        const found = stored.filter((day) => day.table === table && day.is_whole === isWhole)
        return found.length > 0 ? [ofVisits(new StoredVisits(plan, found, { table, isWhole }))] : []
      }),
    ),
    ...(days === undefined || days.length > 0 ? [ofVisits(new DerivedVisits(plan))] : []),
  ]
  return `(${parts.join(' UNION ALL ')})`
}

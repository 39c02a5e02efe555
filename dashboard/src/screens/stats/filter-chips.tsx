import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/index.ts'
import { nameDimension, nameValue } from './dimension-names.ts'
import { FILTER_DIMENSIONS } from './dimensions.ts'
import { flipTerm, removeTerm } from './filter-changes.ts'
import type { Term } from './filters.ts'
import { OPERATOR_NAMES } from './operator-names.ts'
import { goalsQuery } from '../../data/goals/queries.ts'
import { useView } from './use-view.ts'
import { FilterDialog } from './filter-dialog.tsx'

export { writeCodes } from './filter-codes.ts'

/** The filters of the figures below. A click on "is" changes it to "is not", and a click on the values edits them. */
export function FilterChips() {
  const { terms, setTerms } = useView()
  const [editing, setEditing] = useState<number>()
  const edited = editing === undefined ? undefined : terms[editing]
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <ul aria-label={t`Filters`} className="flex min-w-0 flex-wrap gap-2">
        {terms.map((term, index) => (
          <Chip
            key={`${term.operator} ${term.dimension} ${term.values.join(' ')}`}
            term={term}
            onEdit={() => setEditing(index)}
            onFlip={() => setTerms(flipTerm(terms, index))}
            onRemove={() => setTerms(removeTerm(terms, index))}
          />
        ))}
      </ul>
      {terms.length > 1 && (
        <Button kind="quiet" className="px-2 text-sm" onClick={() => setTerms([])}>
          {t`Clear all`}
        </Button>
      )}
      {edited && (
        <FilterDialog
          title={t`Edit filter`}
          initial={edited}
          otherTerms={terms.filter((term) => term !== edited)}
          onApply={(changed) => setTerms(terms.map((term) => (term === edited ? changed : term)))}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

interface ChipProps {
  term: Term
  onEdit: () => void
  onFlip: () => void
  onRemove: () => void
}

function Chip({ term, onEdit, onFlip, onRemove }: ChipProps) {
  const { operator, dimension, values } = term
  const goals = useGoalNames(dimension === 'goal')
  const name = nameDimension(dimension)
  const text = values.map((value) => goals.get(value) ?? nameValue(dimension, value)).join(', ')
  const verb = t(OPERATOR_NAMES[operator])
  const canFlip = operator === 'is' || operator === 'is_not'
  return (
    <li className="flex min-h-9 max-w-full items-center rounded border border-line-strong bg-raised text-sm">
      <span className="ps-3 whitespace-nowrap text-soft">{name}</span>
      {canFlip ? (
        <button
          type="button"
          title={operator === 'is' ? t`Change to “is not”` : t`Change to “is”`}
          className="min-w-6 px-2 py-2 font-medium whitespace-nowrap underline decoration-dotted underline-offset-4"
          onClick={onFlip}
        >
          {verb}
        </button>
      ) : (
        <span className="px-2 font-medium">{verb}</span>
      )}
      {FILTER_DIMENSIONS.some((each) => each === dimension) ? (
        <button
          type="button"
          className="min-w-6 truncate py-2 text-start hover:underline"
          title={t`Edit filter: ${text}`}
          onClick={onEdit}
        >
          {text}
        </button>
      ) : (
        <span className="min-w-0 truncate" title={text}>
          {text}
        </span>
      )}
      <button
        type="button"
        aria-label={t`Remove filter: ${name} ${verb} ${text}`}
        className="figures px-3 py-2 text-soft hover:text-ink"
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  )
}

function useGoalNames(isNeeded: boolean): ReadonlyMap<string, string> {
  const { id } = useView()
  const goals = useQuery({ ...goalsQuery(id), enabled: isNeeded })
  return new Map(isNeeded ? goals.data?.data.map((goal) => [String(goal.id), goal.name]) : [])
}

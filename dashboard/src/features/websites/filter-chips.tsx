import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/index.ts'
import { AddFilter } from './add-filter.tsx'
import { nameDimension, nameValue } from './dimension-names.ts'
import { flipTerm, OPERATOR_NAMES, removeTerm, type Term } from './filters.ts'
import { goalsQuery } from './queries.ts'
import { useView } from './use-view.ts'

/** What is left out of the figures below, each removable; "is" becomes "is not" by a click on it. */
export function FilterChips() {
  const { terms, setTerms } = useView()
  if (terms.length === 0) return null
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <ul aria-label="Filters" className="flex min-w-0 flex-wrap gap-2">
        {terms.map((term, index) => (
          <Chip
            key={`${term.operator} ${term.dimension} ${term.values.join(' ')}`}
            term={term}
            onFlip={() => setTerms(flipTerm(terms, index))}
            onRemove={() => setTerms(removeTerm(terms, index))}
          />
        ))}
      </ul>
      {terms.length > 1 && (
        <Button kind="quiet" className="px-2 text-sm" onClick={() => setTerms([])}>
          Clear all
        </Button>
      )}
    </div>
  )
}

/** For what no list below shows: part of a path, a pattern. */
export function FilterButton() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button className="px-3" onClick={() => setAdding(true)}>
        Add filter
      </Button>
      {isAdding && <AddFilter onClose={() => setAdding(false)} />}
    </>
  )
}

interface ChipProps {
  term: Term
  onFlip: () => void
  onRemove: () => void
}

function Chip({ term, onFlip, onRemove }: ChipProps) {
  const { operator, dimension, values } = term
  const goals = useGoalNames(dimension === 'goal')
  const name = nameDimension(dimension)
  const text = values.map((value) => goals.get(value) ?? nameValue(dimension, value)).join(', ')
  const canFlip = operator === 'is' || operator === 'is_not'
  return (
    <li className="flex min-h-9 max-w-full items-center rounded border border-line-strong bg-raised text-sm">
      <span className="ps-3 whitespace-nowrap text-soft">{name}</span>
      {canFlip ? (
        <button
          type="button"
          title={operator === 'is' ? 'Change to “is not”' : 'Change to “is”'}
          className="px-1.5 py-2 font-medium whitespace-nowrap underline decoration-dotted underline-offset-4"
          onClick={onFlip}
        >
          {OPERATOR_NAMES[operator]}
        </button>
      ) : (
        <span className="px-1.5 font-medium">{OPERATOR_NAMES[operator]}</span>
      )}
      <span className="min-w-0 truncate" title={text}>
        {text}
      </span>
      <button
        type="button"
        aria-label={`Remove filter: ${name} ${OPERATOR_NAMES[operator]} ${text}`}
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

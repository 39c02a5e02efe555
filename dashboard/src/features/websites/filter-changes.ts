import type { Operator, Term } from './filters.ts'

const isChosen = (term: Term, dimension: string): boolean => term.dimension === dimension && term.operator === 'is'

/** The one value that is filtered by, or null. */
export function chosenValue(terms: readonly Term[], dimension: string): string | null {
  const term = terms.find((each) => isChosen(each, dimension))
  return term?.values.length === 1 ? (term.values[0] ?? null) : null
}

/** One click: only this value; once more: all again. */
export function toggleValue(terms: readonly Term[], dimension: string, value: string): Term[] {
  const others = terms.filter((term) => !isChosen(term, dimension))
  if (chosenValue(terms, dimension) === value) return others
  return [...others, { operator: 'is', dimension, values: [value] }]
}

const OPPOSITES: Partial<Record<Operator, Operator>> = { is: 'is_not', is_not: 'is' }

/** "is" becomes "is not" and back. Several that are excluded become one condition, for all of them hold. */
export function flipTerm(terms: readonly Term[], index: number): Term[] {
  const term = terms[index]
  const operator = term && OPPOSITES[term.operator]
  if (!term || operator === undefined) return [...terms]
  const same = terms.findIndex(
    (each, at) => at !== index && each.dimension === term.dimension && each.operator === operator,
  )
  const merged = terms[same]
  if (!merged) return terms.map((each, at) => (at === index ? { ...term, operator } : each))
  const values = [...new Set([...merged.values, ...term.values])]
  return terms.filter((_, at) => at !== index).map((each) => (each === merged ? { ...merged, values } : each))
}

export const removeTerm = (terms: readonly Term[], index: number): Term[] => terms.filter((_, at) => at !== index)

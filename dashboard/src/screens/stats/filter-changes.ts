import type { Operator, Term } from './filters.ts'

const isChosen = (term: Term, dimension: string): boolean => term.dimension === dimension && term.operator === 'is'

/** The single value that is filtered by, or null. */
export function chosenValue(terms: readonly Term[], dimension: string): string | null {
  const term = terms.find((each) => isChosen(each, dimension))
  return term?.values.length === 1 ? (term.values[0] ?? null) : null
}

/** Filters by this value only, or removes the filter if it is already set. */
export function toggleValue(terms: readonly Term[], dimension: string, value: string): Term[] {
  const otherTerms = terms.filter((term) => !isChosen(term, dimension))
  if (chosenValue(terms, dimension) === value) return otherTerms
  return [...otherTerms, { operator: 'is', dimension, values: [value] }]
}

const OPPOSITES: Partial<Record<Operator, Operator>> = { is: 'is_not', is_not: 'is' }

/** Switches between "is" and "is not". Joins the values with those of an existing condition of that kind. */
export function flipTerm(terms: readonly Term[], index: number): Term[] {
  const term = terms[index]
  const operator = term && OPPOSITES[term.operator]
  if (!term || operator === undefined) return [...terms]
  const mergedIndex = terms.findIndex(
    (each, at) => at !== index && each.dimension === term.dimension && each.operator === operator,
  )
  const merged = terms[mergedIndex]
  if (!merged) return terms.map((each, at) => (at === index ? { ...term, operator } : each))
  const values = [...new Set([...merged.values, ...term.values])]
  return terms.filter((_, at) => at !== index).map((each) => (each === merged ? { ...merged, values } : each))
}

export const removeTerm = (terms: readonly Term[], index: number): Term[] => terms.filter((_, at) => at !== index)

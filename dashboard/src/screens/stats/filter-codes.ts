import { codeOf } from './dimension-names.ts'
import { parseTerms, type Term, writeTerms } from './filters.ts'

const toCodes = (term: Term): Term =>
  term.operator === 'is' || term.operator === 'is_not'
    ? { ...term, values: term.values.map((value) => codeOf(term.dimension, value) ?? value) }
    : term

/** The same filters with the API's codes in place of names. */
export const writeCodes = (filters: string): string | undefined => writeTerms(parseTerms(filters).map(toCodes))

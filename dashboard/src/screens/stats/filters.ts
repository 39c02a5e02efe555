export const OPERATORS = ['is', 'is_not', 'contains', 'matches'] as const
export type Operator = (typeof OPERATORS)[number]

/** One condition for visits. Several are joined with "and". `dimension` may be `property:NAME`. */
export interface Term {
  operator: Operator
  dimension: string
  values: readonly string[]
}

function readTerm(input: unknown): Term | undefined {
  if (!Array.isArray(input)) return undefined
  const [head, dimension, ...values] = input as unknown[]
  const operator = OPERATORS.find((each) => each === head)
  if (operator === undefined || typeof dimension !== 'string' || values.length === 0) return undefined
  return values.every((value) => typeof value === 'string') ? { operator, dimension, values } : undefined
}

/** Parses the format of the API, as far as chips can show it. Anything else in the URL is ignored. */
export function parseTerms(text: string | undefined): Term[] {
  if (text === undefined) return []
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return []
  }
  const all: unknown[] = Array.isArray(input) && input[0] === 'and' ? (input as unknown[]).slice(1) : [input]
  const terms = all.map(readTerm)
  return terms.every((term) => term !== undefined) ? terms : []
}

export function writeTerms(terms: readonly Term[]): string | undefined {
  const all = terms.map(({ operator, dimension, values }) => [operator, dimension, ...values])
  if (all.length === 0) return undefined
  return JSON.stringify(all.length === 1 ? all[0] : ['and', ...all])
}

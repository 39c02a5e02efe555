/** An assistant reads the whole answer: about 8,000 tokens. */
export const MAX_ANSWER_CHARS = 24_000

export interface Cut {
  field: string
  shown: number
  of: number
}

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** Tried in this order until the value fits: how many elements of a list and characters of a text are kept. */
const LIMITS: readonly { elements: number; characters: number }[] = [
  { elements: 100, characters: 4000 },
  { elements: 50, characters: 1000 },
  { elements: 25, characters: 500 },
  { elements: 10, characters: 300 },
  { elements: 5, characters: 200 },
  { elements: 2, characters: 100 },
  { elements: 0, characters: 50 },
]

interface Limits {
  elements: number
  characters: number
}

function cut(value: unknown, limits: Limits, field: string, cuts: Cut[]): unknown {
  if (typeof value === 'string') {
    if (value.length <= limits.characters) return value
    cuts.push({ field, shown: limits.characters, of: value.length })
    return `${value.slice(0, limits.characters)}…`
  }
  if (Array.isArray(value)) {
    if (value.length > limits.elements) cuts.push({ field, shown: limits.elements, of: value.length })
    return value.slice(0, limits.elements).map((each) => cut(each, limits, `${field}[]`, cuts))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      cut(each, limits, field === '' ? name : `${field}.${name}`, cuts),
    ]),
  )
}

/** One cut per field, although the cuts may differ between the elements of a list. */
const distinct = (cuts: readonly Cut[]): Cut[] =>
  [...new Map(cuts.map((each) => [each.field, each])).values()].slice(0, 20)

/** The value with its longest lists and texts shortened, so that it fits; and what was shortened. */
export function bound(value: unknown, max = MAX_ANSWER_CHARS): { value: unknown; cuts: Cut[] } {
  if (lengthOf(value) <= max) return { value, cuts: [] }
  for (const limits of LIMITS) {
    const cuts: Cut[] = []
    const shorter = cut(value, limits, '', cuts)
    if (lengthOf(shorter) <= max) return { value: shorter, cuts: distinct(cuts) }
  }
  return { value: null, cuts: [{ field: '', shown: 0, of: lengthOf(value) }] }
}

/** The first rows that fit; at least one, shortened if it has to be. */
export function boundRows(rows: readonly unknown[], max = MAX_ANSWER_CHARS): { rows: unknown[]; cuts: Cut[] } {
  let left = max
  const kept: unknown[] = []
  for (const row of rows) {
    left -= lengthOf(row) + 1
    if (left < 0) break
    kept.push(row)
  }
  if (kept.length > 0 || rows.length === 0) return { rows: kept, cuts: [] }
  const { value, cuts } = bound(rows[0], max)
  return { rows: [value], cuts }
}

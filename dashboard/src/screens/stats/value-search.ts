import type { StatsBreakdownQuery, StatsRow } from '@sitewatch/sdk'
import { api } from '../../platform/api.ts'
import { formatCount } from '../../platform/format.ts'
import type { Choice, ChoiceSource } from '../../ui/index.ts'
import { codeOf, isNamed, nameValue } from './dimension-names.ts'
import type { Dimension } from './dimensions.ts'

type ValueQuery = Omit<StatsBreakdownQuery, 'page' | 'per_page' | 'search'> & { dimension: Dimension }

const PAGE_ROWS = 100
const MAX_PAGES = 5
const MAX_SHOWN = 50

const writeRow = (dimension: Dimension, { value, name }: StatsRow): string => name ?? nameValue(dimension, value)

/**
 * The rows whose names contain the text. The server has codes but no names of countries, so those rows, which are few, are all fetched and
 * searched here. Everything else is searched by the server.
 */
export async function findRows(
  id: number,
  statsQuery: ValueQuery,
  search: string,
  signal: AbortSignal,
): Promise<{ rows: StatsRow[]; total: number }> {
  if (!isNamed(statsQuery.dimension) || search === '') {
    const query = { ...statsQuery, search: search === '' ? undefined : search, per_page: PAGE_ROWS }
    const { data, meta } = await api.stats.breakdown(id, query, { signal })
    return { rows: data, total: meta.total }
  }
  const rows: StatsRow[] = []
  for (let page = 1, last = 1; page <= Math.min(last, MAX_PAGES); page++) {
    const { data, meta } = await api.stats.breakdown(id, { ...statsQuery, page, per_page: PAGE_ROWS }, { signal })
    rows.push(...data)
    last = meta.last_page
  }
  const lowerCase = search.toLowerCase()
  const found = rows.filter((row) => writeRow(statsQuery.dimension, row).toLowerCase().includes(lowerCase))
  return { rows: found, total: found.length }
}

/** Dimensions that have no values except those that were counted. */
const CLOSED_DIMENSIONS: readonly Dimension[] = ['channel', 'device', 'goal']

/** Prefix of every choice, because the empty value is a choice, too: no source, no country. */
const CHOICE_PREFIX = '='
export const readChoice = (choice: string): string => choice.slice(CHOICE_PREFIX.length)
export const writeChoice = (value: string): string => CHOICE_PREFIX + value

/** The server does not find the empty value by its name, so the number of its visitors is unknown. */
const describeTyped = (dimension: Dimension, typed: string): Choice => ({
  value: writeChoice(typed),
  label: nameValue(dimension, typed),
  ...(typed !== '' && { note: '0' }),
})

/** The values of a dimension with their visitors. A typed value is offered even if it has no visitors. */
export const valueChoices = (id: number, statsQuery: ValueQuery): ChoiceSource => ({
  key: ['stats', id, 'values', statsQuery],
  async find(search, signal) {
    const { rows, total } = await findRows(id, statsQuery, search, signal)
    const choices: Choice[] = rows.slice(0, MAX_SHOWN).map((row) => ({
      value: writeChoice(row.value),
      label: writeRow(statsQuery.dimension, row),
      note: formatCount(row.visitors),
    }))
    const typed = codeOf(statsQuery.dimension, search)
    const canBeTyped = search !== '' && typed !== undefined && !CLOSED_DIMENSIONS.includes(statsQuery.dimension)
    const isMissing = canBeTyped && choices.every(({ value }) => value !== writeChoice(typed))
    const unseen = isMissing ? [describeTyped(statsQuery.dimension, typed)] : []
    return { choices: [...choices, ...unseen], total: total + unseen.length }
  },
  name: (values) =>
    Promise.resolve(values.map((value) => ({ value, label: nameValue(statsQuery.dimension, readChoice(value)) }))),
})

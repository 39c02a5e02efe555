import type { StatsBreakdownQuery, StatsRow } from '@sitewatch/sdk'
import { api } from '../../api.ts'
import { formatCount } from '../../format.ts'
import type { Choice, ChoiceSource } from '../../ui/index.ts'
import { codeOf, isNamed, nameValue } from './dimension-names.ts'
import type { Dimension } from './dimensions.ts'

type ValueQuery = Omit<StatsBreakdownQuery, 'page' | 'per_page' | 'search'> & { dimension: Dimension }

const PAGE_ROWS = 100
const MAX_PAGES = 5
const SHOWN = 50

const writeRow = (dimension: Dimension, { value, name }: StatsRow): string => name ?? nameValue(dimension, value)

/**
 * The rows whose name holds the text. The server knows codes and not the names of countries, so those are all fetched, being
 * few, and searched here; everything else it searches itself.
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
  const wanted = search.toLowerCase()
  const found = rows.filter((row) => writeRow(statsQuery.dimension, row).toLowerCase().includes(wanted))
  return { rows: found, total: found.length }
}

/** Of these there are no others than those that came. */
const CLOSED: readonly Dimension[] = ['channel', 'device', 'goal']

/** Every choice begins with this, for the empty value is one too: no source, no country. */
const MARK = '='
export const readChoice = (choice: string): string => choice.slice(MARK.length)
export const writeChoice = (value: string): string => MARK + value

/** The server finds no empty value by its name, so nothing is known of how many came with it. */
const describeTyped = (dimension: Dimension, typed: string): Choice => ({
  value: writeChoice(typed),
  label: nameValue(dimension, typed),
  ...(typed !== '' && { note: '0' }),
})

/** Values of a dimension with the visitors of each; what was typed is offered as well when nobody came with it. */
export const valueChoices = (id: number, statsQuery: ValueQuery): ChoiceSource => ({
  key: ['stats', id, 'values', statsQuery],
  async find(search, signal) {
    const { rows, total } = await findRows(id, statsQuery, search, signal)
    const choices: Choice[] = rows.slice(0, SHOWN).map((row) => ({
      value: writeChoice(row.value),
      label: writeRow(statsQuery.dimension, row),
      note: formatCount(row.visitors),
    }))
    const typed = codeOf(statsQuery.dimension, search)
    const isOpen = search !== '' && typed !== undefined && !CLOSED.includes(statsQuery.dimension)
    const isMissing = isOpen && choices.every(({ value }) => value !== writeChoice(typed))
    const unseen = isMissing ? [describeTyped(statsQuery.dimension, typed)] : []
    return { choices: [...choices, ...unseen], total: total + unseen.length }
  },
  name: (values) =>
    Promise.resolve(values.map((value) => ({ value, label: nameValue(statsQuery.dimension, readChoice(value)) }))),
})

import { t } from '@lingui/core/macro'
import type { StatsBreakdownQuery, StatsRow } from '@sitewatch/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Dialog, Empty, Field, Form, Loaded, Pagination, Submit, Table } from '../../ui/index.ts'
import { type ListOptions, listColumns } from './breakdown-columns.tsx'
import { isNamed, nameDimension } from './dimension-names.ts'
import type { Dimension } from './dimensions.ts'
import { toggleValue } from './filter-changes.ts'
import { writeTerms } from './filters.ts'
import { breakdownQuery } from '../../data/stats/queries.ts'
import { useRevenue } from './revenue-query.ts'
import { useVisitors } from './use-visitors.ts'
import { useView } from './use-view.ts'
import { findRows } from './value-search.ts'

const CLOSED_DIALOG = { all: undefined, find: undefined, page: undefined }

function pickExtras(dimension: Dimension, currency: string | undefined): StatsBreakdownQuery['include'] {
  if (dimension === 'page') return currency === undefined ? 'bounce_percent' : 'bounce_percent,revenue'
  return currency === undefined ? undefined : 'revenue'
}

/** The server searches values. Names are searched in the browser. */
function useRows(dimension: Dimension, property: string | undefined, currency: string | undefined) {
  const { id, statsQuery, search } = useView()
  const isSearchedLocally = search.find !== undefined && isNamed(dimension)
  const query = useQuery({
    ...breakdownQuery(id, {
      ...statsQuery,
      dimension,
      property,
      search: search.find,
      include: pickExtras(dimension, currency),
      page: search.page,
      per_page: 25,
    }),
    enabled: !isSearchedLocally,
  })
  const namedRows = useQuery({
    queryKey: ['stats', id, 'named', statsQuery, dimension, search.find, currency],
    queryFn: async ({ signal }) =>
      findRows(id, { ...statsQuery, dimension, include: pickExtras(dimension, currency) }, search.find ?? '', signal),
    enabled: isSearchedLocally,
    placeholderData: keepPreviousData,
  })
  return { isSearchedLocally, query, namedRows }
}

/** One complete list, with all its figures and a search field. */
export function BreakdownDialog({ dimension }: { dimension: Dimension }) {
  const { search, terms, change } = useView()
  const property = dimension === 'property' ? search.property : undefined
  const filterDimension = property === undefined ? dimension : `property:${property}`
  const currency = useRevenue()?.now.currency
  const { isSearchedLocally, query, namedRows } = useRows(dimension, property, currency)
  const total = useVisitors()
  const name = nameDimension(filterDimension)
  const choose = (value: string): void => {
    const chosen = toggleValue(
      terms.filter((term) => term.dimension !== filterDimension),
      filterDimension,
      value,
    )
    change({ ...CLOSED_DIALOG, filters: writeTerms(chosen) })
  }
  const options = { head: name, dimension, total, choose, currency }
  return (
    <Dialog title={name} width_px={880} onClose={() => change(CLOSED_DIALOG)}>
      <Form
        key={search.find}
        label={t`Search in ${name}`}
        className="flex items-end gap-3"
        submit={async (values) => {
          change({ find: values.optionalText('find'), page: undefined })
          await Promise.resolve()
        }}
      >
        <Field name="find" label={t`Contains`} type="search" defaultValue={search.find ?? ''} />
        <Submit kind="plain">{t`Search`}</Submit>
      </Form>
      {isSearchedLocally ? (
        <Loaded query={namedRows} rows={8} label={t`Loading: ${name}`}>
          {({ rows }) => <Rows {...options} rows={rows} />}
        </Loaded>
      ) : (
        <Loaded query={query} rows={8} label={t`Loading: ${name}`}>
          {({ data, meta }) => (
            <>
              <Rows {...options} rows={data} />
              <Pagination meta={meta} noun={name} onPage={(page) => change({ page })} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

function Rows({ rows, ...options }: ListOptions & { rows: readonly StatsRow[] }) {
  if (rows.length === 0) return <Empty title={t`No results.`} />
  return <Table caption={options.head} columns={listColumns(options)} rows={rows} rowKey={({ value }) => value} />
}

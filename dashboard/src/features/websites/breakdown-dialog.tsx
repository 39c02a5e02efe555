import { t } from '@lingui/core/macro'
import type { StatsBreakdownQuery, StatsRow } from '@sitewatch/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Dialog, Empty, Field, Form, Loaded, Pagination, Submit, Table } from '../../ui/index.ts'
import { type Listed, listColumns } from './breakdown-columns.tsx'
import { isNamed, nameDimension } from './dimension-names.ts'
import type { Dimension } from './dimensions.ts'
import { toggleValue } from './filter-changes.ts'
import { writeTerms } from './filters.ts'
import { breakdownQuery } from './queries.ts'
import { useRevenue } from './revenue-query.ts'
import { useVisitors } from './use-visitors.ts'
import { useView } from './use-view.ts'
import { findRows } from './value-search.ts'

const CLOSED = { all: undefined, find: undefined, page: undefined }

function pickExtras(dimension: Dimension, currency: string | undefined): StatsBreakdownQuery['include'] {
  if (dimension === 'page') return currency === undefined ? 'bounce_percent' : 'bounce_percent,revenue'
  return currency === undefined ? undefined : 'revenue'
}

/** The server searches values; names are searched here. */
function useRows(dimension: Dimension, property: string | undefined, currency: string | undefined) {
  const { id, statsQuery, search } = useView()
  const isSearchedHere = search.find !== undefined && isNamed(dimension)
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
    enabled: !isSearchedHere,
  })
  const named = useQuery({
    queryKey: ['stats', id, 'named', statsQuery, dimension, search.find, currency],
    queryFn: async ({ signal }) =>
      findRows(id, { ...statsQuery, dimension, include: pickExtras(dimension, currency) }, search.find ?? '', signal),
    enabled: isSearchedHere,
    placeholderData: keepPreviousData,
  })
  return { isSearchedHere, query, named }
}

/** One list whole, with all its figures, to be searched. */
export function BreakdownDialog({ dimension }: { dimension: Dimension }) {
  const { search, terms, change } = useView()
  const property = dimension === 'property' ? search.property : undefined
  const filtered = property === undefined ? dimension : `property:${property}`
  const currency = useRevenue()?.now.currency
  const { isSearchedHere, query, named } = useRows(dimension, property, currency)
  const total = useVisitors()
  const name = nameDimension(filtered)
  const choose = (value: string): void => {
    const chosen = toggleValue(
      terms.filter((term) => term.dimension !== filtered),
      filtered,
      value,
    )
    change({ ...CLOSED, filters: writeTerms(chosen) })
  }
  const listed = { head: name, dimension, total, choose, currency }
  return (
    <Dialog title={name} width_px={880} onClose={() => change(CLOSED)}>
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
      {isSearchedHere ? (
        <Loaded query={named} rows={8} label={t`Loading: ${name}`}>
          {({ rows }) => <Rows {...listed} rows={rows} />}
        </Loaded>
      ) : (
        <Loaded query={query} rows={8} label={t`Loading: ${name}`}>
          {({ data, meta }) => (
            <>
              <Rows {...listed} rows={data} />
              <Pagination meta={meta} noun={name} onPage={(page) => change({ page })} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

function Rows({ rows, ...listed }: Listed & { rows: readonly StatsRow[] }) {
  if (rows.length === 0) return <Empty title={t`No results.`} />
  return <Table caption={listed.head} columns={listColumns(listed)} rows={rows} rowKey={({ value }) => value} />
}

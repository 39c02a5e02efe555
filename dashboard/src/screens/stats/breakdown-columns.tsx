import { t } from '@lingui/core/macro'
import type { StatsRow } from '@sitewatch/sdk'
import { formatCount, formatDuration, formatPercent } from '../../platform/format.ts'
import type { Column } from '../../ui/index.ts'
import { nameValue } from './dimension-names.ts'
import type { Dimension } from './dimensions.ts'
import { writeRevenue } from './revenue-query.ts'
import { shareOf } from './use-visitors.ts'
import { hasIcons, ValueIcon } from './value-icon.tsx'

export interface ListOptions {
  head: string
  dimension: Dimension
  /** All visitors of the period: 100 % of the shares. */
  total: number | undefined
  choose: (value: string) => void
  /** Currency of the revenue, if there is any. */
  currency: string | undefined
}

const makeCountColumn = (head: string, read: (row: StatsRow) => number | null): Column<StatsRow> => ({
  head,
  figures: true,
  cell: (row) => {
    const value = read(row)
    return value === null ? '–' : formatCount(value)
  },
})

const makeViewsColumn = (): Column<StatsRow> => makeCountColumn(t`Page views`, ({ pageviews }) => pageviews)
const makeBounceColumn = (): Column<StatsRow> => ({
  head: t`Bounce rate`,
  figures: true,
  cell: ({ bounce_percent }) => formatPercent(bounce_percent),
})

/** The figures that the API returns for events, pages and visits. */
function listFigureColumns(dimension: Dimension): Column<StatsRow>[] {
  if (dimension === 'event' || dimension === 'property' || dimension === 'goal')
    return [makeCountColumn(t`Events`, ({ events }) => events)]
  if (dimension === 'page')
    return [
      makeViewsColumn(),
      makeBounceColumn(),
      { head: t`Time on page`, figures: true, cell: ({ page_seconds }) => formatDuration(page_seconds) },
    ]
  return [
    makeCountColumn(t`Visits`, ({ visits }) => visits),
    makeViewsColumn(),
    makeBounceColumn(),
    { head: t`Visit duration`, figures: true, cell: ({ visit_seconds }) => formatDuration(visit_seconds) },
  ]
}

const makeRevenueColumn = (currency: string): Column<StatsRow> => ({
  head: t`Revenue`,
  figures: true,
  cell: ({ revenue }) => writeRevenue(revenue, currency),
})

export const listColumns = ({ head, dimension, total, choose, currency }: ListOptions): readonly Column<StatsRow>[] => [
  {
    head,
    cell: ({ value, name }) => (
      <>
        {hasIcons(dimension) && <ValueIcon dimension={dimension} value={value} />}
        <button type="button" className="link text-start wrap-anywhere" onClick={() => choose(value)}>
          {name ?? nameValue(dimension, value)}
        </button>
      </>
    ),
  },
  makeCountColumn(t`Visitors`, ({ visitors }) => visitors),
  { head: t`Share`, figures: true, cell: ({ visitors }) => formatPercent(shareOf(visitors, total)) },
  ...listFigureColumns(dimension),
  ...(currency === undefined ? [] : [makeRevenueColumn(currency)]),
]

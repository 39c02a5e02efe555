import { t } from '@lingui/core/macro'
import type { StatsRow } from '@sitewatch/sdk'
import { formatCount, formatDuration, formatPercent } from '../../format.ts'
import type { Column } from '../../ui/index.ts'
import { nameValue } from './dimension-names.ts'
import type { Dimension } from './dimensions.ts'
import { writeRevenue } from './revenue-query.ts'
import { shareOf } from './use-visitors.ts'
import { hasIcons, ValueIcon } from './value-icon.tsx'

export interface Listed {
  head: string
  dimension: Dimension
  /** All visitors of the period: what shares are of. */
  total: number | undefined
  choose: (value: string) => void
  /** Of the revenue, if there is any. */
  currency: string | undefined
}

const count = (head: string, of: (row: StatsRow) => number | null): Column<StatsRow> => ({
  head,
  figures: true,
  cell: (row) => {
    const value = of(row)
    return value === null ? '–' : formatCount(value)
  },
})

const countViews = (): Column<StatsRow> => count(t`Page views`, ({ pageviews }) => pageviews)
const showBounces = (): Column<StatsRow> => ({
  head: t`Bounce rate`,
  figures: true,
  cell: ({ bounce_percent }) => formatPercent(bounce_percent),
})

/** What the API counts of a page, of a visit, and of an event. */
function listFigures(dimension: Dimension): Column<StatsRow>[] {
  if (dimension === 'event' || dimension === 'property' || dimension === 'goal')
    return [count(t`Events`, ({ events }) => events)]
  if (dimension === 'page')
    return [
      countViews(),
      showBounces(),
      { head: t`Time on page`, figures: true, cell: ({ page_seconds }) => formatDuration(page_seconds) },
    ]
  return [
    count(t`Visits`, ({ visits }) => visits),
    countViews(),
    showBounces(),
    { head: t`Visit duration`, figures: true, cell: ({ visit_seconds }) => formatDuration(visit_seconds) },
  ]
}

const showRevenue = (currency: string): Column<StatsRow> => ({
  head: t`Revenue`,
  figures: true,
  cell: ({ revenue }) => writeRevenue(revenue, currency),
})

export const listColumns = ({ head, dimension, total, choose, currency }: Listed): readonly Column<StatsRow>[] => [
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
  count(t`Visitors`, ({ visitors }) => visitors),
  { head: t`Share`, figures: true, cell: ({ visitors }) => formatPercent(shareOf(visitors, total)) },
  ...listFigures(dimension),
  ...(currency === undefined ? [] : [showRevenue(currency)]),
]

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StatsRow } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { BarList, type BarRow, WorldMap } from '../../charts/index.ts'
import { Button, Loaded } from '../../ui/index.ts'
import { useIsChartLoaded } from './after-picture.ts'
import { nameDimension, nameValue } from './dimension-names.ts'
import type { Dimension } from './dimensions.ts'
import { chosenValue, toggleValue } from './filter-changes.ts'
import { breakdownQuery } from '../../data/stats/queries.ts'
import { shareOf, useVisitors } from './use-visitors.ts'
import { useView } from './use-view.ts'
import { hasIcons, ValueIcon } from './value-icon.tsx'

const ROWS = 9
const MAP_ROWS = 100

const toBar = (dimension: string, { value, visitors }: StatsRow, total: number | undefined): BarRow => ({
  value,
  label: hasIcons(dimension) ? (
    <>
      <ValueIcon dimension={dimension} value={value} />
      {nameValue(dimension, value)}
    </>
  ) : (
    nameValue(dimension, value)
  ),
  count: visitors,
  percent: shareOf(visitors, total),
})

interface BreakdownListProps {
  dimension: Dimension
  /** With the dimension `property`: the property whose values are listed. */
  property?: string | undefined
  /** Called instead of filtering by the value. */
  onChoose?: (value: string) => void
}

/** The most frequent values. A click on a value filters by it. */
export function BreakdownList({ dimension, property, onChoose }: BreakdownListProps) {
  const { id, statsQuery, terms, setTerms, change } = useView()
  const isMap = dimension === 'country'
  const query = useQuery({
    ...breakdownQuery(id, { ...statsQuery, dimension, property, per_page: isMap ? MAP_ROWS : ROWS }),
    enabled: useIsChartLoaded(),
  })
  const total = useVisitors()
  const filterDimension = property === undefined ? dimension : `property:${property}`
  const choose = onChoose ?? ((value: string) => setTerms(toggleValue(terms, filterDimension, value)))
  const chosen = chosenValue(terms, filterDimension)
  const name = nameDimension(filterDimension)
  return (
    <Loaded query={query} rows={6} label={t`Loading: ${name}`}>
      {({ data, meta }) => (
        <div className="grid gap-2" aria-busy={query.isPlaceholderData}>
          {isMap && <WorldMap rows={data} chosen={chosen} onChoose={choose} />}
          <BarList
            rows={data.slice(0, ROWS).map((row) => toBar(dimension, row, total))}
            heading={name}
            chosen={chosen}
            onChoose={choose}
            empty={t`None in this period.`}
          />
          {meta.imported?.reason === 'dimension' && (
            <p className="text-sm text-soft">{t`Imported statistics are left out: the import has no such figures.`}</p>
          )}
          {meta.total > ROWS && (
            <div>
              <Button kind="quiet" className="-ms-2 px-2 text-sm" onClick={() => change({ all: dimension })}>
                <Trans>
                  All <span className="figures">{meta.total}</span>
                </Trans>
              </Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

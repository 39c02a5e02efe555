import { plural } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../ui/index.ts'
import { useIsChartLoaded } from './after-picture.ts'
import { summaryQuery } from '../../data/stats/queries.ts'
import { useView } from './use-view.ts'

/** Shown if one of the two periods had an outage. Requested after the chart is drawn, so that it does not delay it. */
export function OutagesChoice() {
  const { id, statsQuery, comparison, change } = useView()
  const enabled = useIsChartLoaded() && comparison.compare !== 'none'
  const { data } = useQuery({ ...summaryQuery(id, statsQuery, { ...comparison, exclude_outages: true }), enabled })
  const hours = data?.excluded_hours ?? 0
  if (!enabled || hours === 0) return null
  return (
    <Checkbox
      name="exclude_outages"
      checked={comparison.exclude_outages === true}
      onChange={({ target }) => change({ exclude_outages: target.checked || undefined })}
      label={plural(hours, {
        one: 'Compare without the hour of outages',
        other: 'Compare without # hours of outages',
      })}
    />
  )
}

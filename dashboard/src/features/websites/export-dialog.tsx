import type { Website } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../format.ts'
import { BASE_PATH } from '../../page-facts.ts'
import { buttonClass, Dialog, Loaded } from '../../ui/index.ts'
import { PERIOD_NAMES } from './periods.ts'
import { exportQuery } from './queries.ts'
import { useView } from './use-view.ts'

/** The events themselves. Streamed to a file by the browser, which shows how far it is. */
export function ExportDialog({ website, onClose }: { website: Website; onClose: () => void }) {
  const { statsQuery } = useView()
  const facts = useQuery(exportQuery(website.id, statsQuery))
  const { period, from, to } = statsQuery
  const params = new URLSearchParams({ period, ...(from !== undefined && to !== undefined && { from, to }) })
  const href = (format: string): string =>
    `${BASE_PATH}/api/v1/websites/${website.id}/stats/export?${params.toString()}&format=${format}`
  return (
    <Dialog title={`Export ${website.domain}`} onClose={onClose}>
      <Loaded query={facts} rows={2} label="Counting events">
        {({ events, columns }) => (
          <>
            <p>
              <span className="figures">{formatCount(events)}</span> {events === 1 ? 'event' : 'events'},{' '}
              {period === 'custom' ? `${from} to ${to}` : PERIOD_NAMES[period].toLowerCase()}, one row per event,{' '}
              <span className="figures">{columns.length}</span> columns. Filters are ignored.
            </p>
            <p className="text-soft">Your browser shows the progress of the download.</p>
            <div className="flex flex-wrap gap-3">
              <a href={href('csv')} download className={buttonClass('primary')}>
                Download CSV
              </a>
              <a href={href('ndjson')} download className={buttonClass()}>
                Download NDJSON
              </a>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

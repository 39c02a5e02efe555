import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Website } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../platform/format.ts'
import { withTeam } from '../../platform/current-team.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'
import { buttonClass, Dialog, Loaded } from '../../ui/index.ts'
import { PERIOD_PHRASES } from './period-names.ts'
import { exportQuery } from '../../data/stats/queries.ts'
import { useView } from './use-view.ts'

/** Exports the raw events. The browser streams them to a file and shows the progress. */
export function ExportDialog({ website, onClose }: { website: Website; onClose: () => void }) {
  const { statsQuery } = useView()
  const facts = useQuery(exportQuery(website.id, statsQuery))
  const { period, from, to } = statsQuery
  const params = new URLSearchParams({ period, ...(from !== undefined && to !== undefined && { from, to }) })
  const name = from !== undefined && to !== undefined ? t`${from} to ${to}` : t(PERIOD_PHRASES[period])
  const href = (format: string): string =>
    withTeam(`${BASE_PATH}/api/v1/websites/${website.id}/stats/export?${params.toString()}&format=${format}`)
  return (
    <Dialog title={t`Export ${website.domain}`} onClose={onClose}>
      <Loaded query={facts} rows={2} label={t`Counting events`}>
        {({ events, columns }) => (
          <>
            <p>
              <Trans>
                <span className="figures">{formatCount(events)}</span>{' '}
                <Plural value={events} one="event" other="events" />, {name}, one row per event,{' '}
                <span className="figures">{columns.length}</span> columns. Filters are ignored.
              </Trans>
            </p>
            <p className="text-soft">{t`Your browser shows the progress of the download.`}</p>
            <div className="flex flex-wrap gap-3">
              <a href={href('csv')} download className={buttonClass('primary')}>
                {t`Download CSV`}
              </a>
              <a href={href('ndjson')} download className={buttonClass()}>
                {t`Download NDJSON`}
              </a>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

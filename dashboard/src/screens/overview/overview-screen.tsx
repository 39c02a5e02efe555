import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Overview } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DAY_MS } from '@sitewatch/contract/durations'
import { formatFigure } from '../../platform/format.ts'
import { buttonClass, Loaded, PageHeader, Skeleton } from '../../ui/index.ts'
import { tagsQuery } from '../../data/tags/queries.ts'
import { ForEditors, useIsReader } from '../../parts/teams/for-editors.tsx'
import { BrokenNow } from './broken-now.tsx'
import { MonitorRows } from './monitor-rows.tsx'
import { Notices } from './notices.tsx'
import './overview.css'
import { overviewQuery } from '../../data/overview/queries.ts'
import { RecentIncidents } from './recent-incidents.tsx'
import { WebsiteRows } from './website-rows.tsx'
import { FirstWebsite } from './first-website.tsx'
import { NothingTagged, TagFilter } from './tag-filter.tsx'

/** Ribbons move in steps of this length, so that unchanged rows are not drawn again in between. One pixel is eight minutes. */
const STEP_MS = 300_000

const route = getRouteApi('/app/')

export function OverviewScreen() {
  const { tag } = route.useSearch()
  const overview = useQuery(overviewQuery(tag))
  const isReader = useIsReader()
  // With tags, the header is taller on a phone: the content below it would shift when they arrive.
  if (useQuery(tagsQuery).isPending) return <Skeleton rows={8} label={t`Loading overview`} />
  return (
    <Loaded query={overview} rows={8} label={t`Loading overview`}>
      {(data) =>
        data.websites.length + data.monitors.length === 0 && tag === undefined && !isReader ? (
          <FirstWebsite />
        ) : (
          <OverviewContent overview={data} />
        )
      }
    </Loaded>
  )
}

function OverviewContent({ overview }: { overview: Overview }) {
  const { websites, monitors, notices, recent_incidents } = overview
  const to = Math.ceil(Date.parse(overview.to) / STEP_MS) * STEP_MS
  const from = to - DAY_MS
  return (
    <>
      <PageHeader
        title={t`Overview`}
        actions={
          <>
            <TagFilter />
            <ForEditors>
              <Link to="/websites" search={{ add: true }} className={`${buttonClass()} self-end`}>
                {t`Add website`}
              </Link>
            </ForEditors>
          </>
        }
      >
        <Totals websites={websites} />
      </PageHeader>
      <BrokenNow overview={overview} />
      {notices.length > 0 && (
        <div className="mt-4 grid">
          <Notices notices={notices} />
        </div>
      )}
      {recent_incidents.length > 0 && (
        <Part
          title={t`Recent incidents`}
          actions={
            <Link to="/incidents" className="link">
              {t`All incidents`}
            </Link>
          }
        >
          <RecentIncidents incidents={recent_incidents} />
        </Part>
      )}
      {websites.length + monitors.length === 0 && <NothingTagged />}
      {websites.length > 0 && (
        <Part title={t`Websites`}>
          <WebsiteRows websites={websites} from={from} to={to} />
        </Part>
      )}
      {monitors.length > 0 && (
        <Part title={websites.length > 0 ? t`Monitors without a website` : t`Monitors`}>
          <MonitorRows monitors={monitors} from={from} to={to} />
        </Part>
      )}
    </>
  )
}

function Totals({ websites }: { websites: Overview['websites'] }) {
  const known = websites.filter(({ visitors_now }) => visitors_now !== null)
  if (known.length === 0) return null
  const sum = (field: 'visitors_now' | 'visitors_24h'): number =>
    known.reduce((total, website) => total + (website[field] ?? 0), 0)
  const day = sum('visitors_24h')
  return (
    <Trans>
      <span className="figures text-ink">{formatFigure(sum('visitors_now'))}</span> online now,{' '}
      <span className="figures text-ink">{formatFigure(day)}</span>{' '}
      <Plural value={day} one="visitor" other="visitors" /> in the last 24 hours
    </Trans>
  )
}

/** A Section without its line, because the head of the list already draws one. */
function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

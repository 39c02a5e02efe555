import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Sparkline } from '../../charts/sparkline.tsx'
import { formatFigure, formatUptime } from '../../platform/format.ts'
import { STATUS_WORDS, StatusMark } from '../../ui/index.ts'
import { FavoriteStar } from '../../parts/websites/favorite-star.tsx'
import { AlertsNobodyMark } from '../../parts/monitors/alerts-nobody-mark.tsx'
import { isUnchecked } from './day-marks.ts'
import { DayRibbon } from './day-ribbon.tsx'
import { useGradualCount } from './use-gradual.ts'

type OverviewWebsite = Overview['websites'][number]

const FIRST_ROWS = 30
const HEADS: readonly { head: MessageDescriptor; isEnd?: true }[] = [
  { head: msg`Website` },
  { head: msg`Now`, isEnd: true },
  { head: msg`24 h`, isEnd: true },
  { head: msg`Visitors` },
  { head: msg`Last 24 hours` },
  { head: msg`Uptime`, isEnd: true },
]

export function WebsiteRows({
  websites,
  from,
  to,
}: {
  websites: readonly OverviewWebsite[]
  from: number
  to: number
}) {
  const count = useGradualCount(websites.length, FIRST_ROWS)
  return (
    <div role="table" aria-label={t`Websites`} aria-rowcount={websites.length + 1}>
      <div role="rowgroup">
        <div role="row" className="overview-head border-b border-line-strong py-2 text-sm text-soft">
          <span role="columnheader">
            <span className="sr-only">{t`Favourite`}</span>
          </span>
          {HEADS.map(({ head, isEnd }) => (
            <span key={head.id} role="columnheader" className={isEnd ? 'text-end' : ''}>
              {i18n._(head)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {websites.slice(0, count).map((website) => (
          <WebsiteRow key={website.id} website={website} from={from} to={to} />
        ))}
      </div>
    </div>
  )
}

function describeHours({ domain, visitors_24h, hourly }: OverviewWebsite): string {
  const most = Math.max(0, ...(hourly ?? []))
  const visitors = t`${plural(visitors_24h ?? 0, { one: '# visitor', other: '# visitors' })}`
  return t`${domain}: ${visitors} in 24 hours, at most ${most} in one hour`
}

interface RowProps {
  website: OverviewWebsite
  from: number
  to: number
}

const WebsiteRow = memo(function WebsiteRow({ website, from, to }: RowProps) {
  const { id, domain, status, alerts_nobody, visitors_now, unobserved } = website
  const shown = isUnchecked(status, unobserved) ? 'unknown' : status
  return (
    <div role="row" className="overview-row" data-kind="website">
      <span role="cell">
        <FavoriteStar website={website} />
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-2">
        {shown !== null && <StatusMark name={shown} />}
        {shown !== null && <span className="sr-only">{t(STATUS_WORDS[shown])}</span>}
        <Link
          to="/websites/$websiteId"
          params={{ websiteId: String(id) }}
          className="truncate hover:underline"
          title={domain}
        >
          {domain}
        </Link>
        {alerts_nobody && <AlertsNobodyMark />}
      </span>
      <span role="cell" className="figures text-end">
        {visitors_now === null ? '–' : formatFigure(visitors_now)}
        <span className="overview-label"> {t`now`}</span>
      </span>
      <LastDay website={website} from={from} to={to} />
    </div>
  )
})

function LastDay({ website, from, to }: RowProps) {
  const { domain, status, visitors_24h, hourly, uptime_24h, outages, unobserved, first_event_at } = website
  return (
    <span role="presentation" className="overview-wide">
      <span role="cell" className="figures text-end">
        {visitors_24h === null ? '–' : formatFigure(visitors_24h)}
        <span className="overview-label"> {t`in 24 h`}</span>
      </span>
      <span role="cell">
        {hourly !== null && first_event_at !== null ? (
          <Sparkline values={hourly} label={describeHours(website)} />
        ) : (
          <span className="text-sm text-soft">{first_event_at === null ? t`No visits yet` : '–'}</span>
        )}
      </span>
      <span role="cell">
        {status === null ? (
          <span className="text-sm text-soft">{t`No monitor`}</span>
        ) : (
          <DayRibbon name={domain} status={status} uptime_percent={uptime_24h} {...{ outages, unobserved, from, to }} />
        )}
      </span>
      <span role="cell" className="figures text-end">
        {formatUptime(uptime_24h)}
      </span>
    </span>
  )
}

import { t } from '@lingui/core/macro'
import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatMs, formatUptime } from '../../platform/format.ts'
import { Status } from '../../ui/index.ts'
import { AlertsNobodyMark } from '../../parts/monitors/alerts-nobody-mark.tsx'
import { isUnchecked } from './day-marks.ts'
import { DayRibbon } from './day-ribbon.tsx'
import { useGradualCount } from './use-gradual.ts'

type OverviewMonitor = Overview['monitors'][number]

const FIRST_ROWS = 20

export function MonitorRows({
  monitors,
  from,
  to,
}: {
  monitors: readonly OverviewMonitor[]
  from: number
  to: number
}) {
  const count = useGradualCount(monitors.length, FIRST_ROWS)
  return (
    <div role="table" aria-label={t`Monitors without a website`} aria-rowcount={monitors.length + 1}>
      <div role="rowgroup">
        <div
          role="row"
          className="overview-head border-b border-line-strong py-2 text-sm text-soft"
          data-kind="monitor"
        >
          <span role="columnheader">{t`Monitor`}</span>
          <span role="columnheader">{t`Status`}</span>
          <span role="columnheader" className="text-end">
            {t`Response time`}
          </span>
          <span role="columnheader">{t`Last 24 hours`}</span>
          <span role="columnheader" className="text-end">
            {t`Uptime`}
          </span>
        </div>
      </div>
      <div role="rowgroup">
        {monitors.slice(0, count).map((monitor) => (
          <MonitorRow key={monitor.id} monitor={monitor} from={from} to={to} />
        ))}
      </div>
    </div>
  )
}

function ShownStatus({ status, unobserved }: Pick<OverviewMonitor, 'status' | 'unobserved'>) {
  if (status === 'pending') return <Status name="pending">{t`Not checked yet`}</Status>
  return isUnchecked(status, unobserved) ? <Status name="unknown">{t`Not checked`}</Status> : <Status name={status} />
}

const MonitorRow = memo(function MonitorRow({
  monitor,
  from,
  to,
}: {
  monitor: OverviewMonitor
  from: number
  to: number
}) {
  const {
    id,
    friendly_name,
    url,
    status,
    is_active,
    alerts_nobody,
    last_response_ms,
    uptime_24h,
    outages,
    unobserved,
  } = monitor
  return (
    <div role="row" className="overview-row" data-kind="monitor">
      <span role="cell" className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Link
          to="/monitors/$monitorId"
          params={{ monitorId: String(id) }}
          className="truncate hover:underline"
          title={url}
        >
          {friendly_name}
        </Link>
        {is_active && alerts_nobody && <AlertsNobodyMark />}
      </span>
      <span role="cell">
        <ShownStatus status={status} unobserved={unobserved} />
      </span>
      <span role="presentation" className="overview-wide">
        <span role="cell" className="figures text-end">
          {formatMs(last_response_ms)}
        </span>
        <span role="cell">
          <DayRibbon
            name={friendly_name}
            status={status}
            uptime_percent={uptime_24h}
            {...{ outages, unobserved, from, to }}
          />
        </span>
        <span role="cell" className="figures text-end">
          {formatUptime(uptime_24h)}
        </span>
      </span>
    </div>
  )
})

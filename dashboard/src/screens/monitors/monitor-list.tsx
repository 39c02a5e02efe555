import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sparkline } from '../../charts/sparkline.tsx'
import { formatMs, formatUptime } from '../../platform/format.ts'
import { TagChips } from '../../parts/tags/tag-chips.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { AlertsNobodyMark } from '../../parts/monitors/alerts-nobody-mark.tsx'
import type { Selection } from './bulk-actions.tsx'
import { CheckBar } from './check-bar.tsx'
import type { RecentCheck } from './check-marks.ts'
import { describeTarget, MonitorStatus } from '../../parts/monitors/monitor-status.tsx'
import { recentChecksQuery } from '../../data/monitors/queries.ts'
import { providersQuery } from '../../data/notifications/providers-query.ts'
import './monitors.css'

const HEADS = [msg`Monitor`, msg`Status`, msg`Recent checks`, msg`Response time`, msg`Uptime 30 d`, msg`Alerts`]

interface MonitorListProps {
  monitors: readonly Monitor[]
  selected: Selection
  onSelect: (selected: Selection) => void
}

/** One page of monitors. Their checks and the names of the providers come in one request each. */
export function MonitorList({ monitors, selected, onSelect }: MonitorListProps) {
  const { t } = useLingui()
  const recentChecks = useQuery(recentChecksQuery(monitors.map(({ id }) => id)))
  const providers = useQuery(providersQuery)
  const names = new Map(providers.data?.map(({ id, name }) => [id, name]))
  return (
    <div role="table" aria-label={t`Monitors`}>
      <div role="rowgroup">
        <div role="row" className="monitor-head border-b border-line-strong py-2 text-sm text-soft">
          {HEADS.map((head) => (
            <span key={head.id} role="columnheader">
              {t(head)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {monitors.map((monitor) => (
          <MonitorRow
            key={monitor.id}
            monitor={monitor}
            isSelected={selected.has(monitor.id)}
            onSelect={(isSelected) => {
              const others = [...selected].filter((id) => id !== monitor.id)
              onSelect(new Set(isSelected ? [...others, monitor.id] : others))
            }}
            checks={recentChecks.data?.get(monitor.id)}
            alerts={monitor.provider_ids.flatMap((id) => names.get(id) ?? [])}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  monitor: Monitor
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  checks: readonly RecentCheck[] | undefined
  alerts: readonly string[]
}

function MonitorRow({ monitor, isSelected, onSelect, checks, alerts }: RowProps) {
  const { t } = useLingui()
  return (
    <div role="row" className="monitor-row">
      <span role="cell" className="flex min-w-0 gap-3">
        <ForEditors>
          <input
            type="checkbox"
            aria-label={t`Select ${monitor.friendly_name}`}
            className="mt-1 size-4 flex-none accent-accent"
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
        </ForEditors>
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <Link
              to="/monitors/$monitorId"
              params={{ monitorId: String(monitor.id) }}
              className="font-medium wrap-anywhere hover:underline"
            >
              {monitor.friendly_name}
            </Link>
            <TagChips tags={monitor.tags} to="/monitors" />
          </span>
          <MonitorTarget monitor={monitor} />
        </span>
      </span>
      <span role="cell">
        <MonitorStatus monitor={monitor} />
      </span>
      <span role="cell">
        <CheckBar name={monitor.friendly_name} checks={checks} />
      </span>
      <span role="cell" className="flex items-center gap-3">
        <span className="figures monitor-response">{formatMs(monitor.last_response_ms)}</span>
        <span className="monitor-wide">
          <ResponseSparkline name={monitor.friendly_name} checks={checks ?? []} />
        </span>
      </span>
      <span role="cell" className="figures monitor-wide">
        {formatUptime(monitor.uptime['30d'])}
      </span>
      <span role="cell" className="min-w-0">
        <Alerts monitor={monitor} names={alerts} />
      </span>
    </div>
  )
}

/** The target and the website. Omits https://, so that truncation leaves the part in which targets differ. */
function MonitorTarget({ monitor }: { monitor: Monitor }) {
  const { website_id, website_domain } = monitor
  const target = describeTarget(monitor)
  const { t } = useLingui()
  return (
    <span className="flex min-w-0 items-baseline gap-x-3 text-sm text-soft">
      <span className="figures truncate" title={target}>
        {target.replace(/^https?:\/\//i, '')}
      </span>
      {website_id !== null && website_domain !== null && (
        <Link
          to="/websites/$websiteId"
          params={{ websiteId: String(website_id) }}
          className="link max-w-1/2 flex-none truncate leading-6"
          title={t`Website ${website_domain}`}
        >
          {website_domain}
        </Link>
      )}
    </span>
  )
}

function ResponseSparkline({ name, checks }: { name: string; checks: readonly RecentCheck[] }) {
  const { t } = useLingui()
  const times = checks.toReversed().map(({ status, total_ms }) => (status === 'up' ? total_ms : null))
  const known = times.filter((time) => time !== null)
  if (known.length < 2) return null
  const [least, most] = [formatMs(Math.min(...known)), formatMs(Math.max(...known))]
  const label = t`${name}: response time ${least} to ${most}`
  return <Sparkline values={times} label={label} width={64} height={20} />
}

function Alerts({ monitor, names }: { monitor: Monitor; names: readonly string[] }) {
  if (monitor.alerts_nobody) return <AlertsNobodyMark />
  const [first = monitor.escalation?.policy_name, ...others] = names
  return (
    <span className="flex min-w-0 items-baseline gap-x-2 text-sm" title={names.length > 0 ? names.join(', ') : first}>
      <span className="monitor-narrow text-soft">
        <Trans>Alerts</Trans>
      </span>
      <span className="truncate">{first ?? '–'}</span>
      {others.length > 0 && (
        <span className="figures flex-none text-soft">
          <span aria-hidden>+{others.length}</span>
          <span className="sr-only">
            <Trans>and {others.length} more</Trans>
          </span>
        </span>
      )}
    </span>
  )
}

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatFigure, formatDuration } from '../../platform/format.ts'
import { Status, StatusMark, type StatusName, Time, useNow } from '../../ui/index.ts'
import { Acknowledge } from '../../parts/incidents/acknowledge.tsx'
import { Cause } from '../../parts/incidents/incident-cause.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'

type OpenIncident = Overview['open_incidents'][number]

/** The first part of the screen: the open incidents and their impact, or that nothing is down. */
export function BrokenNow({ overview }: { overview: Overview }) {
  const { open_incidents } = overview
  if (open_incidents.length === 0) return <NothingDown overview={overview} />
  return (
    <section aria-label={t`Down now`} className="border-y-2 border-down">
      <ul>
        {open_incidents.map((incident) => (
          <BrokenRow key={incident.id} incident={incident} />
        ))}
      </ul>
    </section>
  )
}

function NothingDown({ overview: { monitor_counts } }: { overview: Overview }) {
  const { total, active, unchecked } = monitor_counts
  if (total === 0) {
    return (
      <p className="border-y border-line py-3 text-soft">
        {t`No monitors yet.`}{' '}
        <ForEditors>
          <Trans>
            <Link to="/monitors/new" className="link">
              Add a monitor
            </Link>{' '}
            to be alerted when a website goes down.
          </Trans>
        </ForEditors>
      </p>
    )
  }
  if (active === 0) {
    return (
      <StatusLine
        mark="paused"
        title={t`${plural(total, { one: 'Your monitor is paused.', other: 'All # monitors are paused.' })}`}
      >
        {t`No checks are running.`}
      </StatusLine>
    )
  }
  if (unchecked === active) {
    return (
      <StatusLine mark="unknown" title={t`No checks are running.`}>
        <Trans>
          Sitewatch cannot run checks right now: its own connection test fails, or no prober is running. The status of
          your monitors is unknown.
        </Trans>
      </StatusLine>
    )
  }
  return (
    <StatusLine mark="up" title={t`No monitors are down.`}>
      {describeMonitors(monitor_counts)}
    </StatusLine>
  )
}

/** "1 monitor is active, 2 are paused." */
function describeMonitors({ total, active, unchecked }: Overview['monitor_counts']): string {
  const paused = total - active
  const parts = [
    t`${plural(active, { one: '# monitor is active', other: '# monitors are active' })}`,
    ...(paused === 0 ? [] : [t`${plural(paused, { one: '# is paused', other: '# are paused' })}`]),
    ...(unchecked === 0
      ? []
      : [t`${plural(unchecked, { one: '# is not being checked', other: '# are not being checked' })}`]),
  ]
  return `${parts.join(', ')}.`
}

function StatusLine({ mark, title, children }: { mark: StatusName; title: string; children: ReactNode }) {
  return (
    <p className="flex items-start gap-3 border-y border-line py-3">
      <span className="flex h-6 items-center">
        <StatusMark name={mark} />
      </span>
      <span>
        {title} <span className="text-soft">{children}</span>
      </span>
    </p>
  )
}

function BrokenRow({ incident }: { incident: OpenIncident }) {
  const { id, friendly_name, cause, started_at, impact } = incident
  const now = useNow(1000)
  const seconds = Math.max(0, (now - Date.parse(started_at)) / 1000)
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-4 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-center">
      <div className="min-w-0">
        <p className="text-lg">
          <Status name="down">
            <Link
              to="/incidents/$incidentId"
              params={{ incidentId: String(id) }}
              className="wrap-anywhere hover:underline"
            >
              {friendly_name}
            </Link>
          </Status>
        </p>
        <p className="wrap-anywhere text-soft">
          <Trans>
            <Cause cause={cause} />, since <Time at={started_at} as="moment" />
          </Trans>
        </p>
        {incident.acknowledgement_note !== null && (
          <q className="block wrap-anywhere text-soft">{incident.acknowledgement_note}</q>
        )}
      </div>
      <dl className="flex gap-6">
        <ImpactFigure label={t`Duration`} value={formatDuration(seconds)} />
        <ImpactFigure
          label={t`Visitors affected so far (est.)`}
          value={impact === null ? '–' : formatFigure(impact.visitors_lost)}
        />
      </dl>
      <div className="sm:min-w-36 sm:text-end">
        <Acknowledge incident={incident} />
      </div>
    </li>
  )
}

function ImpactFigure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm whitespace-nowrap text-soft">{label}</dt>
      <dd className="figures text-lg whitespace-nowrap">{value}</dd>
    </div>
  )
}

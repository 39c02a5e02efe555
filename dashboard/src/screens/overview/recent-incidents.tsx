import { Plural, Trans } from '@lingui/react/macro'
import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../platform/format.ts'
import { StatusMark, Time } from '../../ui/index.ts'
import { Cause } from '../../parts/incidents/incident-cause.tsx'

/** Recently resolved incidents, for people who were asleep when they happened. */
export function RecentIncidents({ incidents }: { incidents: Overview['recent_incidents'] }) {
  return (
    <ul className="border-t border-line">
      {incidents.map((incident) => (
        <RecentRow key={incident.id} incident={incident} />
      ))}
    </ul>
  )
}

function RecentRow({ incident }: { incident: Overview['recent_incidents'][number] }) {
  const { id, kind, friendly_name, cause, duration_seconds, resolved_at, impact } = incident
  return (
    <li className="grid gap-x-6 border-b border-line py-2 md:grid-cols-[minmax(0,1fr)_auto] md:items-baseline">
      <span className="flex min-w-0 items-baseline gap-2">
        <StatusMark name="up" />
        <span className="min-w-0 wrap-anywhere">
          <Link to="/incidents/$incidentId" params={{ incidentId: String(id) }} className="hover:underline">
            {friendly_name}
          </Link>{' '}
          <span className="text-soft">
            <Cause cause={cause} />
          </span>
        </span>
      </span>
      <span className="text-sm text-soft">
        {kind === 'traffic' ? (
          <Trans>
            Low traffic for <span className="figures text-ink">{formatDuration(duration_seconds)}</span>, resolved{' '}
            <Time at={resolved_at} />
          </Trans>
        ) : (
          <Trans>
            Down for <span className="figures text-ink">{formatDuration(duration_seconds)}</span>, resolved{' '}
            <Time at={resolved_at} />
          </Trans>
        )}
        {impact !== null && impact.visitors_lost > 0 && (
          <>
            , <Plural value={impact.visitors_lost} one="about # visitor affected" other="about # visitors affected" />
          </>
        )}
      </span>
    </li>
  )
}

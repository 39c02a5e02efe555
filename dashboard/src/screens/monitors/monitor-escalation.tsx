import { Trans } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'

/** The escalation policy that applies to a monitor, and where it is set. */
export function MonitorEscalation({ monitor: { escalation } }: { monitor: Monitor }) {
  return (
    <p className="mt-4 wrap-anywhere">
      {escalation === null ? (
        <span className="text-soft">
          <Trans>
            No{' '}
            <Link to="/notifications/escalation" className="link">
              escalation policy
            </Link>{' '}
            applies: if nobody acknowledges an incident, nobody else is alerted.
          </Trans>
        </span>
      ) : (
        <>
          <Trans>
            Escalation policy{' '}
            <Link
              to="/notifications/escalation/$policyId"
              params={{ policyId: String(escalation.policy_id) }}
              className="link"
            >
              {escalation.policy_name}
            </Link>
          </Trans>{' '}
          <span className="text-soft">
            <Source escalation={escalation} />
          </span>
        </>
      )}
    </p>
  )
}

function Source({ escalation: { source, tag } }: { escalation: NonNullable<Monitor['escalation']> }) {
  if (source === 'monitor') return <Trans>(set on this monitor)</Trans>
  if (source === 'tag') return <Trans>(set by the tag {tag})</Trans>
  return <Trans>(default of the team)</Trans>
}

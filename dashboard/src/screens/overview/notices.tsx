import { Plural, Trans } from '@lingui/react/macro'
import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../platform/format.ts'
import { Notice, Time, useNow } from '../../ui/index.ts'

type OverviewNotice = Overview['notices'][number]

function keyOf(notice: OverviewNotice): string {
  if (notice.kind === 'provider_failing') return `provider ${notice.provider_id}`
  return notice.kind === 'tracking_silent' ? `website ${notice.website_id}` : notice.kind
}

/** Problems other than outages, which would make the next outage worse or mean that statistics are missing. */
export function Notices({ notices }: { notices: readonly OverviewNotice[] }) {
  return notices.map((notice) => (
    <Notice key={keyOf(notice)} kind="warning" title={<Title notice={notice} />}>
      <Advice notice={notice} />
    </Notice>
  ))
}

function Title({ notice }: { notice: OverviewNotice }) {
  if (notice.kind === 'alerts_nobody') {
    const count = notice.monitor_ids.length
    return <Plural value={count} one="# monitor alerts nobody." other="# monitors alert nobody." />
  }
  if (notice.kind === 'certificates_expiring') {
    return (
      <Plural value={notice.monitors.length} one="# certificate expires soon." other="# certificates expire soon." />
    )
  }
  if (notice.kind === 'domains_expiring') {
    return (
      <Plural
        value={notice.domains.length}
        one="# domain registration expires soon."
        other="# domain registrations expire soon."
      />
    )
  }
  if (notice.kind === 'objectives_at_risk') {
    return <Plural value={notice.objectives.length} one="# objective is at risk." other="# objectives are at risk." />
  }
  if (notice.kind === 'provider_failing') return <Trans>Alerts to {notice.name} are failing.</Trans>
  return <Trans>{notice.domain} has stopped receiving visits.</Trans>
}

function Advice({ notice }: { notice: OverviewNotice }) {
  if (notice.kind === 'alerts_nobody') {
    return (
      <p className="text-soft">
        <Plural
          value={notice.monitor_ids.length}
          one="No notification is sent when it goes down."
          other="No notification is sent when they go down."
        />{' '}
        <Link to="/notifications/assignments" search={{ alerts_nobody: true }} className="link">
          <Trans>Choose who is alerted</Trans>
        </Link>
      </p>
    )
  }
  if (notice.kind === 'certificates_expiring') {
    return (
      <Expiring entries={notice.monitors.map(({ friendly_name, ...rest }) => ({ name: friendly_name, ...rest }))} />
    )
  }
  if (notice.kind === 'domains_expiring') {
    return <Expiring entries={notice.domains.map(({ domain, ...rest }) => ({ name: domain, ...rest }))} />
  }
  if (notice.kind === 'objectives_at_risk') return <Objectives objectives={notice.objectives} />
  if (notice.kind === 'provider_failing') {
    return (
      <p className="text-soft">
        <Trans>
          Since <Time at={notice.since} as="moment" />.
        </Trans>{' '}
        {notice.last_error}{' '}
        <Link to="/notifications/$providerId" params={{ providerId: String(notice.provider_id) }} className="link">
          <Trans>Open provider</Trans>
        </Link>
      </p>
    )
  }
  return (
    <p className="text-soft">
      <Trans>
        Its last visit was <Time at={notice.since} />, which is unusual. The tracking script may be missing.
      </Trans>{' '}
      <Link to="/websites/$websiteId" params={{ websiteId: String(notice.website_id) }} className="link">
        <Trans>Open website</Trans>
      </Link>
    </p>
  )
}

const MAX_LISTED = 5

type AtRisk = Extract<OverviewNotice, { kind: 'objectives_at_risk' }>

function Objectives({ objectives }: Pick<AtRisk, 'objectives'>) {
  const others = objectives.length - MAX_LISTED
  return (
    <ul className="text-soft">
      {objectives.slice(0, MAX_LISTED).map(({ objective_id, name, status }) => (
        <li key={objective_id}>
          <Link
            to="/objectives/$objectiveId"
            params={{ objectiveId: String(objective_id) }}
            className="link wrap-anywhere"
          >
            {name}
          </Link>
          {': '}
          {status === 'missed' ? <Trans>the target is missed</Trans> : <Trans>the error budget is running out</Trans>}
        </li>
      ))}
      {others > 0 && (
        <li>
          <Trans>and {formatCount(others)} more</Trans>
        </li>
      )}
    </ul>
  )
}

interface ExpiringEntry {
  name: string
  monitor_id: number
  expires_at: string
}

function Expiring({ entries }: { entries: readonly ExpiringEntry[] }) {
  const now = useNow()
  const others = entries.length - MAX_LISTED
  return (
    <ul className="text-soft">
      {entries.slice(0, MAX_LISTED).map(({ monitor_id, name, expires_at }) => (
        <li key={monitor_id}>
          <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link wrap-anywhere">
            {name}
          </Link>{' '}
          {Date.parse(expires_at) < now ? (
            <Trans>
              expired <Time at={expires_at} />
            </Trans>
          ) : (
            <Trans>
              expires <Time at={expires_at} />
            </Trans>
          )}
        </li>
      ))}
      {others > 0 && (
        <li>
          <Trans>and {formatCount(others)} more</Trans>
        </li>
      )}
    </ul>
  )
}

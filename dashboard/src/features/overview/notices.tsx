import { Plural, Trans } from '@lingui/react/macro'
import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../format.ts'
import { Notice, Time, useNow } from '../../ui/index.ts'

type OverviewNotice = Overview['notices'][number]

function keyOf(notice: OverviewNotice): string {
  if (notice.kind === 'alerts_nobody' || notice.kind === 'certificates_expiring') return notice.kind
  return notice.kind === 'provider_failing' ? `provider ${notice.provider_id}` : `website ${notice.website_id}`
}

/** What is not down but will hurt when something is, or already means figures are missing. */
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
      <Plural
        value={notice.monitors.length}
        one="# certificate expires within 14 days."
        other="# certificates expire within 14 days."
      />
    )
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
        <Link to="/monitors" search={{ alerts_nobody: true }} className="link">
          <Trans>Choose who is alerted</Trans>
        </Link>
      </p>
    )
  }
  if (notice.kind === 'certificates_expiring') return <Certificates monitors={notice.monitors} />
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

const MAX_CERTIFICATES = 5

type Expiring = Extract<OverviewNotice, { kind: 'certificates_expiring' }>

function Certificates({ monitors }: Pick<Expiring, 'monitors'>) {
  const now = useNow()
  const others = monitors.length - MAX_CERTIFICATES
  return (
    <ul className="text-soft">
      {monitors.slice(0, MAX_CERTIFICATES).map(({ monitor_id, friendly_name, expires_at }) => (
        <li key={monitor_id}>
          <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link">
            {friendly_name}
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

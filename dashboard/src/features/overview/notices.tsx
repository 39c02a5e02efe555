import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { countOf, formatCount } from '../../format.ts'
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
    return <>{countOf(count, 'monitor alerts', 'monitors alert')} nobody.</>
  }
  if (notice.kind === 'certificates_expiring') {
    return <>{countOf(notice.monitors.length, 'certificate expires', 'certificates expire')} within 14 days.</>
  }
  if (notice.kind === 'provider_failing') return <>Alerts to {notice.name} are failing.</>
  return <>{notice.domain} has stopped receiving visits.</>
}

function Advice({ notice }: { notice: OverviewNotice }) {
  if (notice.kind === 'alerts_nobody') {
    return (
      <p className="text-soft">
        No notification is sent when {notice.monitor_ids.length === 1 ? 'it goes' : 'they go'} down.{' '}
        <Link to="/monitors" search={{ alerts_nobody: true }} className="link">
          Choose who is alerted
        </Link>
      </p>
    )
  }
  if (notice.kind === 'certificates_expiring') return <Certificates monitors={notice.monitors} />
  if (notice.kind === 'provider_failing') {
    return (
      <p className="text-soft">
        Since <Time at={notice.since} as="moment" />. {notice.last_error}{' '}
        <Link to="/notifications/$providerId" params={{ providerId: String(notice.provider_id) }} className="link">
          Open provider
        </Link>
      </p>
    )
  }
  return (
    <p className="text-soft">
      Its last visit was <Time at={notice.since} />, which is unusual. The tracking script may be missing.{' '}
      <Link to="/websites/$websiteId" params={{ websiteId: String(notice.website_id) }} className="link">
        Open website
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
          {Date.parse(expires_at) < now ? 'expired' : 'expires'} <Time at={expires_at} />
        </li>
      ))}
      {others > 0 && <li>and {formatCount(others)} more</li>}
    </ul>
  )
}

import type { Overview } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { countOf } from '../../format.ts'
import { Notice, Time } from '../../ui/index.ts'

type OverviewNotice = Overview['notices'][number]

function keyOf(notice: OverviewNotice): string {
  if (notice.kind === 'alerts_nobody') return notice.kind
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
  if (notice.kind === 'provider_failing') {
    return (
      <p className="text-soft">
        Since <Time at={notice.since} as="moment" />. {notice.last_error}{' '}
        <Link to="/notifications" className="link">
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

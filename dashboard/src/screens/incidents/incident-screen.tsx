import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Incident } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatCount, formatDuration, formatFigure } from '../../platform/format.ts'
import { buttonClass, FigureRow, Loaded, PageHeader, Section, Time } from '../../ui/index.ts'
import { monitorQuery } from '../../data/monitors/queries.ts'
import { TargetLink } from '../../parts/monitors/target-link.tsx'
import { ForEditors, NotForGuests } from '../../parts/teams/for-editors.tsx'
import { Acknowledge } from '../../parts/incidents/acknowledge.tsx'
import { describeIncident } from '../../parts/incidents/incident-cause.tsx'
import { CAUSE_NAMES } from '../../parts/incidents/cause-names.ts'
import { IncidentCost, IncidentDetails, TrafficDrop } from './incident-parts.tsx'
import { VERDICTS } from './incident-words.ts'
import { incidentQuery } from '../../data/incidents/queries.ts'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/app/incidents/$incidentId')
const hasCost = ({ goals, revenue, affected }: NonNullable<Incident['impact']>) => goals ?? revenue ?? affected

export function IncidentScreen() {
  const { incidentId } = route.useParams()
  const id = Number(incidentId)
  const incident = useQuery(incidentQuery(id))
  return (
    <Loaded query={incident} rows={8} label={t`Loading incident`}>
      {(data) => <IncidentParts incident={data} />}
    </Loaded>
  )
}

/** A traffic drop is not an outage, so there is nothing to post to a status page. */
function Actions({ incident }: { incident: Incident }) {
  return (
    <>
      {incident.kind === 'check' && (
        <ForEditors>
          <Link to="/status-pages/post" search={{ incident: incident.id }} className={buttonClass()}>
            {t`Post to status page`}
          </Link>
        </ForEditors>
      )}
      <Acknowledge incident={incident} kind="primary" />
    </>
  )
}

function IncidentParts({ incident }: { incident: Incident }) {
  const { id, kind, monitor_name, website_domain, cause, impact } = incident
  return (
    <>
      <PageHeader
        title={`${monitor_name ?? website_domain}: ${i18n._(CAUSE_NAMES[cause.kind])}`}
        actions={<Actions incident={incident} />}
      >
        <IncidentLinks incident={incident} />
      </PageHeader>
      <FigureRow
        entries={[
          { label: t`Status`, value: describeIncident(incident) },
          { label: t`Started`, value: <Time at={incident.started_at} as="moment" /> },
          { label: t`Duration`, value: formatDuration(incident.duration_seconds) },
          { label: t`Visitors affected (est.)`, value: impact === null ? '–' : formatFigure(impact.visitors_lost) },
        ]}
      />
      <p className="mt-4 text-lg wrap-anywhere">{cause.message}</p>
      {kind === 'traffic' && <TrafficDrop incident={incident} />}
      <ImpactPart incident={incident} />
      {impact !== null && hasCost(impact) && <IncidentCost impact={impact} />}
      <Section
        title={t`Timeline`}
        actions={
          <NotForGuests>
            <Link to="/notifications/deliveries" search={{ incident: id }} className="link">
              {t`Delivery log`}
            </Link>
          </NotForGuests>
        }
      >
        <Timeline incident={incident} />
      </Section>
      <IncidentDetails incident={incident} />
    </>
  )
}

/** Links to the target, the monitor and the website. Renders nothing while the monitor loads, or if it was deleted. */
function IncidentLinks({ incident }: { incident: Incident }) {
  const { monitor_id, monitor_name, website_id, website_domain } = incident
  const monitor = useQuery({
    ...monitorQuery(monitor_id ?? 0),
    enabled: monitor_id !== null,
    refetchInterval: false,
    retry: false,
  })
  if (!monitor.data && monitor_id !== null) return null
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1">
      {monitor.data && (
        <>
          <TargetLink monitor={monitor.data} />
          <span>
            <Trans>
              Monitor{' '}
              <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link wrap-anywhere">
                {monitor_name}
              </Link>
            </Trans>
          </span>
        </>
      )}
      {website_id !== null && website_domain !== null && (
        <span>
          <Trans>
            Website{' '}
            <Link to="/websites/$websiteId" params={{ websiteId: String(website_id) }} className="link wrap-anywhere">
              {website_domain}
            </Link>
          </Trans>
        </span>
      )}
    </span>
  )
}

function ImpactPart({ incident: { impact, kind } }: { incident: Incident }) {
  return (
    <Section title={t`Visitors affected`}>
      {impact === null ? (
        <p className="text-soft">
          {kind === 'traffic'
            ? t`Not known yet.`
            : t`No estimate. It needs a monitor linked to a website with at least two weeks of traffic, and appears some minutes after the start.`}
        </p>
      ) : (
        <>
          <p>
            <Trans>
              About <span className="figures">{formatCount(impact.visitors_expected)}</span> visitors were expected in
              this time, based on the same hours of the previous{' '}
              <Plural value={Number.parseInt(impact.basis)} one="# week" other="# weeks" />;{' '}
              <span className="figures">{formatCount(impact.visitors_seen)}</span> came.
            </Trans>
          </p>
          <LossPart impact={impact} />
          {impact.traffic_check !== null && kind === 'check' && (
            <p className="mt-2">{i18n._(VERDICTS[impact.traffic_check.verdict])}</p>
          )}
        </>
      )}
    </Section>
  )
}

/** Incidents of earlier releases have no range. */
function LossPart({ impact }: { impact: NonNullable<Incident['impact']> }) {
  const { visitors_lost, visitors_lost_low: low, visitors_lost_high: high } = impact
  if (low === null || high === null || high === 0) return null
  const [lost, range] = [formatCount(visitors_lost), `${formatCount(low)}–${formatCount(high)}`]
  return <p className="mt-2">{t`About ${lost} visitors (${range}) were affected.`}</p>
}

import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Incident } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatCount, formatDuration, formatFigure } from '../../format.ts'
import { CodeBlock, FigureRow, Loaded, PageHeader, Section, Time } from '../../ui/index.ts'
import { monitorQuery } from '../monitors/queries.ts'
import { TargetLink } from '../monitors/target-link.tsx'
import { Acknowledge } from './acknowledge.tsx'
import { describeIncident } from './incident-cause.tsx'
import { CAUSE_NAMES } from './cause-names.ts'
import { VERDICTS } from './incident-words.ts'
import { evidenceQuery, incidentQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/app/incidents/$incidentId')

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

function IncidentParts({ incident }: { incident: Incident }) {
  const { id, monitor_name, cause, impact } = incident
  return (
    <>
      <PageHeader
        title={`${monitor_name}: ${i18n._(CAUSE_NAMES[cause.kind])}`}
        actions={<Acknowledge incident={incident} kind="primary" />}
      >
        <Places incident={incident} />
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
      <ImpactPart incident={incident} />
      <Section
        title={t`Timeline`}
        actions={
          <Link to="/notifications/deliveries" search={{ incident: id }} className="link">
            {t`Delivery log`}
          </Link>
        }
      >
        <Timeline incident={incident} />
      </Section>
      <EvidencePart id={id} />
    </>
  )
}

/** What the incident is about: the URL itself, the monitor and the website. Of a deleted monitor nothing is left to open. */
function Places({ incident: { monitor_id, monitor_name } }: { incident: Incident }) {
  const monitor = useQuery({ ...monitorQuery(monitor_id), refetchInterval: false, retry: false })
  if (!monitor.data) return null
  const { website_id, website_domain } = monitor.data
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1">
      <TargetLink monitor={monitor.data} />
      <span>
        <Trans>
          Monitor{' '}
          <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link wrap-anywhere">
            {monitor_name}
          </Link>
        </Trans>
      </span>
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

function ImpactPart({ incident: { impact } }: { incident: Incident }) {
  return (
    <Section title={t`Visitors affected`}>
      {impact === null ? (
        <p className="text-soft">
          {t`Unknown: the monitor is not linked to a website, or the website has too little traffic for an estimate.`}
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
          {impact.traffic_check !== null && <p className="mt-2">{i18n._(VERDICTS[impact.traffic_check.verdict])}</p>}
        </>
      )}
    </Section>
  )
}

function EvidencePart({ id }: { id: number }) {
  const evidence = useQuery(evidenceQuery(id))
  return (
    <Section title={t`Evidence`}>
      <Loaded query={evidence} rows={3}>
        {({ status, headers, body }) =>
          status === null && Object.keys(headers).length === 0 && !body ? (
            <p className="text-soft">{t`The target sent no response.`}</p>
          ) : (
            <div className="grid gap-4">
              <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
                {status !== null && (
                  <>
                    <dt className="text-soft">{t`status`}</dt>
                    <dd className="figures">{status}</dd>
                  </>
                )}
                {Object.entries(headers).map(([name, value]) => (
                  <div key={name} className="contents">
                    <dt className="text-soft">{name}</dt>
                    <dd className="figures wrap-anywhere">{value}</dd>
                  </div>
                ))}
              </dl>
              {body !== null && body !== '' && <CodeBlock code={body} label={t`Start of the response`} />}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

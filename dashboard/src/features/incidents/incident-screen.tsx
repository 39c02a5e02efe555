import type { Incident } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatCount, formatDuration } from '../../format.ts'
import { Button, CodeBlock, ErrorBox, FigureRow, Loaded, PageHeader, Section, Time, toast } from '../../ui/index.ts'
import { describeIncident } from './incident-table.tsx'
import { CAUSE_NAMES, VERDICTS } from './incident-words.ts'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/app/incidents/$incidentId')

export function IncidentScreen() {
  const { incidentId } = route.useParams()
  const id = Number(incidentId)
  const incident = useQuery({
    queryKey: ['incidents', id],
    queryFn: ({ signal }) => api.incidents.show(id, { signal }),
    refetchInterval: 15_000,
  })
  return (
    <Loaded query={incident} rows={8} label="Loading incident">
      {(data) => <IncidentParts incident={data} />}
    </Loaded>
  )
}

function IncidentParts({ incident }: { incident: Incident }) {
  const { id, monitor_id, cause, impact } = incident
  // A deleted monitor's incidents stay; then there is no name to show.
  const monitor = useQuery({
    queryKey: ['monitors', monitor_id],
    queryFn: ({ signal }) => api.monitors.show(monitor_id, { signal }),
    retry: false,
  })
  const name = monitor.data?.friendly_name ?? `Monitor ${monitor_id}`
  return (
    <>
      <PageHeader
        title={`${name}: ${CAUSE_NAMES[cause.kind].toLowerCase()}`}
        actions={<Acknowledge incident={incident} />}
      >
        {monitor.data && (
          <Link
            to="/monitors/$monitorId"
            params={{ monitorId: String(monitor_id) }}
            className="link figures wrap-anywhere"
          >
            {monitor.data.url}
          </Link>
        )}
      </PageHeader>
      <FigureRow
        entries={[
          { label: 'Status', value: describeIncident(incident) },
          { label: 'Started', value: <Time at={incident.started_at} as="moment" /> },
          { label: 'Duration', value: formatDuration(incident.duration_seconds) },
          { label: 'Visitors affected (est.)', value: impact === null ? '–' : formatCount(impact.visitors_lost) },
        ]}
      />
      <p className="mt-4 text-lg wrap-anywhere">{cause.message}</p>
      <ImpactPart incident={incident} />
      <Section title="Timeline">
        <Timeline incident={incident} />
      </Section>
      <EvidencePart id={id} />
    </>
  )
}

function Acknowledge({ incident }: { incident: Incident }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  if (incident.status !== 'open') return null
  async function acknowledge(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await api.incidents.acknowledge(incident.id)
      await client.invalidateQueries({ queryKey: ['incidents'] })
      toast('Acknowledged. Reminders stop.')
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <ErrorBox error={error} />}
      <Button kind="primary" busy={busy} onClick={() => void acknowledge()}>
        Acknowledge
      </Button>
    </>
  )
}

function ImpactPart({ incident: { impact } }: { incident: Incident }) {
  return (
    <Section title="Visitors affected">
      {impact === null ? (
        <p className="text-soft">
          Unknown: the monitor is not linked to a website, or the website has too little traffic for an estimate.
        </p>
      ) : (
        <>
          <p>
            About <span className="figures">{formatCount(impact.visitors_expected)}</span> visitors were expected in
            this time, based on the same hours of the previous {impact.basis};{' '}
            <span className="figures">{formatCount(impact.visitors_seen)}</span> came.
          </p>
          {impact.traffic_check !== null && <p className="mt-2">{VERDICTS[impact.traffic_check.verdict]}</p>}
        </>
      )}
    </Section>
  )
}

function EvidencePart({ id }: { id: number }) {
  const evidence = useQuery({
    queryKey: ['incidents', id, 'evidence'],
    queryFn: ({ signal }) => api.incidents.evidence(id, { signal }),
    staleTime: Infinity,
  })
  return (
    <Section title="Evidence">
      <Loaded query={evidence} rows={3}>
        {({ status, headers, body }) =>
          status === null ? (
            <p className="text-soft">The target sent no response.</p>
          ) : (
            <div className="grid gap-4">
              <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
                <dt className="text-soft">status</dt>
                <dd className="figures">{status}</dd>
                {Object.entries(headers).map(([name, value]) => (
                  <div key={name} className="contents">
                    <dt className="text-soft">{name}</dt>
                    <dd className="figures wrap-anywhere">{value}</dd>
                  </div>
                ))}
              </dl>
              {body !== null && body !== '' && <CodeBlock code={body} label="Start of the response body" />}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

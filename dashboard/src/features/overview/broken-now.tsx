import type { Overview } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatCount, formatDuration } from '../../format.ts'
import { Button, ErrorBox, Status, StatusMark, Time, toast, useNow } from '../../ui/index.ts'
import { CAUSE_NAMES } from '../incidents/incident-words.ts'

type OpenIncident = Overview['open_incidents'][number]

/** The first thing on the screen: what is down and whom it hurts, or that nothing is. */
export function BrokenNow({ overview }: { overview: Overview }) {
  const { open_incidents } = overview
  if (open_incidents.length === 0) return <AllIsWell overview={overview} />
  return (
    <section aria-label="Down now" className="border-y-2 border-down">
      <ul>
        {open_incidents.map((incident) => (
          <BrokenRow key={incident.id} incident={incident} />
        ))}
      </ul>
    </section>
  )
}

function AllIsWell({ overview: { websites, monitors } }: { overview: Overview }) {
  const watched = monitors.length + websites.reduce((sum, { monitor_ids }) => sum + monitor_ids.length, 0)
  if (watched === 0) {
    return (
      <p className="border-y border-line py-3 text-soft">
        Nothing is watched yet.{' '}
        <Link to="/monitors/new" className="link">
          Add a monitor
        </Link>{' '}
        to be told when a website no longer answers.
      </p>
    )
  }
  return (
    <p className="flex items-center gap-3 border-y border-line py-3">
      <StatusMark name="up" />
      <span>
        Nothing is down.{' '}
        <span className="text-soft">
          <span className="figures">{formatCount(watched)}</span> {watched === 1 ? 'monitor is' : 'monitors are'}{' '}
          looking.
        </span>
      </span>
    </p>
  )
}

function BrokenRow({ incident }: { incident: OpenIncident }) {
  const { id, friendly_name, cause, started_at, status, impact } = incident
  const now = useNow()
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
          {CAUSE_NAMES[cause.kind]}
          {cause.http_status !== null && (
            <>
              {' '}
              <span className="figures">{cause.http_status}</span>
            </>
          )}
          , since <Time at={started_at} as="moment" />
        </p>
      </div>
      <dl className="flex gap-6">
        <Cost label="Down for" value={formatDuration(seconds)} />
        <Cost label="Visitors lost so far" value={impact === null ? '–' : formatCount(impact.visitors_lost)} />
      </dl>
      <div className="sm:min-w-36 sm:text-end">
        {status === 'acknowledged' ? <span className="text-soft">Acknowledged</span> : <Acknowledge id={id} />}
      </div>
    </li>
  )
}

function Cost({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm whitespace-nowrap text-soft">{label}</dt>
      <dd className="figures text-lg whitespace-nowrap">{value}</dd>
    </div>
  )
}

function Acknowledge({ id }: { id: number }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function acknowledge(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await api.incidents.acknowledge(id)
      await Promise.all(['overview', 'incidents'].map((key) => client.invalidateQueries({ queryKey: [key] })))
      toast('Acknowledged: no more reminders')
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <ErrorBox error={error} />}
      <Button busy={busy} onClick={() => void acknowledge()}>
        Acknowledge
      </Button>
    </>
  )
}

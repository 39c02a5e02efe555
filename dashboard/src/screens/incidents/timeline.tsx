import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Delivery, Incident } from '@sitewatch/sdk'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Loaded, Time } from '../../ui/index.ts'
import { monitorQuery } from '../../data/monitors/queries.ts'
import { FailedMark } from '../../parts/notifications/failed-mark.tsx'
import { useIsGuest } from '../../data/teams/roles.ts'
import { escalationQuery } from './escalation-query.ts'
import { DELIVERY_MESSAGES, RESOLUTIONS, TRAFFIC_RESOLUTIONS } from './incident-words.ts'
import { opinionModuleQuery } from './opinion-query.ts'
import { incidentDeliveriesQuery } from '../../data/incidents/queries.ts'

interface Entry {
  key: string
  at: string
  text: ReactNode
  /** Emphasized: somebody was not alerted. */
  isFailed?: boolean
}

function Acknowledgement({ incident: { acknowledged_by: by, acknowledgement_note: note } }: { incident: Incident }) {
  return (
    <>
      {by === null ? t`The incident was acknowledged.` : t`${by} acknowledged the incident.`}
      {note !== null && <q className="block text-soft">{note}</q>}
    </>
  )
}

function Suppressed({ incident: { suppressed_by_id: id, suppressed_by_name: name } }: { incident: Incident }) {
  if (id === null) return null
  return (
    <Trans>
      No alert was sent, because{' '}
      <Link to="/monitors/$monitorId" params={{ monitorId: String(id) }} className="link">
        {name}
      </Link>
      , which this monitor depends on, was down.
    </Trans>
  )
}

function listSuppression(incident: Incident): Entry[] {
  const { suppressed_by_id, suppressed_by_name, suppressed_until, confirmed_at } = incident
  if (suppressed_by_id === null) return []
  const name = suppressed_by_name ?? ''
  const after = t`${name} is up again, and this monitor is still down. Alerts were sent.`
  return [
    { key: 'suppressed', at: confirmed_at, text: <Suppressed incident={incident} /> },
    ...(suppressed_until === null ? [] : [{ key: 'released', at: suppressed_until, text: after }]),
  ]
}

/** One late or failed ping opens an incident: there is nothing to confirm. */
function describeHeartbeat({ cause: { kind } }: Incident): string | undefined {
  if (kind === 'heartbeat_missed') return t`The ping did not arrive in time. The incident was opened.`
  return kind === 'heartbeat_failed' ? t`The job reported a failure. The incident was opened.` : undefined
}

function listStart(incident: Incident): Entry[] {
  const { kind, started_at, confirmed_at, second_opinion } = incident
  const heartbeat = describeHeartbeat(incident)
  if (heartbeat !== undefined) return [{ key: 'confirmed', at: confirmed_at, text: heartbeat }]
  const isTraffic = kind === 'traffic'
  const confirmed = isTraffic
    ? t`Traffic was far below normal. Sitewatch checked the page and opened the incident.`
    : t`Two more checks failed. The incident was opened.`
  return [
    { key: 'started', at: started_at, text: isTraffic ? t`Visits dropped.` : t`The first check failed.` },
    ...(second_opinion === null ? [{ key: 'confirmed', at: confirmed_at, text: confirmed }] : []),
  ]
}

function listIncidentEntries(incident: Incident): Entry[] {
  const resolutions = incident.kind === 'traffic' ? TRAFFIC_RESOLUTIONS : RESOLUTIONS
  return [
    ...listStart(incident),
    ...listSuppression(incident),
    ...(incident.acknowledged_at === null
      ? []
      : [{ key: 'acknowledged', at: incident.acknowledged_at, text: <Acknowledgement incident={incident} /> }]),
    ...(incident.resolved_at === null
      ? []
      : [{ key: 'resolved', at: incident.resolved_at, text: i18n._(resolutions[incident.resolution ?? 'recovered']) }]),
  ]
}

interface SentDelivery {
  delivery: Delivery
  provider_name: string | undefined
}

function describeDelivery({ delivery, provider_name: name = t`A deleted provider` }: SentDelivery): Entry {
  const { id, kind, status, sent_at, created_at, last_error } = delivery
  const messages = DELIVERY_MESSAGES[kind]
  const outcome =
    status === 'sent'
      ? messages.sent(name)
      : status === 'failed'
        ? messages.failed(name, last_error ?? t`no reason given`)
        : status === 'skipped'
          ? t`${name} was not notified: the incident was resolved or acknowledged during quiet hours.`
          : messages.pending(name)
  return { key: `delivery-${id}`, at: sent_at ?? created_at, text: outcome, isFailed: status === 'failed' }
}

function useEscalation({ id, monitor_id }: Incident, deliveries: readonly SentDelivery[] = []): Entry[] {
  const hasMonitor = monitor_id !== null
  const query = {
    ...monitorQuery(monitor_id ?? 0),
    enabled: hasMonitor,
    refetchInterval: false,
    retry: false,
  } as const
  const monitor = useQuery(query).data
  const isLikely = monitor?.escalation != null || deliveries.some(({ delivery }) => delivery.kind === 'escalation')
  const isGuest = useIsGuest()
  const { data } = useQuery({ ...escalationQuery(id), enabled: isLikely && !isGuest })
  return data ? data.listEscalation(data.escalation) : []
}

function useOpinion(incident: Incident): Entry[] {
  const { second_opinion: opinion } = incident
  const { data } = useQuery({ ...opinionModuleQuery, enabled: opinion !== null })
  return data && opinion ? data.listOpinion(incident, opinion) : []
}

export function Timeline({ incident }: { incident: Incident }) {
  const isGuest = useIsGuest()
  const deliveryQuery = useQuery({ ...incidentDeliveriesQuery(incident.id), enabled: !isGuest })
  const escalation = useEscalation(incident, deliveryQuery.data)
  const opinion = useOpinion(incident)
  const draw = (deliveries: readonly SentDelivery[]) => (
    <ol className="border-s border-line-strong">
      {[...listIncidentEntries(incident), ...opinion, ...deliveries.map(describeDelivery), ...escalation]
        .sort((a, b) => a.at.localeCompare(b.at))
        .map(({ key, at, text, isFailed = false }) => (
          <li key={key} className="relative grid gap-x-4 items-baseline py-2 ps-5 sm:grid-cols-[11rem_1fr]">
            <span aria-hidden className="absolute -start-[5px] top-4 size-2 rounded-full bg-ink" />
            <Time at={at} as="moment" />
            <span className={`wrap-anywhere ${isFailed ? 'font-medium' : ''}`}>
              {isFailed && <FailedMark />}
              {text}
            </span>
          </li>
        ))}
      {!isGuest && deliveries.length === 0 && incident.suppressed_by_id === null && (
        <li className="py-2 ps-5 text-soft">
          {incident.kind === 'traffic'
            ? t`No alert was sent: no provider is assigned to the monitors of this website.`
            : t`No alert was sent: no provider was enabled for this monitor, or it was flapping.`}
        </li>
      )}
    </ol>
  )
  if (isGuest) return draw([])
  return (
    <Loaded query={deliveryQuery} rows={4}>
      {draw}
    </Loaded>
  )
}

import { type AlertEntry, entriesOf, isNotice, type Message } from '../message.ts'
import { TEST_OPENING } from './words.ts'

const TYPES = {
  opened: 'incident.opened',
  resolved: 'incident.resolved',
  reminder: 'incident.reminder',
  acknowledged: 'incident.acknowledged',
  escalation: 'incident.escalated',
  flapping_started: 'monitor.flapping_started',
  flapping_ended: 'monitor.flapping_ended',
  expiring: 'certificate.expiring',
  renewed: 'certificate.renewed',
  domain_expiring: 'domain.expiring',
  domain_renewed: 'domain.renewed',
  slow_started: 'monitor.slow_started',
  slow_ended: 'monitor.slow_ended',
  burn_fast: 'objective.burn_fast',
  burn_slow: 'objective.burn_slow',
} as const

function describeEvent({ kind, alert }: AlertEntry) {
  const { monitor_id, monitor_name, monitor_url, expiry, slow, burn, traffic, ...incident } = alert
  const monitor = { id: monitor_id, name: monitor_name, url: monitor_url }
  if (isNotice(kind)) return { type: TYPES[kind], notice: { monitor, ...expiry, ...slow, ...burn, link: alert.link } }
  if (!traffic) return { type: TYPES[kind], incident: { kind: 'check', ...incident, monitor } }
  const { website_id, ...judged } = traffic
  const website = { id: website_id, domain: monitor_name, url: monitor_url }
  return { type: TYPES[kind], incident: { kind: 'traffic', ...incident, monitor: null, website, traffic: judged } }
}

/** Every message is a list of events, so that a receiver needs one parser for single alerts and for lists. */
export function composeWebhookEvent(message: Message, now: Date) {
  const timestamp = now.toISOString()
  if (message.kind === 'test') return { type: 'test' as const, timestamp, data: { message: TEST_OPENING } }
  const events = entriesOf(message).map(describeEvent)
  const [first] = events
  const type = message.kind === 'list' ? 'incidents.list' : (first?.type ?? 'incidents.list')
  return { type, timestamp, data: { events, possible_repeat: message.possible_repeat } }
}

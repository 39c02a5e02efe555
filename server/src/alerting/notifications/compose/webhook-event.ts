import { type AlertEntry, entriesOf, isNotice, type Message } from '../message.ts'
import { TEST_OPENING } from './words.ts'

const TYPES = {
  opened: 'incident.opened',
  resolved: 'incident.resolved',
  reminder: 'incident.reminder',
  flapping_started: 'monitor.flapping_started',
  flapping_ended: 'monitor.flapping_ended',
  expiring: 'certificate.expiring',
  renewed: 'certificate.renewed',
  domain_expiring: 'domain.expiring',
  domain_renewed: 'domain.renewed',
  slow_started: 'monitor.slow_started',
  slow_ended: 'monitor.slow_ended',
} as const

function describeEvent({ kind, alert }: AlertEntry) {
  const { monitor_id, monitor_name, monitor_url, expiry, slow, ...incident } = alert
  const monitor = { id: monitor_id, name: monitor_name, url: monitor_url }
  if (isNotice(kind)) return { type: TYPES[kind], notice: { monitor, ...expiry, ...slow, link: alert.link } }
  return { type: TYPES[kind], incident: { ...incident, monitor } }
}

/** Every message is a list of events, so that a receiver needs one parser for single alerts and for lists. */
export function composeWebhookEvent(message: Message, now: Date): object {
  const timestamp = now.toISOString()
  if (message.kind === 'test') return { type: 'test', timestamp, data: { message: TEST_OPENING } }
  const events = entriesOf(message).map(describeEvent)
  const [first] = events
  const type = message.kind === 'list' ? 'incidents.list' : (first?.type ?? 'incidents.list')
  return { type, timestamp, data: { events, possible_repeat: message.possible_repeat } }
}

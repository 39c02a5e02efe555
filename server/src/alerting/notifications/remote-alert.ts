import type { RemoteAlert, RemoteAlertChanges } from './channel.ts'
import type { AlertEntry } from './message.ts'

/** The deduplication key of an alert at a service. It links the end of an alert to its start, and makes a repeat harmless. */
export function nameAlert({ subject, subject_id }: RemoteAlert): string {
  return subject === 'test' ? 'sitewatch-test' : `sitewatch-${subject}-${subject_id}`
}

/**
 * One alert per incident, and one per flapping monitor, because its incidents open and close meanwhile. If a monitor is
 * down when it stops flapping, its last incident opens its own alert.
 */
export function describeAlertChanges({ kind, alert }: AlertEntry): RemoteAlertChanges {
  if (alert.incident_id === null) return { opens: [], ends: [] }
  const incident: RemoteAlert = { subject: 'incident', subject_id: alert.incident_id }
  if (kind === 'acknowledged') return { opens: [], ends: [] }
  if (kind === 'resolved') return { opens: [], ends: [incident] }
  // Only a monitor can flap.
  const flapping: RemoteAlert = { subject: 'flapping', subject_id: alert.monitor_id ?? 0 }
  if (kind === 'flapping_started') return { opens: [flapping], ends: [] }
  if (kind === 'flapping_ended') return { opens: alert.resolved_at === null ? [incident] : [], ends: [flapping] }
  return { opens: [incident], ends: [] }
}

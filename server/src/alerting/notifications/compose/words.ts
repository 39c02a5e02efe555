import { countOf, formatCount, formatDuration } from '@sitewatch/contract/format'
import { oneLine } from '../../../platform/one-line.ts'
import { formatUtcTime } from '../../../platform/time/format-utc.ts'
import type { Alert, AlertFacts, TestMessage } from '../message.ts'

const LEAD: Record<Exclude<Alert['kind'], 'list'>, string> = {
  opened: 'Down',
  resolved: 'Resolved',
  reminder: 'Still down',
  flapping_started: 'Flapping',
  flapping_ended: 'Flapping ended',
}

/** Cuts to `max` UTF-16 units, never within a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const short = text.slice(0, max - 1)
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`
}

/** The incident, or the list of incidents, in the dashboard. */
export const linkOf = (message: Alert): string => (message.kind === 'list' ? message.link : message.alert.link)

export const linkTextOf = (message: Alert): string => (message.kind === 'list' ? 'View incidents' : 'View incident')

/** The start of every test, fixed by the API. */
export const TEST_OPENING = 'Test notification 🔔 from Sitewatch'

export const composeTestTitle = ({ confirm_url }: TestMessage): string =>
  confirm_url === undefined
    ? `${TEST_OPENING}: alerts will arrive here.`
    : `${TEST_OPENING}: please confirm that alerts may arrive here.`

export const composeTestText = (message: TestMessage): string =>
  `${composeTestTitle(message)}\nProvider: ${message.provider_name}`

export function describeEntry(kind: Exclude<Alert['kind'], 'list'>, alert: AlertFacts): string {
  const name = oneLine(alert.monitor_name)
  if (kind === 'resolved') return `${LEAD[kind]}: ${name}, down for ${formatDuration(alert.duration_seconds)}`
  return `${LEAD[kind]}: ${name}`
}

export function composeTitle(message: Alert): string {
  if (message.kind !== 'list') return describeEntry(message.kind, message.alert)
  const down = message.entries.filter((entry) => entry.kind === 'opened' || entry.kind === 'reminder').length
  if (message.why === 'storm') return `${countOf(down, 'monitor is', 'monitors are')} down`
  return countOf(message.entries.length, 'delayed notification')
}

/** Label and value, in the order in which a person at 3 a.m. wants them. */
export function composeFacts(
  kind: Exclude<Alert['kind'], 'list'>,
  alert: AlertFacts,
): [label: string, value: string][] {
  const facts: [string, string][] = [['Target', alert.monitor_url]]
  if (kind === 'flapping_started') {
    facts.push([
      'Status',
      'Changed between up and down 10 times in 15 minutes. You get one summary when it is stable again.',
    ])
  } else if (kind === 'flapping_ended') {
    facts.push(['Status', alert.resolved_at === null ? 'Down' : 'Up, and stable for 15 minutes'])
  } else facts.push(['Cause', alert.cause.message])
  facts.push(['Started', formatUtcTime(alert.started_at)])
  if (kind === 'resolved' && alert.resolved_at !== null) facts.push(['Resolved', formatUtcTime(alert.resolved_at)])
  if (kind === 'resolved' || kind === 'reminder') facts.push(['Duration', formatDuration(alert.duration_seconds)])
  if (alert.visitors_lost !== null && alert.visitors_lost > 0)
    facts.push(['Visitors affected (est.)', formatCount(alert.visitors_lost)])
  if (alert.evidence !== null && kind !== 'resolved') facts.push(['Response', alert.evidence])
  return facts
}

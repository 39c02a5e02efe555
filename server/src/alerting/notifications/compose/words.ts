import { countOf, formatDuration } from '@sitewatch/contract/format'
import type { Alert, AlertFacts } from '../message.ts'

/** "2026-11-15 02:41 UTC": the reader's zone is unknown, and a wrong one is worse than none. */
export const formatTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

const LEAD: Record<Exclude<Alert['kind'], 'list'>, string> = {
  opened: 'Down',
  resolved: 'Up again',
  reminder: 'Still down',
  flapping_started: 'Flapping',
  flapping_ended: 'Flapping ended',
}

/** Control characters and line ends have no place in a heading, whatever a name holds. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export const REPEAT_NOTE = 'Possible repeat: we may have sent this before.'

export function describeEntry(kind: Exclude<Alert['kind'], 'list'>, alert: AlertFacts): string {
  const name = oneLine(alert.monitor_name)
  if (kind === 'resolved') return `${LEAD[kind]}: ${name}, after ${formatDuration(alert.duration_seconds)}`
  return `${LEAD[kind]}: ${name}`
}

export function composeTitle(message: Alert): string {
  if (message.kind !== 'list') return describeEntry(message.kind, message.alert)
  const down = message.entries.filter((entry) => entry.kind === 'opened' || entry.kind === 'reminder').length
  if (message.why === 'storm') return `${countOf(down, 'monitor is', 'monitors are')} down`
  return `${countOf(message.entries.length, 'notification')} that could not be sent in time`
}

/** Label and value, in the order in which a person at 3 a.m. wants them. */
export function composeFacts(
  kind: Exclude<Alert['kind'], 'list'>,
  alert: AlertFacts,
): [label: string, value: string][] {
  const facts: [string, string][] = [['What', alert.monitor_url]]
  if (kind === 'flapping_started') {
    facts.push(['Why', 'It went up and down ten times in fifteen minutes. You get one summary when it calms down.'])
  } else if (kind === 'flapping_ended') {
    facts.push(['Now', alert.resolved_at === null ? 'Down' : 'Up, and steady for fifteen minutes'])
  } else facts.push([kind === 'resolved' ? 'Was' : 'Why', alert.cause.message])
  facts.push(['Since', formatTime(alert.started_at)])
  if (kind === 'resolved' && alert.resolved_at !== null) {
    facts.push(['Until', `${formatTime(alert.resolved_at)} (${formatDuration(alert.duration_seconds)})`])
  }
  if (kind === 'reminder') facts.push(['For', formatDuration(alert.duration_seconds)])
  if (alert.visitors_lost !== null && alert.visitors_lost > 0)
    facts.push(['Cost', `about ${countOf(alert.visitors_lost, 'visitor')}`])
  if (alert.evidence !== null && kind !== 'resolved') facts.push(['It answered', alert.evidence])
  return facts
}

import { oneLine } from '../../../platform/one-line.ts'
import { formatCount, formatDuration, formatMs } from '../../../platform/text/format.ts'
import { msg, t } from '../../../platform/text/index.ts'
import { formatUtcTime } from '../../../platform/time/format-utc.ts'
import { type Alert, type AlertFacts, isNotice, type TestMessage } from '../message.ts'

/** In the language of the recipient of an e-mail; English in every other channel. */
const ENTRY = {
  opened: msg('Down: {name}'),
  resolved: msg('Resolved: {name}, down for {duration}'),
  reminder: msg('Still down: {name}'),
  flapping_started: msg('Flapping: {name}'),
  flapping_ended: msg('Flapping ended: {name}'),
  expiring: msg('Certificate expires in {days, plural, one {# day} other {# days}}: {name}'),
  renewed: msg('Certificate renewed: {name}'),
  domain_expiring: msg('Domain expires in {days, plural, one {# day} other {# days}}: {domain}'),
  domain_renewed: msg('Domain renewed: {domain}'),
  slow_started: msg('Slow: {name}'),
  slow_ended: msg('No longer slow: {name}'),
} as const satisfies Record<Exclude<Alert['kind'], 'list'>, string>

/** Cuts to `max` UTF-16 units, never within a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const short = text.slice(0, max - 1)
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`
}

/**
 * For limits of something else than characters: composes with an ever smaller length until the text fits, so that what a composer never
 * cuts stays whole.
 */
export function composeToFit(
  compose: (max: number) => string,
  { most, measure }: { most: number; measure: (text: string) => number },
): string {
  let max = most
  let text = compose(max)
  for (let over = measure(text) - most; over > 0; over = measure(text) - most) {
    max -= Math.ceil(over / 5)
    text = compose(max)
  }
  return text
}

/** The incident, or the list of incidents, in the dashboard. */
export const linkOf = (message: Alert): string => (message.kind === 'list' ? message.link : message.alert.link)

/** Of an incident that nobody has acknowledged. */
export const acknowledgeUrlOf = (message: Alert): string | null =>
  message.kind === 'list' ? null : message.alert.acknowledge_url

export const ACKNOWLEDGE = msg('Acknowledge')

export const linkTextOf = (message: Alert): string =>
  message.kind === 'list' ? t('View incidents') : isNotice(message.kind) ? t('View monitor') : t('View incident')

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
  if (kind === 'resolved') return t(ENTRY.resolved, { name, duration: formatDuration(alert.duration_seconds) })
  const { days_left: days = 0, domain } = alert.expiry ?? {}
  return t(ENTRY[kind], { name, days, domain: oneLine(domain ?? '') })
}

export function composeTitle(message: Alert): string {
  if (message.kind !== 'list') return describeEntry(message.kind, message.alert)
  const down = message.entries.filter((entry) => entry.kind === 'opened' || entry.kind === 'reminder').length
  if (message.why === 'storm')
    return t('{count, plural, one {# monitor is} other {# monitors are}} down', { count: down })
  return t('{count, plural, one {# delayed notification} other {# delayed notifications}}', {
    count: message.entries.length,
  })
}

/** Of the labels below. */
export const LONGEST_LABEL = msg('Visitors affected (est.)')

const describeDependents = (count: number): string =>
  t('{count, plural, one {# monitor} other {# monitors}}. No alerts are sent for them while this one is down.', {
    count,
  })

/** Label and value, in the order in which a person at 3 a.m. wants them. */
export function composeFacts(
  kind: Exclude<Alert['kind'], 'list'>,
  alert: AlertFacts,
): [label: string, value: string][] {
  const facts: [string, string][] = [[t('Target'), alert.monitor_url]]
  if (alert.expiry) {
    const { domain, expires_at } = alert.expiry
    if (domain === null) return [...facts, [t('Certificate expires'), formatUtcTime(expires_at)]]
    return [
      [t('Domain'), domain],
      [t('Registration expires'), formatUtcTime(expires_at)],
    ]
  }
  if (alert.slow) {
    const { p95_ms, slow_ms } = alert.slow
    return [...facts, [t('Response time (p95)'), formatMs(p95_ms)], [t('Slow above'), formatMs(slow_ms)]]
  }
  if (kind === 'flapping_started') {
    facts.push([
      t('Status'),
      t('Changed between up and down 10 times in 15 minutes. You get one summary when it is stable again.'),
    ])
  } else if (kind === 'flapping_ended') {
    facts.push([t('Status'), alert.resolved_at === null ? t('Down') : t('Up, and stable for 15 minutes')])
  } else facts.push([t('Cause'), alert.cause.message])
  facts.push([t('Started'), formatUtcTime(alert.started_at)])
  if (kind === 'resolved' && alert.resolved_at !== null) facts.push([t('Resolved'), formatUtcTime(alert.resolved_at)])
  if (kind === 'resolved' || kind === 'reminder') facts.push([t('Duration'), formatDuration(alert.duration_seconds)])
  if (alert.visitors_lost !== null && alert.visitors_lost > 0)
    facts.push([t(LONGEST_LABEL), formatCount(alert.visitors_lost)])
  if (alert.dependents_count > 0) facts.push([t('Depend on it'), describeDependents(alert.dependents_count)])
  if (kind === 'opened' && alert.suppressed_by !== null)
    facts.push([t('Suppressed'), t('No alert was sent while {name} was down.', { name: oneLine(alert.suppressed_by) })])
  if (alert.evidence !== null && kind !== 'resolved') facts.push([t('Response'), alert.evidence])
  return facts
}

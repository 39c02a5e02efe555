import { oneLine } from '../../../platform/one-line.ts'
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatMs,
  formatPercent,
  formatRate,
  formatTarget,
} from '../../../platform/text/format.ts'
import { msg, t } from '../../../platform/text/index.ts'
import { formatUtcTime } from '../../../platform/time/format-utc.ts'
import { type Alert, type AlertFacts, isNotice, type TestMessage, type TrafficFacts } from '../message.ts'

/** In the language of the team's owner for channels with `isTranslated`; English in every other channel. */
const ENTRY = {
  opened: msg('Down: {name}'),
  resolved: msg('Resolved: {name}, down for {duration}'),
  reminder: msg('Still down: {name}'),
  acknowledged: msg('Acknowledged by {by}: {name}'),
  escalation: msg('Escalation: {name} is down'),
  flapping_started: msg('Flapping: {name}'),
  flapping_ended: msg('Flapping ended: {name}'),
  expiring: msg('Certificate expires in {days, plural, one {# day} other {# days}}: {name}'),
  renewed: msg('Certificate renewed: {name}'),
  domain_expiring: msg('Domain expires in {days, plural, one {# day} other {# days}}: {domain}'),
  domain_renewed: msg('Domain renewed: {domain}'),
  slow_started: msg('Slow: {name}'),
  slow_ended: msg('No longer slow: {name}'),
  burn_fast: msg('Error budget is burning fast: {objective}'),
  burn_slow: msg('Error budget is burning: {objective}'),
} as const satisfies Record<Exclude<Alert['kind'], 'list'>, string>

/** For incidents of kind traffic: no check failed, so the text does not say down. */
const TRAFFIC_ENTRY: Partial<Record<Alert['kind'], string>> = {
  opened: msg('Traffic dropped: {name}'),
  resolved: msg('Traffic is back: {name}, low for {duration}'),
  reminder: msg('Traffic still low: {name}'),
}

/** Cuts to `max` UTF-16 units, never within a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const short = text.slice(0, max - 1)
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`
}

/**
 * For limits that are not in characters, such as bytes. Composes with a smaller and smaller length until the text fits, so that the parts
 * that a composer never cuts stay complete.
 */
export function composeToFit(
  compose: (max: number) => string,
  { limit, measure }: { limit: number; measure: (text: string) => number },
): string {
  let max = limit
  let text = compose(max)
  for (let over = measure(text) - limit; over > 0; over = measure(text) - limit) {
    max -= Math.ceil(over / 5)
    text = compose(max)
  }
  return text
}

/** The incident, or the list of incidents, in the dashboard. */
export const linkOf = (message: Alert): string => (message.kind === 'list' ? message.link : message.alert.link)

/** Null for a list, and for a message that cannot be acknowledged. */
export const acknowledgeUrlOf = (message: Alert): string | null =>
  message.kind === 'list' ? null : message.alert.acknowledge_url

export const ACKNOWLEDGE = msg('Acknowledge')

export function linkTextOf(message: Alert): string {
  if (message.kind === 'list') return t('View incidents')
  if (message.alert.burn) return t('View objective')
  return isNotice(message.kind) ? t('View monitor') : t('View incident')
}

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
  const traffic = alert.traffic && TRAFFIC_ENTRY[kind]
  if (traffic != null) return t(traffic, { name, duration: formatDuration(alert.duration_seconds) })
  if (kind === 'resolved') return t(ENTRY.resolved, { name, duration: formatDuration(alert.duration_seconds) })
  if (kind === 'acknowledged') return t(ENTRY.acknowledged, { name, by: oneLine(alert.acknowledged?.by ?? '–') })
  const { days_left: days = 0, domain } = alert.expiry ?? {}
  return t(ENTRY[kind], {
    name,
    days,
    domain: oneLine(domain ?? ''),
    objective: oneLine(alert.burn?.objective_name ?? ''),
  })
}

const DOWN: readonly Alert['kind'][] = ['opened', 'reminder', 'escalation']

export function composeTitle(message: Alert): string {
  if (message.kind !== 'list') return describeEntry(message.kind, message.alert)
  const down = message.entries.filter(({ kind }) => DOWN.includes(kind)).length
  if (message.why === 'storm' && message.entries.some(({ alert }) => alert.traffic))
    return t('{count, plural, one {# incident} other {# incidents}} opened', { count: down })
  if (message.why === 'storm')
    return t('{count, plural, one {# monitor is} other {# monitors are}} down', { count: down })
  return t('{count, plural, one {# delayed notification} other {# delayed notifications}}', {
    count: message.entries.length,
  })
}

/** The longest of the labels below. It sets the width of their column in a text mail. */
export const LONGEST_LABEL = msg('Visitors affected (est.)')

const describeDependents = (count: number): string =>
  t(
    '{count, plural, one {# monitor. No alerts are sent for it while this one is down.} other {# monitors. No alerts are sent for them while this one is down.}}',
    { count },
  )

function composeAcknowledgement({ acknowledged, started_at }: AlertFacts): [label: string, value: string][] {
  const facts: [string, string][] = [[t('Started'), formatUtcTime(started_at)]]
  if (acknowledged) facts.push([t('Acknowledged'), formatUtcTime(acknowledged.at)])
  if (acknowledged?.note != null) facts.push([t('Note'), acknowledged.note])
  return facts
}

const describeStep = ({ policy_name, step, steps_count }: NonNullable<AlertFacts['escalation']>): string =>
  t('{policy}, step {step} of {count}', { policy: oneLine(policy_name), step, count: steps_count })

const describeDeploy = ({ version, environment, seconds_before }: NonNullable<AlertFacts['deploy']>): string =>
  t('{version} ({environment}), {duration} before', {
    version: oneLine(version),
    environment: oneLine(environment),
    duration: formatDuration(seconds_before),
  })

/** "120 (90–150)": the estimate with its range. */
function describeLoss(
  visitors_lost: number,
  { visitors_lost_low: low, visitors_lost_high: high }: Pick<AlertFacts, 'visitors_lost_low' | 'visitors_lost_high'>,
): string {
  const lost = formatCount(visitors_lost)
  return low === null || high === null ? lost : `${lost} (${formatCount(low)}–${formatCount(high)})`
}

/** Visits seen and expected, and the visits lost until the alert was composed. */
function composeTraffic({ visits_seen, visits_expected, visits_low, from, to }: TrafficFacts): [string, string][] {
  const lost = Math.round(visits_expected - visits_seen)
  return [
    [
      t('Visits'),
      t('{seen} instead of about {expected} between {from} and {to} (normal: at least {low})', {
        seen: formatCount(visits_seen),
        expected: formatCount(Math.round(visits_expected)),
        low: formatCount(Math.ceil(visits_low)),
        from: formatUtcTime(from),
        to: formatUtcTime(to),
      }),
    ],
    ...(lost > 0 ? ([[t('Visits lost (est.)'), formatCount(lost)]] as [string, string][]) : []),
  ]
}

const TRAFFIC = {
  held: msg(
    'Visitors kept coming as usual. The site may be unreachable only from our location. {visits} in {duration}, {expected} expected ({low}–{high}).',
  ),
  confirmed_sooner: msg(
    'Visits stopped as well, which confirms the outage. {visits} in {duration}, {expected} expected ({low}–{high}).',
  ),
} as const

function describeTraffic(opinion: NonNullable<AlertFacts['second_opinion']>): string {
  const { decision, window_seconds, visits, expected, low, high } = opinion
  return t(TRAFFIC[decision], {
    visits: t('{count, plural, one {# visit} other {# visits}}', { count: visits }),
    duration: formatDuration(window_seconds),
    expected: formatCount(expected),
    low: formatCount(low),
    high: formatCount(high),
  })
}

const MAX_GOALS = 3

/** What the outage cost in goals and revenue, with the range of the estimate. */
function composeCost({ goals_lost, revenue_lost }: AlertFacts): [label: string, value: string][] {
  const goals = goals_lost
    .filter(({ lost }) => lost > 0)
    .slice(0, MAX_GOALS)
    .map(
      ({ name, lost, low, high }) =>
        `${formatCount(lost)} × ${oneLine(name)} (${formatCount(low)}–${formatCount(high)})`,
    )
  const revenue = revenue_lost
    .filter(({ lost }) => Number(lost) > 0)
    .map(({ currency, ...amounts }) => {
      const money = (name: keyof typeof amounts): string => formatMoney(amounts[name], currency)
      return `${money('lost')} (${money('low')}–${money('high')})`
    })
  return [
    ...(goals.length === 0 ? [] : [[t('Goals lost (est.)'), goals.join(', ')] as [string, string]]),
    ...(revenue.length === 0 ? [] : [[t('Revenue lost (est.)'), revenue.join(', ')] as [string, string]]),
  ]
}

function composeBurn({ burn_rate, lookback_seconds, ...burn }: NonNullable<AlertFacts['burn']>): [string, string][] {
  const target = formatTarget(burn.target)
  return [
    [
      t('Objective'),
      burn.measure === 'clock'
        ? t('{target} of the time in {days} days', { target, days: burn.window_days })
        : t('{target} of the visits in {days} days', { target, days: burn.window_days }),
    ],
    [
      t('Burn rate'),
      t('{rate} times what the target allows, over {duration}', {
        rate: formatRate(burn_rate),
        duration: formatDuration(lookback_seconds),
      }),
    ],
    [t('Error budget left'), formatPercent(Math.max(0, burn.budget_left_percent))],
  ]
}

/** Label and value, in the order in which a person at 3 a.m. wants them. */
export function composeFacts(
  kind: Exclude<Alert['kind'], 'list'>,
  alert: AlertFacts,
): [label: string, value: string][] {
  const facts: [string, string][] = [[alert.traffic ? t('Website') : t('Target'), alert.monitor_url]]
  if (alert.expiry) {
    const { domain, expires_at } = alert.expiry
    if (domain === null) return [...facts, [t('Certificate expires'), formatUtcTime(expires_at)]]
    return [
      [t('Domain'), domain],
      [t('Registration expires'), formatUtcTime(expires_at)],
    ]
  }
  if (alert.burn) return [...facts, ...composeBurn(alert.burn)]
  if (alert.slow) {
    const { p95_ms, slow_ms } = alert.slow
    return [...facts, [t('Response time (p95)'), formatMs(p95_ms)], [t('Slow above'), formatMs(slow_ms)]]
  }
  if (kind === 'acknowledged') return [...facts, ...composeAcknowledgement(alert)]
  if (kind === 'flapping_started') {
    facts.push([
      t('Status'),
      t('Changed between up and down 10 times in 15 minutes. You get one summary when it is stable again.'),
    ])
  } else if (kind === 'flapping_ended') {
    facts.push([t('Status'), alert.resolved_at === null ? t('Down') : t('Up, and stable for 15 minutes')])
  } else facts.push([t('Cause'), alert.cause.message])
  if (alert.traffic && kind !== 'resolved') facts.push(...composeTraffic(alert.traffic))
  facts.push([t('Started'), formatUtcTime(alert.started_at)])
  if (kind === 'resolved' && alert.resolved_at !== null) facts.push([t('Resolved'), formatUtcTime(alert.resolved_at)])
  if (kind === 'resolved' || kind === 'reminder' || kind === 'escalation')
    facts.push([t('Duration'), formatDuration(alert.duration_seconds)])
  if (alert.second_opinion && kind !== 'resolved') facts.push([t('Traffic'), describeTraffic(alert.second_opinion)])
  if (alert.deploy) facts.push([t('Deploy'), describeDeploy(alert.deploy)])
  if (alert.escalation) facts.push([t('Escalation policy'), describeStep(alert.escalation)])
  if (alert.visitors_lost !== null && alert.visitors_lost > 0)
    facts.push([t(LONGEST_LABEL), describeLoss(alert.visitors_lost, alert)])
  facts.push(...composeCost(alert))
  if (alert.dependents_count > 0) facts.push([t('Dependent monitors'), describeDependents(alert.dependents_count)])
  if (kind === 'opened' && alert.suppressed_by !== null)
    facts.push([t('Suppressed'), t('No alert was sent while {name} was down.', { name: oneLine(alert.suppressed_by) })])
  if (alert.evidence !== null && kind !== 'resolved') facts.push([t('Response'), alert.evidence])
  return facts
}

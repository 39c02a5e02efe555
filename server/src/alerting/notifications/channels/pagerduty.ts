import { requestTrusted } from '../../../platform/egress/trusted.ts'
import { judgeAnswer } from '../answer.ts'
import type { Channel, DeliveryOutcome, Gateways, ProviderSettings } from '../channel.ts'
import { composeFacts, describeEntry, TEST_OPENING } from '../compose/words.ts'
import { type AlertEntry, type AlertFacts, entriesOf, isNotice, type Message } from '../message.ts'
import { JSON_TYPE, TIMEOUT_MS } from '../post.ts'
import { describeAlertChanges, nameAlert } from '../remote-alert.ts'

const MAX_SUMMARY_LENGTH = 1024

function nameSubject({ slow, burn, expiry, monitor_id }: AlertFacts): string {
  if (burn) return `objective-${burn.objective_id}`
  return `${slow ? 'slow' : expiry?.domain == null ? 'certificate' : 'domain'}-${monitor_id}`
}

/** A notice must not keep paging anybody, so its alert is closed at once. */
function describeNotice({ kind, alert }: AlertEntry): object[] {
  const payload = {
    summary: describeEntry(kind, alert).slice(0, MAX_SUMMARY_LENGTH),
    source: alert.monitor_url.slice(0, MAX_SUMMARY_LENGTH),
    severity: 'info',
    custom_details: Object.fromEntries(composeFacts(kind, alert)),
  }
  const rest = { dedup_key: `sitewatch-${nameSubject(alert)}`, payload }
  const links = [{ href: alert.link, text: alert.burn ? 'View objective' : 'View monitor' }]
  return ['trigger', 'resolve'].map((event_action) => ({ event_action, ...rest, links }))
}

function describeEvents(entry: AlertEntry): object[] {
  const { kind, alert } = entry
  if (isNotice(kind)) return describeNotice(entry)
  if (kind === 'acknowledged')
    return [
      {
        event_action: 'acknowledge',
        dedup_key: nameAlert({ subject: 'incident', subject_id: alert.incident_id ?? 0 }),
      },
    ]
  const { opens, ends } = describeAlertChanges(entry)
  const rest = {
    payload: {
      summary: describeEntry(kind, alert).slice(0, MAX_SUMMARY_LENGTH),
      source: alert.monitor_url.slice(0, MAX_SUMMARY_LENGTH),
      severity: kind === 'flapping_started' ? 'warning' : 'critical',
      timestamp: alert.started_at,
      custom_details: Object.fromEntries(composeFacts(kind, alert)),
    },
    links: [
      { href: alert.link, text: 'View incident' },
      ...(alert.acknowledge_url === null ? [] : [{ href: alert.acknowledge_url, text: 'Acknowledge' }]),
    ],
  }
  return [
    ...ends.map((each) => ({ event_action: 'resolve', dedup_key: nameAlert(each), ...rest })),
    ...opens.map((each) => ({ event_action: 'trigger', dedup_key: nameAlert(each), ...rest })),
  ]
}

function describeTest(provider_name: string): object[] {
  const summary = `${TEST_OPENING} (${provider_name})`.slice(0, MAX_SUMMARY_LENGTH)
  const payload = { summary, source: 'Sitewatch', severity: 'info' }
  const dedup_key = nameAlert({ subject: 'test', subject_id: 0 })
  return [
    { event_action: 'trigger', dedup_key, payload },
    { event_action: 'resolve', dedup_key, payload },
  ]
}

const composeEvents = (message: Message): object[] =>
  message.kind === 'test' ? describeTest(message.provider_name) : entriesOf(message).flatMap(describeEvents)

async function sendEvents(
  { routing_key }: ProviderSettings,
  events: readonly object[],
  { config }: Gateways,
): Promise<DeliveryOutcome> {
  for (const event of events) {
    const result = await requestTrusted(`${config.SITEWATCH_PAGERDUTY_API}/v2/enqueue`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ routing_key, ...event }),
      timeout_ms: TIMEOUT_MS,
    })
    const outcome = judgeAnswer(result, { recipient: 'PagerDuty', secrets: [routing_key] })
    if (outcome.kind !== 'sent') return outcome
  }
  return { kind: 'sent' }
}

export const pagerduty: Channel = {
  recognisesRepeats: true,
  send: (settings, message, gateways) => sendEvents(settings, composeEvents(message), gateways),
  remoteAlerts: {
    describeChanges: describeAlertChanges,
    close: (settings, alert, gateways) =>
      sendEvents(settings, [{ event_action: 'resolve', dedup_key: nameAlert(alert) }], gateways),
  },
}

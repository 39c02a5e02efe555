import { requestTrusted } from '../../platform/egress/trusted.ts'
import { maskSecret } from '../../platform/mask.ts'
import { judgeAnswer } from '../answer.ts'
import type { Channel, DeliveryOutcome } from '../channel.ts'
import { composeFacts, describeEntry } from '../compose/words.ts'
import type { AlertFacts, Message } from '../message.ts'

const SUMMARY_MOST = 1024

/** One alert over there for each incident here: its key ties the end to the beginning, and makes a repeat harmless. */
function describeEvent(kind: Parameters<typeof describeEntry>[0], alert: AlertFacts): object {
  const isOver = kind === 'resolved' || (kind === 'flapping_ended' && alert.resolved_at !== null)
  return {
    event_action: isOver ? 'resolve' : 'trigger',
    dedup_key: `sitewatch-incident-${alert.incident_id}`,
    payload: {
      summary: describeEntry(kind, alert).slice(0, SUMMARY_MOST),
      source: alert.monitor_url.slice(0, SUMMARY_MOST),
      severity: kind === 'flapping_started' ? 'warning' : 'critical',
      timestamp: alert.started_at,
      custom_details: Object.fromEntries(composeFacts(kind, alert)),
    },
    links: [{ href: alert.link, text: 'Open the incident' }],
  }
}

function describeEvents(message: Message): object[] {
  if (message.kind === 'list') return message.entries.map(({ kind, alert }) => describeEvent(kind, alert))
  if (message.kind !== 'test') return [describeEvent(message.kind, message.alert)]
  const summary = `Test notification 🔔 from Sitewatch (${message.provider_name})`.slice(0, SUMMARY_MOST)
  const payload = { summary, source: 'Sitewatch', severity: 'info' }
  const dedup_key = 'sitewatch-test'
  return [
    { event_action: 'trigger', dedup_key, payload },
    { event_action: 'resolve', dedup_key, payload },
  ]
}

export const pagerduty: Channel = {
  type: 'pagerduty',
  secretFields: ['routing_key'],
  describeTarget: ({ routing_key }) => maskSecret(routing_key ?? ''),
  async send({ routing_key }, message, { config }) {
    let outcome: DeliveryOutcome = { kind: 'sent' }
    for (const event of describeEvents(message)) {
      const result = await requestTrusted(`${config.SITEWATCH_PAGERDUTY_API}/v2/enqueue`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ routing_key, ...event }),
        timeout_ms: 15_000,
      })
      outcome = judgeAnswer(result, { far: 'PagerDuty', secrets: [routing_key] })
      if (outcome.kind !== 'sent') return outcome
    }
    return outcome
  },
}

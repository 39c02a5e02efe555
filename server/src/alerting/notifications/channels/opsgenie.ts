import type { Channel, DeliveryOutcome, Gateways, ProviderSettings, RemoteAlert } from '../channel.ts'
import { composeFacts, cutText, describeEntry, TEST_OPENING } from '../compose/words.ts'
import { type AlertEntry, entriesOf, isNotice, type Message } from '../message.ts'
import { postJson } from '../post.ts'
import { describeAlertChanges, nameAlert } from '../remote-alert.ts'

const DEFAULT_API = 'https://api.opsgenie.com'
const MAX_MESSAGE_LENGTH = 130
const MAX_DESCRIPTION_LENGTH = 15_000
const MAX_ENTITY_LENGTH = 512
const TEST: RemoteAlert = { subject: 'test', subject_id: 0 }

interface Step {
  path: string
  body: object
}

const closeAlert = (alias: string): Step => ({
  path: `/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`,
  body: { source: 'Sitewatch' },
})

const acknowledgeAlert = (alias: string, by: string | null): Step => ({
  path: `/v2/alerts/${encodeURIComponent(alias)}/acknowledge?identifierType=alias`,
  body: { source: 'Sitewatch', ...(by !== null && { note: `Acknowledged in Sitewatch by ${by}` }) },
})

function openAlert(alias: string, { kind, alert }: AlertEntry): Step {
  const facts = [...composeFacts(kind, alert).map(([label, value]) => `${label}: ${value}`), alert.link]
  const body = {
    alias,
    message: cutText(describeEntry(kind, alert), MAX_MESSAGE_LENGTH),
    description: cutText(facts.join('\n'), MAX_DESCRIPTION_LENGTH),
    entity: cutText(alert.monitor_url, MAX_ENTITY_LENGTH),
    source: 'Sitewatch',
    priority: isNotice(kind) ? 'P5' : kind === 'flapping_started' ? 'P3' : 'P1',
    details: { link: alert.link, ...(alert.acknowledge_url !== null && { acknowledge: alert.acknowledge_url }) },
  }
  return { path: '/v2/alerts', body }
}

/** A notice must not keep paging anybody, so its alert is closed at once. */
function describeSteps(entry: AlertEntry): Step[] {
  if (isNotice(entry.kind)) {
    const { burn, monitor_id } = entry.alert
    const alias = burn ? `sitewatch-objective-${burn.objective_id}` : `sitewatch-notice-${monitor_id}`
    return [openAlert(alias, entry), closeAlert(alias)]
  }
  const { kind, alert } = entry
  if (kind === 'acknowledged') {
    const alias = nameAlert({ subject: 'incident', subject_id: alert.incident_id ?? 0 })
    return [acknowledgeAlert(alias, alert.acknowledged?.by ?? null)]
  }
  const { opens, ends } = describeAlertChanges(entry)
  return [...ends.map((each) => closeAlert(nameAlert(each))), ...opens.map((each) => openAlert(nameAlert(each), entry))]
}

function composeSteps(message: Message): Step[] {
  if (message.kind !== 'test') return entriesOf(message).flatMap(describeSteps)
  const alias = nameAlert(TEST)
  const text = cutText(`${TEST_OPENING} (${message.provider_name})`, MAX_MESSAGE_LENGTH)
  return [
    { path: '/v2/alerts', body: { alias, message: text, source: 'Sitewatch', priority: 'P5' } },
    closeAlert(alias),
  ]
}

async function send(
  { api_key, api_url }: ProviderSettings,
  steps: readonly Step[],
  gateways: Gateways,
): Promise<DeliveryOutcome> {
  const base = (api_url ?? DEFAULT_API).replace(/\/+$/, '')
  for (const { path, body } of steps) {
    const outcome = await postJson(gateways, {
      url: base + path,
      headers: { authorization: `GenieKey ${api_key ?? ''}` },
      body,
      recipient: 'Opsgenie',
      secrets: [api_key],
    })
    if (outcome.kind !== 'sent') return outcome
  }
  return { kind: 'sent' }
}

export const opsgenie: Channel = {
  recognisesRepeats: true,
  send: (settings, message, gateways) => send(settings, composeSteps(message), gateways),
  remoteAlerts: {
    describeChanges: describeAlertChanges,
    close: (settings, alert, gateways) => send(settings, [closeAlert(nameAlert(alert))], gateways),
  },
}

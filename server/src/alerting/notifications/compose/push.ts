import { REPEAT_NOTE } from '../../../platform/retry.ts'
import { t } from '../../../platform/text/index.ts'
import { type Alert, isUrgent, type Message } from '../message.ts'
import {
  ACKNOWLEDGE,
  acknowledgeUrlOf,
  composeFacts,
  composeTestTitle,
  composeTitle,
  composeToFit,
  cutText,
  describeEntry,
  linkOf,
} from './words.ts'

/** What the service worker (dashboard/src/service-worker.ts) shows. One of an older release may read it, so fields are only added. */
interface PushContent {
  title: string
  body: string
  /** A notification replaces the one with the same tag. */
  tag: string
  /** What a click opens; the dashboard if there is none. */
  url?: string
  acknowledge?: { title: string; url: string }
  /** Stays until it is clicked or replaced, where the system allows that. */
  is_urgent?: true
}

const MAX_TITLE_LENGTH = 200

const SUBJECT: Partial<Record<Alert['kind'], string>> = {
  expiring: 'certificate',
  renewed: 'certificate',
  domain_expiring: 'domain',
  domain_renewed: 'domain',
  slow_started: 'slow',
  slow_ended: 'slow',
  burn_fast: 'objective',
  burn_slow: 'objective',
}

/**
 * The subject of a message. A later message with the same topic replaces it, on the screen and at the push service: a phone that was off
 * shows that a monitor is up again, and not also that it was down. Null for a list, which has several subjects. At most 32 characters.
 */
export function topicOf(message: Alert): string | null {
  if (message.kind === 'list') return null
  const { monitor_id, traffic, burn } = message.alert
  if (traffic) return `website-${traffic.website_id}`
  return `${SUBJECT[message.kind] ?? 'monitor'}-${burn?.objective_id ?? monitor_id}`
}

function listLines(message: Alert): string[] {
  if (message.kind === 'list') return message.entries.map((entry) => `• ${describeEntry(entry.kind, entry.alert)}`)
  const [target, ...facts] = composeFacts(message.kind, message.alert)
  // The cause comes first, because a locked phone shows one line. The title has the name, so the target comes last.
  return [...facts, ...(target ? [target] : [])].map(([label, value]) => `${label}: ${value}`)
}

function describeContent(message: Message, repeat_key: string): PushContent {
  if (message.kind === 'test')
    return { title: composeTestTitle(message), body: `Provider: ${message.provider_name}`, tag: 'test' }
  const acknowledge_url = acknowledgeUrlOf(message)
  return {
    title: cutText(composeTitle(message), MAX_TITLE_LENGTH),
    body: [...listLines(message), ...(message.possible_repeat ? [t(REPEAT_NOTE)] : [])].join('\n'),
    tag: topicOf(message) ?? repeat_key,
    url: linkOf(message),
    ...(acknowledge_url !== null && { acknowledge: { title: t(ACKNOWLEDGE), url: acknowledge_url } }),
    ...(isUrgent(message) && { is_urgent: true }),
  }
}

/** JSON of at most `most` bytes. The text is cut to fit, the links never are. */
export function composePush(message: Message, { most, repeat_key }: { most: number; repeat_key: string }): string {
  const content = describeContent(message, repeat_key)
  return composeToFit((max) => JSON.stringify({ ...content, body: cutText(content.body, Math.max(1, max)) }), {
    limit: most,
    measure: Buffer.byteLength,
  })
}

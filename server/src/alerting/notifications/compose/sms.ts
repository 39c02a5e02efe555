import { oneLine } from '../../../platform/one-line.ts'
import { formatUtcTime } from '../../../platform/time/format-utc.ts'
import type { Alert, AlertFacts, Message, TestMessage } from '../message.ts'
import { cutGsm, gsmLength, toGsm } from './gsm.ts'
import { composeTitle, linkOf } from './words.ts'

export const SMS_LENGTH = 160

/** The start of every test, without the bell, which GSM-7 does not have. */
const TEST_OPENING = 'Test notification from Sitewatch'

function composeTest({ confirm_url }: TestMessage): string | null {
  if (confirm_url === undefined) return `${TEST_OPENING}: alerts will arrive here.`
  const texts = [`${TEST_OPENING}. To get alerts here, confirm: ${confirm_url}`, `${TEST_OPENING}: ${confirm_url}`]
  return texts.find((text) => toGsm(text) === text && gsmLength(text) <= SMS_LENGTH) ?? null
}

const describeDependents = ({ dependents_count: count }: AlertFacts): string =>
  count === 0 ? '' : `, ${count} ${count === 1 ? 'monitor depends' : 'monitors depend'} on it`

/** Short forms: the full message of such a cause says what to do, which does not fit into an SMS. */
const TRAFFIC_CAUSES: Record<string, string> = {
  snippet_missing: 'script missing',
  blocked_by_csp: 'blocked by CSP',
  page_error: 'page error',
  redirects_elsewhere: 'redirects elsewhere',
  dns_changed: 'DNS changed',
  collector_unreachable: 'collector unreachable',
}

const describeCause = ({ cause, traffic }: AlertFacts): string =>
  traffic ? (TRAFFIC_CAUSES[cause.kind] ?? 'cause unknown') : oneLine(toGsm(cause.message))

/** The title is cut to fit, the link never is. */
function composeAlert(message: Alert): string {
  const why =
    message.kind === 'opened' || message.kind === 'reminder' || message.kind === 'escalation'
      ? ` (${describeCause(message.alert)}) since ${formatUtcTime(message.alert.started_at).slice(11)}${describeDependents(message.alert)}`
      : ''
  const repeat = message.possible_repeat ? ' (duplicate?)' : ''
  const tail = `${repeat} ${toGsm(linkOf(message))}`
  const room = SMS_LENGTH - gsmLength(tail)
  const title = oneLine(toGsm(composeTitle(message)))
  const head =
    gsmLength(title + why) <= room
      ? title + why
      : cutGsm(title, Math.max(20, room - Math.min(gsmLength(why), 40))) + cutGsm(why, 40)
  return cutGsm(head, room) + tail
}

/** One message of 160 characters; null when the link leaves no room for text. In several messages, half of a link could get lost. */
export const composeSms = (message: Message): string | null =>
  message.kind === 'test' ? composeTest(message) : composeAlert(message)

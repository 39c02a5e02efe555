import { REPEAT_NOTE } from '../../../platform/retry.ts'
import type { Alert, Message } from '../message.ts'
import {
  acknowledgeUrlOf,
  composeFacts,
  composeTestText,
  composeTitle,
  cutText,
  describeEntry,
  linkOf,
} from './words.ts'

const MARK: Record<Alert['kind'], string> = {
  opened: '🔴',
  resolved: '🟢',
  reminder: '🔴',
  acknowledged: '🟡',
  escalation: '🔴',
  flapping_started: '🟠',
  flapping_ended: '🟠',
  expiring: '🟠',
  renewed: '🟢',
  domain_expiring: '🟠',
  domain_renewed: '🟢',
  slow_started: '🟠',
  slow_ended: '🟢',
  burn_fast: '🟠',
  burn_slow: '🟠',
  list: '🔴',
}

/** Text for services that interpret no markup. Facts are cut to fit, the link never is. */
export function composePlainText(message: Message, max: number): string {
  if (message.kind === 'test') return cutText(composeTestText(message), max)
  const title = `${MARK[message.kind]} ${composeTitle(message)}`
  const lines =
    message.kind === 'list'
      ? message.entries.map((entry) => `• ${describeEntry(entry.kind, entry.alert)}`)
      : composeFacts(message.kind, message.alert).map(([label, value]) => `${label}: ${value}`)
  const acknowledge_url = acknowledgeUrlOf(message)
  const tail = [
    ...(message.possible_repeat ? [REPEAT_NOTE] : []),
    ...(acknowledge_url === null ? [] : [`Acknowledge: ${acknowledge_url}`]),
    linkOf(message),
  ].join('\n')
  const body = [title, '', ...lines].join('\n')
  return `${cutText(body, max - tail.length - 2)}\n\n${tail}`
}

import type { Alert } from '../message.ts'
import { REPEAT_NOTE } from '../../../platform/retry.ts'
import { composeFacts, composeTitle, describeEntry } from './words.ts'

const MARK: Record<Alert['kind'], string> = {
  opened: '🔴',
  resolved: '🟢',
  reminder: '🔴',
  flapping_started: '🟠',
  flapping_ended: '🟠',
  list: '🔴',
}
const MAX_LENGTH = 4000

/** Plain text, sent without a parse mode: nothing in it is interpreted. */
export function composeTelegram(message: Alert): string {
  const title = `${MARK[message.kind]} ${composeTitle(message)}`
  const lines =
    message.kind === 'list'
      ? message.entries.map((entry) => `• ${describeEntry(entry.kind, entry.alert)}`)
      : composeFacts(message.kind, message.alert).map(([label, value]) => `${label}: ${value}`)
  const link = message.kind === 'list' ? message.link : message.alert.link
  const tail = [...(message.possible_repeat ? [REPEAT_NOTE] : []), link].join('\n')
  const body = [title, '', ...lines].join('\n')
  const room = MAX_LENGTH - tail.length - 2
  return `${body.length <= room ? body : `${body.slice(0, room - 1)}…`}\n\n${tail}`
}

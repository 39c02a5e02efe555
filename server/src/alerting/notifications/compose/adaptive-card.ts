import { REPEAT_NOTE } from '../../../platform/retry.ts'
import { t } from '../../../platform/text/index.ts'
import type { Alert, Message } from '../message.ts'
import {
  ACKNOWLEDGE,
  acknowledgeUrlOf,
  composeFacts,
  composeTestText,
  composeTitle,
  cutText,
  describeEntry,
  linkOf,
  linkTextOf,
} from './words.ts'

/** Teams accepts 28 KB. A text of 5,000 characters may take four bytes for each, and twice that once it is quoted. */
const MAX_TITLE_LENGTH = 250
const MAX_VALUE_LENGTH = 500
const MAX_LIST_LENGTH = 3000
const MAX_TEST_LENGTH = 3000

/** Runs of text, because a TextBlock interprets Markdown. */
const paragraph = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines })
const run = (text: string, style: object = {}) => ({ type: 'TextRun', text, ...style })
const STRONG = { weight: 'Bolder' }

function describeBody(message: Alert): object[] {
  if (message.kind === 'list') {
    const text = message.entries.map((entry) => `• ${describeEntry(entry.kind, entry.alert)}`).join('\n')
    return [paragraph(run(cutText(text, MAX_LIST_LENGTH)))]
  }
  return composeFacts(message.kind, message.alert).map(([label, value]) =>
    paragraph(run(`${label}: `, STRONG), run(cutText(value, MAX_VALUE_LENGTH))),
  )
}

const openUrl = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url })

const card = (body: object[], actions: object[] = []) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  msteams: { width: 'Full' },
  body,
  actions,
})

/** A card as Microsoft Teams shows it, in which names are plain text. */
export function composeAdaptiveCard(message: Message): object {
  if (message.kind === 'test') return card([paragraph(run(cutText(composeTestText(message), MAX_TEST_LENGTH)))])
  const acknowledge_url = acknowledgeUrlOf(message)
  return card(
    [
      paragraph(run(cutText(composeTitle(message), MAX_TITLE_LENGTH), { ...STRONG, size: 'Large' })),
      ...describeBody(message),
      ...(message.possible_repeat ? [paragraph(run(REPEAT_NOTE, { isSubtle: true }))] : []),
    ],
    [
      ...(acknowledge_url === null ? [] : [openUrl(t(ACKNOWLEDGE), acknowledge_url)]),
      openUrl(linkTextOf(message), linkOf(message)),
    ],
  )
}

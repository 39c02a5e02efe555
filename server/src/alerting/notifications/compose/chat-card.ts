import { escapeHtml } from '../../../platform/html/escape.ts'
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

/** A message may have 32,000 bytes. */
const MAX_TITLE_LENGTH = 200
const MAX_VALUE_LENGTH = 500
const MAX_TEXT_LENGTH = 3000

/** The text of a card is a subset of HTML. In the text of a message, `<users/all>` could not be escaped. */
const paragraph = (text: string) => ({ textParagraph: { text: escapeHtml(text).replaceAll('\n', '<br>') } })

const button = (text: string, url: string) => ({ text, onClick: { openLink: { url } } })

function describeBody(message: Alert): object[] {
  if (message.kind === 'list') {
    const text = message.entries.map((entry) => `• ${describeEntry(entry.kind, entry.alert)}`).join('\n')
    return [paragraph(cutText(text, MAX_TEXT_LENGTH))]
  }
  return composeFacts(message.kind, message.alert).map(([topLabel, value]) => ({
    decoratedText: { topLabel, text: escapeHtml(cutText(value, MAX_VALUE_LENGTH)), wrapText: true },
  }))
}

function composeCard(message: Message): object {
  if (message.kind === 'test')
    return { sections: [{ widgets: [paragraph(cutText(composeTestText(message), MAX_TEXT_LENGTH))] }] }
  const acknowledge_url = acknowledgeUrlOf(message)
  const buttons = [
    ...(acknowledge_url === null ? [] : [button(t(ACKNOWLEDGE), acknowledge_url)]),
    button(linkTextOf(message), linkOf(message)),
  ]
  const widgets = [
    ...describeBody(message),
    ...(message.possible_repeat ? [paragraph(REPEAT_NOTE)] : []),
    { buttonList: { buttons } },
  ]
  return { header: { title: cutText(composeTitle(message), MAX_TITLE_LENGTH) }, sections: [{ widgets }] }
}

/** A message of Google Chat with one card. */
export const composeChatCard = (message: Message): object => ({
  cardsV2: [{ cardId: 'sitewatch', card: composeCard(message) }],
})

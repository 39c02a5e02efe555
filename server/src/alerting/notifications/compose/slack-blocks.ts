import { REPEAT_NOTE } from '../../../platform/retry.ts'
import { t } from '../../../platform/text/index.ts'
import type { Alert, Message } from '../message.ts'
import {
  ACKNOWLEDGE,
  acknowledgeUrlOf,
  composeFacts,
  composeTestText,
  composeTitle,
  describeEntry,
  linkOf,
  linkTextOf,
} from './words.ts'

/** Block Kit's limits. */
const MAX_HEADER_LENGTH = 150
const MAX_FIELD_LENGTH = 2000
const MAX_TEXT_LENGTH = 3000

const cut = (text: string, max: number): string => {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Slack interprets these three characters even in plain text. */
const escapeSlack = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '')

const plain = (text: string, max: number) => ({ type: 'plain_text', text: cut(text, max) || ' ', emoji: false })

const button = (text: string, url: string) => ({
  type: 'button',
  text: plain(text, 75),
  url: cut(url, MAX_TEXT_LENGTH),
})

function describeBody(message: Alert): object[] {
  if (message.kind === 'list') {
    const text = message.entries.map((entry) => `• ${describeEntry(entry.kind, entry.alert)}`).join('\n')
    return [{ type: 'section', text: plain(text, MAX_TEXT_LENGTH) }]
  }
  const fields = composeFacts(message.kind, message.alert).map(([label, value]) =>
    plain(`${label}\n${value}`, MAX_FIELD_LENGTH),
  )
  return [{ type: 'section', fields: fields.slice(0, 10) }]
}

export type SlackContent = { text: string; blocks: object[] } | { text: string; mrkdwn: false }

/**
 * Blocks for the screen, `text` for notifications and screen readers, all in plain text. A test is text alone, with `mrkdwn` off, so
 * that Slack interprets nothing but the escapes.
 */
export function composeSlackBlocks(message: Message): SlackContent {
  if (message.kind === 'test') return { text: escapeSlack(composeTestText(message)), mrkdwn: false }
  const title = composeTitle(message)
  const link = linkOf(message)
  const acknowledge_url = acknowledgeUrlOf(message)
  return {
    text: escapeSlack(`${title}\n${link}`),
    blocks: [
      { type: 'header', text: plain(title, MAX_HEADER_LENGTH) },
      ...describeBody(message),
      ...(message.possible_repeat ? [{ type: 'context', elements: [plain(REPEAT_NOTE, MAX_FIELD_LENGTH)] }] : []),
      {
        type: 'actions',
        elements: [
          ...(acknowledge_url === null ? [] : [button(t(ACKNOWLEDGE), acknowledge_url)]),
          button(linkTextOf(message), link),
        ],
      },
    ],
  }
}

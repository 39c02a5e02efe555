import type { Message } from '../message.ts'
import { composePlainText } from './plain-text.ts'
import { acknowledgeUrlOf, cutText, linkOf } from './words.ts'

/** Escapes every character that could start Markdown, so that a name is shown as it is. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, (character) => `\\${character}`)

/** Plain text with everything escaped except the links, which would not work otherwise. */
export function composeMarkdown(message: Message, max: number): string {
  const text = composePlainText(message, max)
  if (message.kind === 'test') return cutEscaped(escapeMarkdown(text), max)
  const [acknowledge_url, link] = [acknowledgeUrlOf(message), linkOf(message)]
  const plain = acknowledge_url === null ? link : `Acknowledge: ${acknowledge_url}\n${link}`
  const tail = acknowledge_url === null ? `\n<${link}>` : `\nAcknowledge: <${acknowledge_url}>\n<${link}>`
  return cutEscaped(escapeMarkdown(text.slice(0, -plain.length - 1)), max - tail.length) + tail
}

/** The cut may fall between a backslash and what it escapes. */
const cutEscaped = (text: string, max: number): string => cutText(text, max).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…')

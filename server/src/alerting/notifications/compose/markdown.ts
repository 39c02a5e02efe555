import type { Message } from '../message.ts'
import { composePlainText } from './plain-text.ts'
import { cutText, linkOf } from './words.ts'

/** Escapes every character that could start Markdown, so that a name is shown as it is. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, (character) => `\\${character}`)

/** Plain text with everything escaped except the link, which would not work otherwise. */
export function composeMarkdown(message: Message, max: number): string {
  const text = composePlainText(message, max)
  const link = message.kind === 'test' ? undefined : linkOf(message)
  const tail = link === undefined ? '' : `\n<${link}>`
  const head = escapeMarkdown(link === undefined ? text : text.slice(0, -link.length - 1))
  // The cut may fall between a backslash and what it escapes.
  return cutText(head, max - tail.length).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…') + tail
}

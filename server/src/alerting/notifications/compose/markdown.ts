import type { Message } from '../message.ts'
import { composePlainText } from './plain-text.ts'
import { cutText, linkOf } from './words.ts'

/** For a medium that reads Markdown everywhere: what could begin any is escaped, so a name stays a name. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, (character) => `\\${character}`)

/** As plain text, with everything escaped but the link: it would be none. */
export function composeMarkdown(message: Message, max: number): string {
  const text = composePlainText(message, max)
  const link = message.kind === 'test' ? undefined : linkOf(message)
  const tail = link === undefined ? '' : `\n<${link}>`
  const head = escapeMarkdown(link === undefined ? text : text.slice(0, -link.length - 1))
  // The cut may fall between a backslash and what it escapes.
  return cutText(head, max - tail.length).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…') + tail
}

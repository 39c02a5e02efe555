import { escapeHtml } from '../html/escape.ts'
import { buttonRow, paragraphRow, renderMail } from './layout.ts'

export interface Letter {
  subject: string
  /** Before the link. */
  paragraphs: readonly string[]
  action?: { url: string; text: string }
  /** After the link: how long it works, what to do if it was not you. */
  ending: string
}

/** A short mail of the service itself, with the same content as text and as HTML. */
export function composeLetter({ subject, paragraphs, action, ending }: Letter): {
  subject: string
  text: string
  html: string
} {
  return {
    subject,
    text: `${[...paragraphs, ...(action ? [action.url] : []), ending].join('\n\n')}\n`,
    html: renderMail({
      title: subject,
      body:
        paragraphs.map((text) => paragraphRow(escapeHtml(text))).join('') +
        (action ? buttonRow(action.url, action.text) : ''),
      footer: escapeHtml(ending),
    }),
  }
}

import type { FastifyReply } from 'fastify'
import { t } from '../../platform/text/index.ts'
import { describeStatusPolicy, renderNote, textOf } from './layout.ts'

export type SendNote = (reply: FastifyReply, title: string, body: string) => FastifyReply

/** Sends the short pages after a form or a link in a message. Their URLs are secrets, so they are neither cached nor sent as a referrer. */
export function createNoteSender(base_url: string): SendNote {
  const headers = {
    'content-security-policy': describeStatusPolicy(base_url),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-type': 'text/html; charset=utf-8',
  }
  return (reply, title, body) => reply.headers(headers).send(renderNote(base_url, title, body))
}

export const paragraph = (text: string): string => `<p>${text}</p>`

/** `<name>` and `<to>` in the message are those of the subscription. */
export const about = ({ name, destination }: { name: string; destination: string }, message: string): string =>
  paragraph(t.html(message, {}, { name: () => textOf(name), to: () => textOf(destination) }))

/** `action`: the URL, if it is not that of the page itself. */
export const buttonForm = (text: string, action?: string): string =>
  `<form method="post"${action === undefined ? '' : ` action="${action}"`}><button class="button ${action === undefined ? 'button-primary' : 'control'}">${text}</button></form>`

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, problem } from '../../http/problem.ts'
import { networkOf } from '../../http/client-address.ts'
import { consumeAll, createBucket } from '../../http/rate-limit.ts'
import type { HttpServer } from '../../http/server.ts'
import { sha256 } from '../../platform/secrets.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { describeStatusPolicy, renderNote, textOf } from './layout.ts'
import { type Address, asPageOwner, findPublicPageUnscoped } from './public-store.ts'
import { createHostReader, noSuchPage, urlOfSlug, type PublicParts } from './public-routes.ts'
import { askToSubscribe, confirmSubscription, findSubscription, removeSubscription } from './subscribers.ts'
import { type Purpose, readToken } from './token.ts'

type SendNote = (reply: FastifyReply, title: string, body: string) => FastifyReply

function createSender(base_url: string): SendNote {
  const headers = {
    'content-security-policy': describeStatusPolicy(base_url),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  }
  return (reply, title, body) => reply.headers(headers).send(renderNote(base_url, title, body))
}

const Email = z.email().max(254)

function readEmail(body: unknown): string {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
  const email = Email.safeParse(form.get('email')?.trim().toLowerCase())
  if (!email.success) throw invalid('email', 'invalid_format', 'email must be an e-mail address.')
  return email.data
}

const ASKED = msg(
  'If this address is not subscribed yet, we have sent an e-mail to it. Open the link in the e-mail to confirm your subscription.',
)
const FULL = msg('This status page has reached its subscriber limit. You can use its feed instead.')
const paragraph = (text: string): string => `<p>${text}</p>`

/** Beyond this limit the answer is the same, and nothing is sent. */
function createSubscriptionRequest(parts: PublicParts, send: SendNote) {
  const perAddress = createBucket(
    'subscribe',
    Math.max(1, Math.ceil(parts.config.SITEWATCH_RATE_LIMIT_PER_MINUTE / 30)),
    3600,
  )
  // The mailbox may belong to somebody else: it gets no more than this over all pages.
  const perMailbox = createBucket('subscribe_mailbox', 5, 86_400)

  return async (request: FastifyRequest, reply: FastifyReply, address: Address): Promise<FastifyReply> => {
    const client = parts.readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    await consumeAll([[perAddress, networkOf(client)]], (headers) => void reply.headers(headers))
    const email = readEmail(request.body)
    const page = parts.hasMailer ? await findPublicPageUnscoped(parts.postgres, address) : undefined
    if (!page) throw noSuchPage()
    const { allowed } = await perMailbox.consume(sha256(email).toString('base64'))
    const outcome = allowed
      ? await asPageOwner(parts.postgres, page.team_id, (tx) =>
          askToSubscribe(tx, page.id, { email, language: currentLanguage() }),
        )
      : 'asked'
    if (outcome === null) throw noSuchPage()
    return outcome === 'full'
      ? send(reply, t('Subscriber limit reached'), paragraph(t(FULL)))
      : send(reply, t('Check your e-mail'), paragraph(t(ASKED)))
  }
}

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid or has expired. Subscribe again on the status page.'),
  })

type TokenRequest = FastifyRequest<{ Params: { token: string } }>

function readSubscriber(parts: PublicParts, purpose: Purpose, request: TokenRequest) {
  const subscriber = readToken(parts.config, purpose, request.params.token)
  if (!subscriber) throw refuse()
  return subscriber
}

const BEGUN = msg(
  'You will receive e-mails about incidents on <name></name> at <email></email>. You can unsubscribe at any time.',
)
const ENDED = msg('You will not receive any more e-mails about this page.')

/** `<name>` and `<email>` in the message are those of the subscription. */
const about = ({ name, email }: { name: string; email: string }, message: string): string =>
  paragraph(t.html(message, {}, { name: () => textOf(name), email: () => textOf(email) }))

const buttonForm = (text: string): string =>
  `<form method="post"><button class="button button-primary">${text}</button></form>`

/** Pages with a button, because mail scanners and link previews open links but do not press buttons. */
function mountLinks({ app }: HttpServer, parts: PublicParts, send: SendNote): void {
  const find = (request: TokenRequest, purpose: Purpose) => {
    const { team_id, subscriber_id } = readSubscriber(parts, purpose, request)
    return asPageOwner(parts.postgres, team_id, (tx) => findSubscription(tx, subscriber_id), { readOnly: true })
  }
  app.get<{ Params: { token: string } }>(
    '/subscriptions/:token',
    { config: { id: 'status subscription' } },
    async (request, reply) => {
      const found = await find(request, 'confirm')
      if (!found) throw refuse()
      return send(
        reply,
        t('Confirm your subscription'),
        about(
          found,
          msg(
            'Send e-mails about incidents on <name></name> to <email></email>? If you did not request this, close this page.',
          ),
        ) + buttonForm(t('Confirm subscription')),
      )
    },
  )
  app.post<{ Params: { token: string } }>(
    '/subscriptions/:token',
    { config: { id: 'status subscribe' } },
    async (request, reply) => {
      const { team_id, subscriber_id } = readSubscriber(parts, 'confirm', request)
      const found = await asPageOwner(parts.postgres, team_id, (tx) => confirmSubscription(tx, subscriber_id))
      if (!found) throw refuse()
      if (found.is_full) return send(reply, t('Subscriber limit reached'), paragraph(t(FULL)))
      return send(reply, t('You are subscribed'), about(found, BEGUN))
    },
  )
  app.get<{ Params: { token: string } }>(
    '/subscriptions/:token/end',
    { config: { id: 'status subscription' } },
    async (request, reply) => {
      const found = await find(request, 'unsubscribe')
      if (!found) return send(reply, t('You are not subscribed'), paragraph(t(ENDED)))
      const question = msg('Stop e-mails about incidents on <name></name> to <email></email>?')
      return send(reply, t('Unsubscribe'), about(found, question) + buttonForm(t('Unsubscribe')))
    },
  )
  // By the button, or by the mail client itself (RFC 8058). Idempotent.
  app.post<{ Params: { token: string } }>(
    '/subscriptions/:token/end',
    { config: { id: 'status unsubscribe' } },
    async (request, reply) => {
      const { team_id, subscriber_id } = readSubscriber(parts, 'unsubscribe', request)
      await asPageOwner(parts.postgres, team_id, async (tx) => {
        await removeSubscription(tx, subscriber_id)
        return true
      })
      return send(reply, t('You are unsubscribed'), paragraph(t(ENDED)))
    },
  )
}

export function mountSubscriptions(server: HttpServer, parts: PublicParts): void {
  const send = createSender(parts.config.BASE_URL)
  const ask = createSubscriptionRequest(parts, send)
  server.app.post<{ Params: { slug: string } }>(
    '/s/:slug/subscribe',
    { config: { id: 'status ask' } },
    async (request, reply) => ask(request, reply, urlOfSlug(parts.config.BASE_URL, request.params.slug).address),
  )
  // Only on the domain of a page: elsewhere the path does not exist.
  const readHost = createHostReader(parts.config.BASE_URL)
  server.app.post('/subscribe', { config: { id: 'status ask' } }, async (request, reply) => {
    const domain = readHost(request)
    if (domain === null) throw noSuchPage()
    return ask(request, reply, { domain })
  })
  mountLinks(server, parts, send)
}

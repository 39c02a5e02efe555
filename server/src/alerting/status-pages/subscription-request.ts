import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, problem } from '../../http/problem.ts'
import { consumeAll, createBucket } from '../../http/rate-limit.ts'
import { sha256 } from '../../platform/secrets.ts'
import { currentLanguage, msg, t } from '../../platform/text/index.ts'
import { mayRead } from './access.ts'
import { readChoice, readComponents } from './choices.ts'
import { paragraph, type SendNote } from './notes.ts'
import { noSuchPage, type PageUrl } from './page-urls.ts'
import type { PageContext } from './page-context.ts'
import { asPageTeam, type FoundPage } from './public-store.ts'
import { type Destination, requestSubscription } from './subscribers.ts'

const Email = z.email().max(254)
const MAX_URL_LENGTH = 2000

export const readForm = (body: unknown): URLSearchParams =>
  new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')

function readWebhookUrl({ public_egress }: PageContext, text: string): string {
  const vetted = public_egress.vetUrl(text)
  if (vetted.ok && text.length <= MAX_URL_LENGTH) return new URL(text).href
  if (!vetted.ok && vetted.reason === 'target_not_allowed')
    throw problem('target_not_allowed', { detail: 'Sitewatch does not connect to this address.' })
  const expected = 'an http or https URL without user name or password'
  throw invalid('webhook_url', 'invalid_format', `webhook_url must be ${expected}.`)
}

function readDestination(context: PageContext, form: URLSearchParams): Destination {
  const url = form.get('webhook_url')?.trim()
  if (url !== undefined) return { channel: 'webhook', url: readWebhookUrl(context, url) }
  const email = Email.safeParse(form.get('email')?.trim().toLowerCase())
  if (!email.success) throw invalid('email', 'invalid_format', 'email must be an e-mail address.')
  return { channel: 'email', email: email.data }
}

const EMAIL_REQUESTED = msg(
  'If this address is not subscribed yet, we have sent an e-mail to it. Open the link in the e-mail to confirm your subscription.',
)
const WEBHOOK_REQUESTED = msg(
  'If this webhook is not subscribed yet, we are sending a request to it. Open the link in the request to confirm your subscription.',
)
export const FULL = msg('This status page has reached its subscriber limit. You can use its feed instead.')

/** Subscribing needs the same access as reading. A page for the team has no subscribers: members get notifications. */
async function openPage(context: PageContext, request: FastifyRequest, reply: FastifyReply, page_url: PageUrl) {
  const opened = await context.open(request, reply, page_url)
  if (!opened || opened.page.visibility === 'team' || !mayRead(opened.access)) throw noSuchPage()
  return opened.page
}

type SubscribeHandler = (request: FastifyRequest, reply: FastifyReply, page_url: PageUrl) => Promise<FastifyReply>

/** Beyond the limit of a mailbox or a host, the response is the same, but nothing is sent. */
export function createSubscriptionRequest(context: PageContext, send: SendNote): SubscribeHandler {
  const { SITEWATCH_RATE_LIMIT_PER_MINUTE } = context.config
  const perNetwork = createBucket('subscribe', Math.max(1, Math.ceil(SITEWATCH_RATE_LIMIT_PER_MINUTE / 30)), 3600)
  // The mailbox, or the host, may belong to somebody else: it gets no more than this over all pages.
  const perRecipient = createBucket('subscribe_recipient', 5, 86_400)
  const record = async (page: FoundPage, to: Destination, form: URLSearchParams) => {
    const recipient = to.channel === 'email' ? to.email : new URL(to.url).host
    const { allowed } = await perRecipient.consume(sha256(recipient).toString('base64'))
    if (!allowed) return 'asked'
    return asPageTeam(context.postgres, page.team_id, async (tx) => {
      const choice = readChoice(await readComponents(tx, page.id), form)
      const password_version = page.visibility === 'public' ? null : page.password_version
      const request = { to, language: currentLanguage(), choice, password_version }
      return requestSubscription(tx, context.vault, { page_id: page.id, request })
    })
  }
  return async (request, reply, page_url) => {
    await consumeAll([[perNetwork, context.readNetwork(request)]], (headers) => void reply.headers(headers))
    const form = readForm(request.body)
    const to = readDestination(context, form)
    const page = context.channels.includes(to.channel) ? await openPage(context, request, reply, page_url) : null
    const outcome = page && (await record(page, to, form))
    if (outcome === null) throw noSuchPage()
    if (outcome === 'full') return send(reply, t('Subscriber limit reached'), paragraph(t(FULL)))
    return to.channel === 'email'
      ? send(reply, t('Check your e-mail'), paragraph(t(EMAIL_REQUESTED)))
      : send(reply, t('Check your webhook'), paragraph(t(WEBHOOK_REQUESTED)))
  }
}

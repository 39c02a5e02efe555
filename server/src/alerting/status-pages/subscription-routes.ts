import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { msg, t } from '../../platform/text/index.ts'
import { isChosen, readChoice, readComponents } from './choices.ts'
import { about, buttonForm, createNoteSender, paragraph, type SendNote } from './notes.ts'
import { createHostReader, noSuchPage, urlOfDomain, urlOfSlug } from './page-urls.ts'
import type { PageContext } from './page-context.ts'
import { asPageTeam } from './public-store.ts'
import { renderChoices } from './subscribe-form.ts'
import {
  choiceOf,
  confirmSubscription,
  findSubscription,
  openWebhook,
  removeSubscription,
  saveChoice,
  type Subscription,
} from './subscribers.ts'
import { createSubscriptionRequest, FULL, readForm } from './subscription-request.ts'
import { linkFor, type Purpose, readToken, type Subscriber } from './token.ts'

const refuse = () =>
  problem('not_found', {
    heading: msg('This link no longer works'),
    detail: msg('This link is invalid or has expired. Subscribe again on the status page.'),
  })

type TokenRequest = FastifyRequest<{ Params: { token: string } }>

function readSubscriber(context: PageContext, purpose: Purpose, request: TokenRequest): Subscriber {
  const subscriber = readToken(context.config, purpose, request.params.token)
  if (!subscriber) throw refuse()
  return subscriber
}

const ENDED = msg('You will not receive any more messages about this page.')
const CONFIRM: Readonly<Record<Subscription['channel'], string>> = {
  email: msg(
    'Send e-mails about incidents on <name></name> to <to></to>? If you did not request this, close this page.',
  ),
  webhook: msg(
    'Send updates about incidents on <name></name> to a webhook at <to></to>? If you did not request this, close this page.',
  ),
}
const CONFIRMED: Readonly<Record<Subscription['channel'], string>> = {
  email: msg(
    'You will receive e-mails about incidents on <name></name> at <to></to>. You can unsubscribe at any time.',
  ),
  webhook: msg(
    'Updates about incidents on <name></name> are sent to a webhook at <to></to>. You can unsubscribe at any time.',
  ),
}
const STOP: Readonly<Record<Subscription['channel'], string>> = {
  email: msg('Stop e-mails about incidents on <name></name> to <to></to>?'),
  webhook: msg('Stop updates about incidents on <name></name> to a webhook at <to></to>?'),
}

const manageLink = (context: PageContext, subscriber: Subscriber): string =>
  paragraph(`<a href="${linkFor(context.config, 'manage', subscriber)}">${t('Manage subscription')}</a>`)

/** Pages with a button, because mail scanners and link previews open links but do not press buttons. */
function mountConfirmation({ app }: HttpServer, context: PageContext, send: SendNote): void {
  app.get<{ Params: { token: string } }>(
    '/subscriptions/:token',
    { config: { id: 'status subscription' } },
    async (request, reply) => {
      const { team_id, subscriber_id } = readSubscriber(context, 'confirm', request)
      const found = await asPageTeam(context.postgres, team_id, (tx) => findSubscription(tx, subscriber_id), {
        readOnly: true,
      })
      if (!found?.has_access) throw refuse()
      const question = about(found, CONFIRM[found.channel]) + buttonForm(t('Confirm subscription'))
      return send(reply, t('Confirm your subscription'), question)
    },
  )
  app.post<{ Params: { token: string } }>(
    '/subscriptions/:token',
    { config: { id: 'status subscribe' } },
    async (request, reply) => {
      const subscriber = readSubscriber(context, 'confirm', request)
      const { team_id, subscriber_id } = subscriber
      const found = await asPageTeam(context.postgres, team_id, (tx) => confirmSubscription(tx, subscriber_id))
      if (!found) throw refuse()
      if (found.is_full) return send(reply, t('Subscriber limit reached'), paragraph(t(FULL)))
      const confirmation = about(found, CONFIRMED[found.channel]) + manageLink(context, subscriber)
      return send(reply, t('You are subscribed'), confirmation)
    },
  )
}

function mountUnsubscribing({ app }: HttpServer, context: PageContext, send: SendNote): void {
  app.get<{ Params: { token: string } }>(
    '/subscriptions/:token/end',
    { config: { id: 'status subscription' } },
    async (request, reply) => {
      const { team_id, subscriber_id } = readSubscriber(context, 'unsubscribe', request)
      const found = await asPageTeam(context.postgres, team_id, (tx) => findSubscription(tx, subscriber_id), {
        readOnly: true,
      })
      if (!found) return send(reply, t('You are not subscribed'), paragraph(t(ENDED)))
      return send(reply, t('Unsubscribe'), about(found, STOP[found.channel]) + buttonForm(t('Unsubscribe')))
    },
  )
  // By the button, or by the mail client itself (RFC 8058). Idempotent.
  app.post<{ Params: { token: string } }>(
    '/subscriptions/:token/end',
    { config: { id: 'status unsubscribe' } },
    async (request, reply) => {
      const { team_id, subscriber_id } = readSubscriber(context, 'unsubscribe', request)
      await asPageTeam(context.postgres, team_id, async (tx) => {
        await removeSubscription(tx, subscriber_id)
        return true
      })
      return send(reply, t('You are unsubscribed'), paragraph(t(ENDED)))
    },
  )
}

const SUBSCRIBED: Readonly<Record<Subscription['channel'], string>> = {
  email: msg('E-mails about <name></name> go to <to></to>.'),
  webhook: msg('Updates about <name></name> are sent to a webhook at <to></to>.'),
}
const FAILED = msg('Messages were stopped because too many of them failed. Save to start them again.')
const SECRET = msg('Verify requests with this signing secret (Standard Webhooks):')

/** Everything about a confirmed subscription that its team may see; null without access. */
function readManaged(context: PageContext, { team_id, subscriber_id }: Subscriber) {
  return asPageTeam(
    context.postgres,
    team_id,
    async (tx) => {
      const found = await findSubscription(tx, subscriber_id)
      if (!found?.is_confirmed || !found.has_access) return null
      const { sealed } = found
      const webhook = sealed && (await openWebhook(tx, context.vault, { team_id, subscriber_id, sealed }))
      return { found, components: await readComponents(tx, found.page_id), webhook }
    },
    { readOnly: true },
  )
}

async function sendManaged(
  context: PageContext,
  subscriber: Subscriber,
  send: (title: string, body: string) => FastifyReply,
  isSaved: boolean,
) {
  const managed = await readManaged(context, subscriber)
  if (!managed) throw refuse()
  const { found, components, webhook } = managed
  const chosen = new Set(components.filter((component) => isChosen(choiceOf(found), component)).map(({ ref }) => ref))
  const parts = [
    isSaved ? `<p class="said" role="status">${t('Saved')}</p>` : '',
    about(found, SUBSCRIBED[found.channel]),
    found.is_disabled ? `<p class="said">${t(FAILED)}</p>` : '',
    webhook ? `<p>${t(SECRET)}<br><span class="secret">${escapeHtml(webhook.secret)}</span></p>` : '',
    `<form method="post" class="stack">${renderChoices(components, (ref) => chosen.has(ref))}<button class="button button-primary">${t('Save')}</button></form>`,
    buttonForm(t('Unsubscribe'), linkFor(context.config, 'unsubscribe', subscriber)),
  ]
  return send(t('Manage subscription'), parts.join(''))
}

function mountManagement({ app }: HttpServer, context: PageContext, send: SendNote): void {
  const path = '/subscriptions/:token/manage'
  const config = { id: 'status subscription' }
  app.get<{ Params: { token: string } }>(path, { config }, async (request, reply) =>
    sendManaged(context, readSubscriber(context, 'manage', request), (title, body) => send(reply, title, body), false),
  )
  app.post<{ Params: { token: string } }>(path, { config }, async (request, reply) => {
    const subscriber = readSubscriber(context, 'manage', request)
    await asPageTeam(context.postgres, subscriber.team_id, async (tx) => {
      const found = await findSubscription(tx, subscriber.subscriber_id)
      if (!found?.is_confirmed || !found.has_access) throw refuse()
      await saveChoice(tx, found.id, readChoice(await readComponents(tx, found.page_id), readForm(request.body)))
      return true
    })
    return sendManaged(context, subscriber, (title, body) => send(reply, title, body), true)
  })
}

export function mountSubscriptions(server: HttpServer, context: PageContext): void {
  const send = createNoteSender(context.config.BASE_URL)
  const subscribe = createSubscriptionRequest(context, send)
  const { BASE_URL } = context.config
  server.app.post<{ Params: { slug: string } }>(
    '/s/:slug/subscribe',
    { config: { id: 'status ask' } },
    async (request, reply) => subscribe(request, reply, urlOfSlug(BASE_URL, request.params.slug)),
  )
  // Only on the domain of a page: elsewhere the path does not exist.
  const readHost = createHostReader(BASE_URL)
  server.app.post('/subscribe', { config: { id: 'status ask' } }, async (request, reply) => {
    const domain = readHost(request)
    if (domain === null) throw noSuchPage()
    return subscribe(request, reply, urlOfDomain(BASE_URL, domain))
  })
  mountConfirmation(server, context, send)
  mountUnsubscribing(server, context, send)
  mountManagement(server, context, send)
}

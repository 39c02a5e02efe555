import type { SinkAnswer, SinkRequest } from '../../support/sinks.ts'
import { findPushDefect, findVapidDefect, openPushBrowser } from './push-service.ts'

/** Fake services of each provider type, as strict as the real ones: they refuse the same requests. */

const json = (status: number, body: object): SinkAnswer => ({
  status,
  body: JSON.stringify(body),
  type: 'application/json; charset=utf-8',
})

type Fields = Record<string, unknown>

function parse({ headers, body }: SinkRequest): Fields | null {
  if (!headers['content-type']?.startsWith('application/json')) return null
  try {
    return JSON.parse(body) as Fields
  } catch {
    return null
  }
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= max

interface Element {
  type?: string
  text?: string
  inlines?: Element[]
}

/** A workflow of Microsoft Teams: an adaptive card of at most 28 KB, in which only text blocks interpret Markdown. */
function answerTeams(request: SinkRequest): SinkAnswer {
  const payload = parse(request)
  const [attachment] = (payload?.['attachments'] ?? []) as { contentType?: string; content?: Fields }[]
  const isCard =
    payload?.['type'] === 'message' && attachment?.contentType === 'application/vnd.microsoft.card.adaptive'
  if (request.method !== 'POST' || !isCard) return json(400, { error: { message: 'The payload is not a card.' } })
  if (Buffer.byteLength(request.body) > 28 * 1024) return json(413, { error: { message: 'The payload is too large.' } })
  const { type, version, body } = attachment.content ?? {}
  const isKnown = type === 'AdaptiveCard' && /^1\.[0-5]$/.test(String(version)) && Array.isArray(body)
  return isKnown ? { status: 202, body: '' } : json(400, { error: { message: 'The card is invalid.' } })
}

const refuseChat = (message: string) => json(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } })

/** A webhook of Google Chat: a text or cards, at most 32,000 bytes. */
function answerChat(request: SinkRequest): SinkAnswer {
  const payload = parse(request)
  if (!payload || (!isText(payload['text'], 4096) && !Array.isArray(payload['cardsV2'])))
    return refuseChat('Message cannot be empty.')
  if (Buffer.byteLength(request.body) > 32_000) return refuseChat('Message is too large.')
  return json(200, { name: 'spaces/AAAA/messages/1' })
}

/** An incoming webhook of Mattermost. */
function answerMattermost(request: SinkRequest): SinkAnswer {
  const payload = parse(request)
  if (isText(payload?.['text'], 4000)) return { status: 200, body: 'ok' }
  return json(400, { id: 'web.incoming_webhook.text.app_error', message: 'No text specified.', status_code: 400 })
}

/** A Matrix homeserver: an event of at most 65,536 bytes, once for each transaction. */
function openHomeserver() {
  const events = new Map<string, string>()
  const answer = (request: SinkRequest): SinkAnswer => {
    const payload = parse(request)
    const at = /^\/_matrix\/client\/v3\/rooms\/(?<room>[^/]+)\/send\/m\.room\.message\/(?<id>[^/]+)$/.exec(request.path)
    if (request.method !== 'PUT' || !at?.groups) return json(404, { errcode: 'M_UNRECOGNIZED', error: 'Unrecognized' })
    if (request.headers.authorization !== `Bearer ${MATRIX_TOKEN}`)
      return json(401, { errcode: 'M_UNKNOWN_TOKEN', error: 'Invalid access token passed.' })
    if (decodeURIComponent(at.groups['room'] ?? '') !== MATRIX_ROOM)
      return json(403, { errcode: 'M_FORBIDDEN', error: 'You are not in the room.' })
    if (payload?.['msgtype'] !== 'm.text' || !isText(payload['body'], 65_536))
      return json(400, { errcode: 'M_BAD_JSON', error: 'Bad content.' })
    if (Buffer.byteLength(request.body) > 65_536) return json(413, { errcode: 'M_TOO_LARGE', error: 'Too large.' })
    const id = at.groups['id'] ?? ''
    events.set(id, events.get(id) ?? `$event${events.size}`)
    return json(200, { event_id: events.get(id) })
  }
  return { events, answer }
}

export const MATRIX_TOKEN = 'syt_planted_matrix_token'
export const MATRIX_ROOM = '!room:example.com'
export const homeserver = openHomeserver()

/** An ntfy server: a body of more than 4,096 bytes becomes an attachment, which would be no alert. */
function answerNtfy(request: SinkRequest): SinkAnswer {
  const payload = parse(request)
  if (request.path !== '/' || !/^[-_A-Za-z0-9]{1,64}$/.test(String(payload?.['topic'])))
    return json(400, { code: 40024, http: 400, error: 'invalid request: topic invalid' })
  if (Buffer.byteLength(String(payload?.['message'])) > 4096)
    return json(413, { code: 41301, http: 413, error: 'attachment too large' })
  return json(200, { id: 'x', time: 1, event: 'message', topic: payload?.['topic'], message: payload?.['message'] })
}

const PUSHOVER_KEY = /^[A-Za-z0-9]{30}$/

/** Pushover's message API. */
function answerPushover(request: SinkRequest): SinkAnswer {
  const payload = parse(request) ?? {}
  const { token, user, message, title, url, url_title } = payload
  const errors = [
    ...(PUSHOVER_KEY.test(String(token)) ? [] : ['application token is invalid']),
    ...(PUSHOVER_KEY.test(String(user)) ? [] : ['user identifier is not a valid user, group, or subscribed user key']),
    ...(isText(message, 1024) ? [] : ['message cannot be blank or too long']),
    ...(title === undefined || isText(title, 250) ? [] : ['title is too long']),
    ...(url === undefined || isText(url, 512) ? [] : ['url is too long']),
    ...(url_title === undefined || isText(url_title, 100) ? [] : ['url title is too long']),
  ]
  return errors.length === 0 ? json(200, { status: 1, request: 'r' }) : json(400, { errors, status: 0, request: 'r' })
}

/** Opsgenie's alert API. */
function openOpsgenie() {
  const open = new Set<string>()
  const accept = json(202, { result: 'Request will be processed', took: 0.1, requestId: 'r' })
  const answer = (request: SinkRequest): SinkAnswer => {
    const payload = parse(request) ?? {}
    if (!/^GenieKey [0-9a-f-]{36}$/.test(request.headers.authorization ?? ''))
      return json(401, { message: 'Key format is not valid!' })
    const [, closed] = /^\/v2\/alerts\/([^/]+)\/close\?identifierType=alias$/.exec(request.path) ?? []
    if (closed !== undefined) {
      open.delete(decodeURIComponent(closed))
      return accept
    }
    if (/^\/v2\/alerts\/[^/]+\/acknowledge\?identifierType=alias$/.test(request.path)) return accept
    const { message, alias, description = ' ', entity = ' ' } = payload
    const isValid =
      request.path === '/v2/alerts' &&
      isText(message, 130) &&
      isText(alias, 512) &&
      isText(description, 15_000) &&
      isText(entity, 512)
    if (!isValid) return json(422, { message: 'Request body is not processable. Please check the errors.' })
    open.add(alias)
    return accept
  }
  return { open, answer }
}
export const opsgenieService = openOpsgenie()

/** An Apprise API server that has services stored under one key. */
function answerApprise(request: SinkRequest): SinkAnswer {
  const payload = parse(request) ?? {}
  if (request.path !== '/notify/stored') return { status: 204, body: '' }
  const isValid =
    isText(payload['body'], 32_768) &&
    ['info', 'success', 'warning', 'failure'].includes(String(payload['type'])) &&
    payload['format'] === 'text'
  return isValid
    ? json(200, { error: null, details: [] })
    : json(400, { error: 'Payload lacks minimum requirements.', details: [] })
}

/** A browser and the push service at which it subscribed. */
export const pushBrowser = openPushBrowser()

/** Unlike the others, the service cannot read the message: `body` is what the browser decrypted. */
function answerPush({ method, headers, body }: SinkRequest): SinkAnswer {
  const defect =
    findPushDefect(headers, Number(headers['content-length'])) ??
    findVapidDefect(headers.authorization, `http://${headers.host ?? ''}`)
  if (method !== 'POST' || defect !== null || body === '') return json(400, { message: defect ?? 'no message' })
  return { status: 201, body: '' }
}

const cardText = (elements: Element[]): string =>
  elements.map(({ inlines = [] }) => inlines.map(({ text }) => text).join('')).join('\n')

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('<br>', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

interface Widget {
  textParagraph?: { text: string }
  decoratedText?: { topLabel: string; text: string }
}

interface ChatCard {
  header?: { title: string }
  sections: { widgets: Widget[] }[]
}

function chatText({ header, sections }: ChatCard): string {
  const lines = sections.flatMap(({ widgets }) =>
    widgets.map(({ textParagraph, decoratedText }) =>
      unescapeHtml(decoratedText ? `${decoratedText.topLabel}: ${decoratedText.text}` : (textParagraph?.text ?? '')),
    ),
  )
  return [header?.title ?? '', ...lines].join('\n')
}

export interface Service {
  /** The settings of a provider of this type, for a service with that URL. */
  fields: (url: string) => Record<string, string>
  /** The setting with the URL of the service; otherwise the provider has the URL. */
  setting?: 'SITEWATCH_PUSHOVER_API'
  answer: (request: SinkRequest) => SinkAnswer
  /** The decrypted body, where the service itself cannot read it. */
  decrypt?: (body: Buffer) => string
  /** The text that a person reads. */
  textOf: (body: Fields) => string
}

const KEY = 'a'.repeat(30)

export const SERVICES = {
  teams: {
    fields: (url) => ({ webhook_url: `${url}/workflows/x/triggers/manual/paths/invoke?sig=planted` }),
    answer: answerTeams,
    textOf: ({ attachments }) => cardText((attachments as { content: { body: Element[] } }[])[0]?.content.body ?? []),
  },
  google_chat: {
    fields: (url) => ({ webhook_url: `${url}/v1/spaces/AAAA/messages?key=k&token=planted` }),
    answer: answerChat,
    textOf: ({ cardsV2 }) => (cardsV2 as { card: ChatCard }[]).map(({ card }) => chatText(card)).join('\n'),
  },
  mattermost: {
    fields: (url) => ({ webhook_url: `${url}/hooks/planted` }),
    answer: answerMattermost,
    textOf: ({ text }) => unescapeHtml(String(text).replaceAll('&#64;', '@')).replaceAll(/\\(.)/gs, '$1'),
  },
  matrix: {
    fields: (url) => ({ homeserver_url: url, room_id: MATRIX_ROOM, access_token: MATRIX_TOKEN }),
    answer: homeserver.answer,
    textOf: ({ body }) => String(body),
  },
  ntfy: {
    fields: (url) => ({ server_url: url, topic: 'alerts', ntfy_token: 'tk_planted' }),
    answer: answerNtfy,
    textOf: ({ message }) => String(message),
  },
  pushover: {
    fields: () => ({ user_key: KEY, api_token: KEY }),
    setting: 'SITEWATCH_PUSHOVER_API',
    answer: answerPushover,
    textOf: ({ message }) => String(message),
  },
  opsgenie: {
    fields: (url) => ({ api_key: '01234567-89ab-cdef-0123-456789abcdef', api_url: url }),
    answer: opsgenieService.answer,
    textOf: ({ message, description = '' }) => [message, description].join('\n'),
  },
  apprise: {
    fields: (url) => ({ webhook_url: `${url}/notify/stored` }),
    answer: answerApprise,
    textOf: ({ title, body }) => [title, body].join('\n'),
  },
  web_push: {
    fields: (url) => ({ endpoint: `${url}/push/planted`, p256dh: pushBrowser.p256dh, auth: pushBrowser.auth }),
    answer: answerPush,
    decrypt: pushBrowser.decrypt,
    textOf: ({ title, body }) => [title, body].join('\n'),
  },
} as const satisfies Record<string, Service>
export type ServiceType = keyof typeof SERVICES

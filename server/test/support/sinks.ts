import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export interface SinkRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface SinkAnswer {
  status: number
  body: string
  type?: string
  headers?: Record<string, string>
}

export interface HttpSink {
  url: string
  requests: SinkRequest[]
  /** The requests to that path, oldest first. */
  sentTo(path: string): SinkRequest[]
  /** Sets the answer for a path, instead of that of the protocol. May wait. */
  on(path: string, answer: (request: SinkRequest) => SinkAnswer | Promise<SinkAnswer>): void
}

const asJson = (status: number, body: object): SinkAnswer => ({
  status,
  body: JSON.stringify(body),
  type: 'application/json; charset=utf-8',
})

function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** An incoming webhook: "ok", or the error text of Slack. */
function answerSlack({ method, headers, body }: SinkRequest): SinkAnswer {
  const payload = headers['content-type']?.startsWith('application/json') ? parse(body) : null
  if (method !== 'POST' || !payload) return { status: 400, body: 'invalid_payload' }
  if (typeof payload['text'] !== 'string' || payload['text'] === '') return { status: 400, body: 'no_text' }
  if (payload['text'].length > 40_000) return { status: 400, body: 'msg_too_long' }
  return { status: 200, body: 'ok' }
}

/** `sendMessage` of the bot API; lengths count UTF-16 units. */
function answerTelegram({ method, headers, body }: SinkRequest): SinkAnswer {
  const refuse = (error_code: number, description: string) => asJson(error_code, { ok: false, error_code, description })
  const payload = headers['content-type']?.startsWith('application/json') ? parse(body) : null
  if (method !== 'POST' || !payload) return refuse(400, 'Bad Request: message text is empty')
  const { chat_id, text: words } = payload
  if (chat_id === undefined) return refuse(400, 'Bad Request: chat_id is empty')
  if (typeof words !== 'string' || words.trim() === '') return refuse(400, 'Bad Request: message text is empty')
  if (words.length > 4096) return refuse(400, 'Bad Request: message is too long')
  const chat = { id: Number(chat_id), type: 'private' }
  return asJson(200, { ok: true, result: { message_id: 1, date: Math.floor(Date.now() / 1000), chat, text: words } })
}

/** Twilio's Messages resource: a form with Basic auth, answered 201 with the queued message. */
function answerTwilio({ method, path, headers, body }: SinkRequest, credentials: string): SinkAnswer {
  const refuse = (status: number, code: number, message: string) =>
    asJson(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
  if (method !== 'POST') return refuse(405, 20004, 'Method not allowed')
  if (headers.authorization !== `Basic ${Buffer.from(credentials).toString('base64')}`) {
    return refuse(401, 20003, 'Authenticate')
  }
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return refuse(400, 20001, 'Unsupported')
  const form = new URLSearchParams(body)
  const [to, from, words] = [form.get('To'), form.get('From'), form.get('Body')]
  if (!to) return refuse(400, 21604, "A 'To' phone number is required.")
  if (!from) return refuse(400, 21603, "A 'From' phone number is required.")
  if (!words) return refuse(400, 21602, 'Message body is required.')
  if (words.length > 1600) return refuse(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  return asJson(201, {
    sid: `SM${'0'.repeat(32)}`,
    status: 'queued',
    to,
    from,
    body: words,
    error_code: null,
    uri: path,
  })
}

export const SMS_SID = 'ACplanted5f2b81e04c7'
export const SMS_TOKEN = 'planted-sms-auth-token-77d1'

/** Fake Slack, Telegram and SMS gateway on loopback, which refuse what the real ones refuse. */
export async function startHttpSink(): Promise<HttpSink> {
  const requests: SinkRequest[] = []
  const overrides = new Map<string, (request: SinkRequest) => SinkAnswer | Promise<SinkAnswer>>()
  const answer = (request: SinkRequest): SinkAnswer | Promise<SinkAnswer> => {
    const override = overrides.get(request.path)
    if (override) return override(request)
    if (/^\/bot\d+:[^/]+\/sendMessage$/.test(request.path)) return answerTelegram(request)
    if (request.path.startsWith('/bot')) return asJson(404, { ok: false, error_code: 404, description: 'Not Found' })
    if (request.path === `/2010-04-01/Accounts/${SMS_SID}/Messages.json`) {
      return answerTwilio(request, `${SMS_SID}:${SMS_TOKEN}`)
    }
    if (request.path.startsWith('/services/')) return answerSlack(request)
    return { status: 404, body: 'no_service' }
  }
  const server = createServer((incoming, response) => {
    void text(incoming)
      .then(async (body) => {
        const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body }
        requests.push(request)
        const { status, type = 'text/plain', headers = {}, body: said } = await answer(request)
        response.writeHead(status, { 'content-type': type, ...headers }).end(said)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sentTo: (path) => requests.filter((request) => request.path === path),
    on: (path, override) => void overrides.set(path, override),
  }
}

/** Settings that point every gateway at sinks. */
export const gatewaySettings = (http: HttpSink, smtp_url: string): Record<string, string> => ({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_TELEGRAM_API: http.url,
  SITEWATCH_SMS_API: http.url,
  SITEWATCH_SMS_ACCOUNT_SID: SMS_SID,
  SITEWATCH_SMS_AUTH_TOKEN: SMS_TOKEN,
  SITEWATCH_SMS_FROM: '+15550001111',
  SMTP_URL: smtp_url,
  SITEWATCH_MAIL_FROM: 'Sitewatch <watch@example.com>',
})

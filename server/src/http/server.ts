import { Readable } from 'node:stream'
import { methodsOf, type ProblemCode, problemsOf, type Route } from '@sitewatch/contract'
import { PROBLEMS } from '@sitewatch/contract'
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { EntryRefused, isConnectionError, sqlState } from '../platform/postgres/index.ts'
import { type AddressReader } from './client-address.ts'
import { drainServer } from './drain.ts'
import { sendEvents, wantsEvents } from './event-stream.ts'
import { collectPathMethods } from './path-methods.ts'
import { answerCall, type PipelineParts } from './pipeline.ts'
import { problem, problemBody, ProblemError } from './problem.ts'
import { consumeAll } from './rate-limit.ts'
import { makeRequestId } from './request-id.ts'
import type { Served } from './serve.ts'

export interface HttpParts {
  base_url: string
  log: Log
  metrics: Metrics
  readAddress: AddressReader
}

export interface HttpServer {
  app: ReturnType<typeof createApp>
  listen(port: number, host: string): Promise<number>
  /** How a request to the API that no route answers is counted. */
  limitStrays(limit: (address: string, setHeaders: (headers: Record<string, string>) => void) => Promise<void>): void
  isDraining(): boolean
  /** Answers what was accepted, tells clients to go, and ends; at most 25 s. */
  drain(): Promise<void>
}

const BODY_LIMIT = 128 * 1024

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

function splitUrl(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) }
}

/** Any error as a problem. What nobody expected becomes a 500 without inner text; its cause is for the log. */
export function toProblem(error: unknown, route?: Route): ProblemError {
  if (error instanceof ProblemError) {
    const declared: readonly ProblemCode[] = route ? problemsOf(route) : [error.code]
    return declared.includes(error.code) ? error : problem('internal_error', { cause: error })
  }
  if (error instanceof EntryRefused) {
    return problem('unauthenticated', {
      detail: 'This key or session is no longer valid.',
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  const passing = ['57014', '40001', '40P01', '25P03'].includes(sqlState(error) ?? '')
  if (passing || isConnectionError(error)) {
    return problem('unavailable', { detail: 'Try again in a moment.', headers: { 'retry-after': '2' }, cause: error })
  }
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413) return problem('body_too_large', { detail: `The body may have at most ${BODY_LIMIT} bytes.` })
  if (status === 415) return problem('unsupported_media_type', { detail: 'Send application/json.' })
  if (status !== undefined && status >= 400 && status < 500) {
    return problem('malformed_body', { detail: 'The request could not be read.', cause: error })
  }
  return problem('internal_error', { cause: error })
}

function sendProblem(
  parts: HttpParts,
  request: FastifyRequest,
  reply: FastifyReply,
  found: ProblemError,
): FastifyReply {
  const { status } = PROBLEMS[found.code]
  if (status >= 500) {
    parts.log.error({ request_id: request.id, err: found.cause ?? found, problem: found.code }, 'request failed')
  }
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .headers(found.details.headers ?? {})
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(found, parts.base_url, request.id)))
}

type LimitStray = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Counted first: whoever asks for what is not there is limited as everybody. */
async function refuseStray(
  parts: HttpParts,
  limit: LimitStray,
  { request, reply, found }: { request: FastifyRequest; reply: FastifyReply; found: ProblemError },
): Promise<FastifyReply> {
  try {
    await limit(request, reply)
  } catch (error) {
    return sendProblem(parts, request, reply, toProblem(error))
  }
  return sendProblem(parts, request, reply, found)
}

function createApp(parts: HttpParts, limit: LimitStray) {
  const prefix = new URL(parts.base_url).pathname.replace(/\/$/, '')
  const app = Fastify({
    loggerInstance: parts.log,
    // A log of its own for each request would cost as much as reading the record; we name the request ourselves.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => makeRequestId(),
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 64, ignoreTrailingSlash: false },
    // Behind a proxy that strips the base path and behind one that does not: both reach the same route.
    rewriteUrl: (raw) => {
      // Some proxies send the whole address, which RFC 9112 bids a server accept.
      const url = (raw.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '') || '/'
      if (prefix === '' || !url.startsWith(prefix)) return url
      const rest = url.slice(prefix.length)
      return rest === '' ? '/' : rest.startsWith('/') ? rest : rest.startsWith('?') ? `/${rest}` : url
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return
      const found = problem(
        (error as { code?: string }).code === 'HPE_HEADER_OVERFLOW' ? 'body_too_large' : 'malformed_body',
        {
          detail: 'The request is not valid HTTP.',
        },
      )
      const { status, title } = PROBLEMS[found.code]
      const request_id = makeRequestId()
      const body = JSON.stringify(problemBody(found, parts.base_url, request_id))
      const headers = {
        ...SECURITY_HEADERS,
        'x-request-id': request_id,
        'cache-control': 'no-store',
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
    },
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded names nothing.
      const found = problem('not_found', { detail: 'There is no such path.', cause: error })
      reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id })
      void refuseStray(parts, limit, { request, reply, found })
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return app
}

/** What no route answers: unknown paths, wrong methods, bodies that cannot be read. */
function answerStrays(app: ReturnType<typeof createApp>, parts: HttpParts, limit: LimitStray): void {
  const methodsOfPath = collectPathMethods(app)
  app.setErrorHandler((error, request, reply) => refuseStray(parts, limit, { request, reply, found: toProblem(error) }))
  app.setNotFoundHandler((request, reply) => {
    const allow = methodsOfPath(splitUrl(request.url).path).join(', ')
    const found =
      allow === ''
        ? problem('not_found', { detail: 'There is no such path.' })
        : problem('method_not_allowed', { detail: `This path takes ${allow}.`, headers: { allow } })
    return refuseStray(parts, limit, { request, reply, found })
  })
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** The framework would refuse such a type itself, before the caller is known, and even without a body. The pipeline does, in its turn. */
function replaceBrokenMediaType({ headers }: FastifyRequest): void {
  const given = headers['content-type']
  if (given !== undefined && !MEDIA_TYPE.test(given)) headers['content-type'] = 'application/octet-stream'
}

export function createHttpServer(parts: HttpParts): HttpServer {
  let limitStrays: (
    address: string,
    setHeaders: (headers: Record<string, string>) => void,
  ) => Promise<void> = async () => undefined
  const limit: LimitStray = async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const address = parts.readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    await limitStrays(address, (headers) => void reply.headers(headers))
  }
  const app = createApp(parts, limit)
  answerStrays(app, parts, limit)
  let draining = false
  const isDebugging = parts.log.isLevelEnabled('debug')
  // Hooks that call back instead of being awaited: a promise each is what would be noticed of them.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    replaceBrokenMediaType(request)
    done()
  })
  // As late as can be: a request that was waiting when the signal came is told to go as well.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.id ?? 'none'
    parts.metrics.observeRequest(route, reply.statusCode, reply.elapsedTime)
    if (isDebugging) {
      const ms = Math.round(reply.elapsedTime)
      parts.log.debug({ request_id: request.id, route, status: reply.statusCode, ms }, 'answered')
    }
    done()
  })
  return {
    app,
    async listen(port, host) {
      await app.listen({ port, host })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    limitStrays: (limit) => void (limitStrays = limit),
    isDraining: () => draining,
    async drain() {
      draining = true
      await drainServer(app.server)
      await app.close()
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names the route in metrics and logs. */
    id?: string
  }
}

/** Mounts the API. */
export function mountRoutes(
  server: HttpServer,
  parts: HttpParts,
  pipeline: PipelineParts,
  all: readonly Served[],
): void {
  server.limitStrays((address, setHeaders) => consumeAll([[pipeline.buckets.anonymous, address]], setHeaders))
  for (const served of all) {
    const { route } = served
    server.app.route({
      method: methodsOf(route),
      url: route.path,
      config: { id: route.id },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        try {
          const { path, search } = splitUrl(request.url)
          const answer = await answerCall(pipeline, served, {
            method: request.method,
            path,
            search,
            params: request.params as Record<string, string>,
            headers: request.headers,
            body: request.body as Buffer | undefined,
            caller: {
              request_id: request.id,
              address: parts.readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']),
              user_agent: request.headers['user-agent'],
              base_url: parts.base_url,
            },
            setHeaders: (headers) => void reply.headers(headers),
          })
          if (answer.events && wantsEvents(request)) return sendEvents(reply, answer.events, () => server.isDraining())
          if (answer.file) {
            const { type, chunks } = answer.file
            return await reply.status(answer.status).headers(answer.headers).type(type).send(Readable.from(chunks))
          }
          return await reply
            .status(answer.status)
            .headers(answer.headers)
            .type('application/json; charset=utf-8')
            .send(answer.body)
        } catch (error) {
          return sendProblem(parts, request, reply, toProblem(error, route))
        }
      },
    })
  }
}

import { Readable } from 'node:stream'
import { methodsOf } from '@sitewatch/contract'
import Fastify, { type FastifyRequest, LogController } from 'fastify'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createOutageLog, type OutageLog } from '../platform/outage-log.ts'
import { inLanguage, languageOf } from '../platform/text/index.ts'
import { type AddressReader, networkOf, readClient } from './client-address.ts'
import { allowOtherOrigins, answerPreflight, isPreflight } from './cors.ts'
import { createAccessLog } from './access-log.ts'
import { drainServer, PROXY_GRACE_MS } from './drain.ts'
import { sendEvents, wantsEvents } from './event-stream.ts'
import {
  BODY_LIMIT,
  FILE_BODY_LIMIT,
  LARGE_BODY_LIMIT,
  type LimitUnmatched,
  refuseSocket,
  refuseUnmatched,
  securityHeaders,
  sendProblem,
  toProblem,
} from './failure.ts'
import { collectPathMethods } from './path-methods.ts'
import { answerCall, type PipelineParts } from './pipeline.ts'
import { problem, ProblemError } from './problem.ts'
import { consumeAll } from './rate-limit.ts'
import { chooseRequestId, readTraceId } from './request-id.ts'
import type { Served } from './serve.ts'

const wantsJson = (request: FastifyRequest): boolean => request.headers.accept?.includes('application/json') ?? false

export interface HttpParts {
  base_url: string
  log: Log
  /** Where requests are logged, if not with everything else. */
  accessLog?: Log
  metrics: Metrics
  readAddress: AddressReader
  /** How long a request may take to arrive completely. */
  request_timeout_ms?: number
}

export interface HttpServer {
  app: ReturnType<typeof createApp>
  outage: OutageLog
  listen(port: number, host: string): Promise<number>
  /** Rate limit of API requests that match no route. */
  limitUnmatched(limit: (address: string, setHeaders: (headers: Record<string, string>) => void) => Promise<void>): void
  isDraining(): boolean
  /** False as soon as the process is about to stop. */
  isReady(): boolean
  /**
   * From now on /readyz answers 503, and nothing else changes. Connections stay open: if every response closed its connection, new
   * connections in the kernel's queue would be reset when the listener closes (25 of 1,500 requests behind nginx).
   */
  announceDrain(): void
  /** Answers accepted requests, asks clients to close their connections, then ends; takes at most 15 s. */
  drain(): Promise<void>
}

function splitUrl(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) }
}

const REQUEST_TIMEOUT_MS = 30_000

function createApp(parts: HttpParts & { outage: OutageLog }, limit: LimitUnmatched) {
  const prefix = new URL(parts.base_url).pathname.replace(/\/$/, '')
  const { request_timeout_ms = REQUEST_TIMEOUT_MS } = parts
  const app = Fastify({
    loggerInstance: parts.log,
    // A child logger per request would cost as much as reading the record; the request id is added by hand.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => chooseRequestId(headers['x-request-id']),
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 64, ignoreTrailingSlash: false },
    // Behind a proxy that strips the base path and behind one that does not: both reach the same route.
    rewriteUrl: (raw) => {
      // Some proxies send the absolute URL, which RFC 9112 requires a server to accept.
      const url = (raw.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '') || '/'
      if (prefix === '' || !url.startsWith(prefix)) return url
      const rest = url.slice(prefix.length)
      return rest === '' ? '/' : rest.startsWith('/') ? rest : rest.startsWith('?') ? `/${rest}` : url
    },
    clientErrorHandler: (error, socket) => refuseSocket(parts, error, socket),
    // Node's own response to a missing Host header has no body; the first hook sends ours.
    // Node swaps the two timeouts if the one for headers is longer, and its default for headers is a minute.
    http: {
      requireHostHeader: false,
      headersTimeout: request_timeout_ms,
      connectionsCheckingInterval: Math.ceil(request_timeout_ms / 10),
    },
    requestTimeout: request_timeout_ms,
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded matches no route.
      const found = problem('not_found', { detail: 'Path not found.', cause: error })
      reply.headers({ ...securityHeaders(parts.base_url), 'x-request-id': request.id })
      void refuseUnmatched(parts, limit, { request, reply, found })
    },
  })
  // Node forgets the address of a connection that has closed, unless it was read before. Requests read it after they have waited.
  app.server.on('connection', (socket) => void socket.remoteAddress)
  // An unknown Expect header is ignored: without this, Node refuses it, without a body.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return app
}

/** Requests that no route answers: unknown paths, wrong methods, bodies that cannot be read. */
function answerUnmatched(
  app: ReturnType<typeof createApp>,
  parts: HttpParts & { outage: OutageLog },
  limit: LimitUnmatched,
): void {
  const methodsOfPath = collectPathMethods(app)
  const findMissing = (request: FastifyRequest): ProblemError => {
    const allow = methodsOfPath(splitUrl(request.url).path).join(', ')
    return allow === ''
      ? problem('not_found', { detail: 'Path not found.' })
      : problem('method_not_allowed', { detail: `This path supports ${allow}.`, headers: { allow } })
  }
  app.setErrorHandler((error, request, reply) => {
    // For an unknown path the problem is 404, whatever is wrong with the body.
    const isMissing = request.is404 && !(error instanceof ProblemError)
    const found = isMissing ? findMissing(request) : toProblem(error, undefined, request.routeOptions.bodyLimit)
    return refuseUnmatched(parts, limit, { request, reply, found })
  })
  app.setNotFoundHandler((request, reply) => {
    const methods = isPreflight(request) ? methodsOfPath(splitUrl(request.url).path) : []
    if (methods.length > 0) return answerPreflight(reply, methods)
    return refuseUnmatched(parts, limit, { request, reply, found: findMissing(request) })
  })
}

const PATHS_WITHOUT_PAGES = /^\/(?:api\/|t\/|mcp(?:\?|$))/
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** The framework would reject a malformed type before the caller is known, and even without a body. The pipeline rejects it instead. */
function replaceBrokenMediaType({ headers }: FastifyRequest): void {
  const mediaType = headers['content-type']
  if (mediaType !== undefined && !MEDIA_TYPE.test(mediaType)) headers['content-type'] = 'application/octet-stream'
}

/** Pages are in the reader's language. The API and the collector use English and skip the detection. */
function inReadersLanguage(request: FastifyRequest, next: () => void): void {
  const language = PATHS_WITHOUT_PAGES.test(request.url) ? 'en' : languageOf(request)
  if (language === 'en') next()
  else inLanguage(language, next)
}

export function createHttpServer(parts: HttpParts): HttpServer {
  let limitUnmatched: (
    address: string,
    setHeaders: (headers: Record<string, string>) => void,
  ) => Promise<void> = async () => undefined
  const limit: LimitUnmatched = async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    await limitUnmatched(readClient(parts.readAddress, request), (headers) => void reply.headers(headers))
  }
  const outage = createOutageLog(parts.log)
  const app = createApp({ ...parts, outage }, limit)
  answerUnmatched(app, { ...parts, outage }, limit)
  let isDrainAnnounced = false
  let draining = false
  const logRequest = createAccessLog(parts.accessLog ?? parts.log)
  const headers = securityHeaders(parts.base_url)
  // Callback hooks instead of async ones: a promise for each would cost more than the hooks do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    allowOtherOrigins(request, reply)
    const { traceparent } = request.headers
    if (traceparent !== undefined && readTraceId(traceparent) !== undefined) reply.header('traceparent', traceparent)
    replaceBrokenMediaType(request)
    const { raw } = request
    const isHostless = raw.headers.host === undefined && raw.httpVersion === '1.1'
    const refusal = isHostless ? problem('malformed_body', { detail: 'HTTP/1.1 requires a Host header.' }) : undefined
    inReadersLanguage(request, () => done(refusal))
  })
  // As late as possible, so that a request that was waiting when the signal came gets the header as well.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.id ?? 'none'
    parts.metrics.observeRequest(route, reply.statusCode, reply.elapsedTime)
    logRequest(request, reply, route)
    done()
  })
  return {
    app,
    outage,
    async listen(port, host) {
      await app.listen({ port, host })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    limitUnmatched: (limit) => void (limitUnmatched = limit),
    isDraining: () => draining,
    isReady: () => !isDrainAnnounced && !draining,
    announceDrain: () => void (isDrainAnnounced = true),
    async drain() {
      draining = true
      await drainServer(app.server, isDrainAnnounced ? PROXY_GRACE_MS : undefined)
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
  server.limitUnmatched((address, setHeaders) =>
    consumeAll([[pipeline.buckets.anonymous, networkOf(address)]], setHeaders),
  )
  for (const served of all) {
    const { route } = served
    server.app.route({
      method: methodsOf(route),
      url: route.path,
      config: { id: route.id },
      ...(route.largeBody && { bodyLimit: LARGE_BODY_LIMIT }),
      ...(route.fileBody && { bodyLimit: FILE_BODY_LIMIT }),
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
              address: readClient(parts.readAddress, request),
              user_agent: request.headers['user-agent'],
              base_url: parts.base_url,
            },
            setHeaders: (headers) => void reply.headers(headers),
          })
          server.outage.answered('Postgres')
          if (answer.events && wantsEvents(request)) return sendEvents(reply, answer.events, () => server.isDraining())
          if (answer.file && !(answer.file.unlessJson && wantsJson(request))) {
            const { type, chunks } = answer.file
            return await reply.status(answer.status).headers(answer.headers).type(type).send(Readable.from(chunks))
          }
          if (answer.status === 304) return await reply.status(304).headers(answer.headers).send()
          return await reply
            .status(answer.status)
            .headers(answer.headers)
            .type('application/json; charset=utf-8')
            .send(answer.body)
        } catch (error) {
          return sendProblem({ ...parts, outage: server.outage }, request, reply, toProblem(error, route))
        }
      },
    })
  }
}

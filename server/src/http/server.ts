import { methodsOf, type ProblemCode, problemsOf, type Route } from '@sitewatch/contract'
import { PROBLEMS } from '@sitewatch/contract'
import Fastify, {
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { EntryRefused, isConnectionError, sqlState } from '../platform/postgres/index.ts'
import { type AddressReader } from './client-address.ts'
import { drainServer } from './drain.ts'
import { answerCall, type PipelineParts } from './pipeline.ts'
import { problem, problemBody, ProblemError } from './problem.ts'
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
  isDraining(): boolean
  /** Answers what was accepted, tells clients to go, and ends; at most 25 s. */
  drain(): Promise<void>
}

const BODY_LIMIT = 128 * 1024
const ALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

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
  if (status === 413) return problem('body_too_large', { detail: `The body may have ${BODY_LIMIT} bytes.` })
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
  if (status >= 500) request.log.error({ err: found.cause ?? found, code: found.code }, 'request failed')
  return reply
    .status(status)
    .headers(found.details.headers ?? {})
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(found, parts.base_url, request.id)))
}

function createApp(parts: HttpParts) {
  const prefix = new URL(parts.base_url).pathname.replace(/\/$/, '')
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => makeRequestId(),
    bodyLimit: BODY_LIMIT,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 64, ignoreTrailingSlash: false },
    // Behind a proxy that strips the base path and behind one that does not: both reach the same route.
    rewriteUrl: (raw) => {
      const url = raw.url ?? '/'
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
      const body = JSON.stringify(problemBody(found, parts.base_url, makeRequestId()))
      socket.end(
        `HTTP/1.1 ${PROBLEMS[found.code].status} ${PROBLEMS[found.code].title}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    },
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded names nothing.
      const found = problem('not_found', { detail: 'There is no such path.', cause: error })
      void sendProblem(
        parts,
        request,
        reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id }),
        found,
      )
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => sendProblem(parts, request, reply, toProblem(error)))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(parts, request, reply, problem('not_found', { detail: 'There is no such path.' })),
  )
  return app
}

export function createHttpServer(parts: HttpParts): HttpServer {
  const app = createApp(parts)
  let draining = false
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id })
    if (draining) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.id ?? 'none'
    parts.metrics.observeRequest(route, reply.statusCode, reply.elapsedTime)
    request.log.debug({ route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  return {
    app,
    async listen(port, host) {
      await app.listen({ port, host })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
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

/** Mounts the API: each path with its methods, and 405 for the others. */
export function mountRoutes(
  { app }: HttpServer,
  parts: HttpParts,
  pipeline: PipelineParts,
  all: readonly Served[],
): void {
  const byPath = new Map<string, Set<string>>()
  for (const served of all) {
    const { route } = served
    const methods = methodsOf(route)
    const known = byPath.get(route.path) ?? new Set<string>()
    for (const method of methods) known.add(method)
    byPath.set(route.path, known)
    app.route({
      method: methods,
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
  for (const [path, methods] of byPath) {
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ')
    app.route({
      method: ALL_METHODS.filter((method) => !methods.has(method)),
      url: path,
      config: { id: 'method_not_allowed' },
      handler: async (request, reply) => {
        const found = problem('method_not_allowed', { detail: `This path takes ${allow}.`, headers: { allow } })
        return sendProblem(parts, request, reply.header('cache-control', 'no-store'), found)
      },
    })
  }
}

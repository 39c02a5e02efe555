import type { FastifyRequest } from 'fastify'
import type { Metrics } from '../platform/metrics.ts'
import type { Progress } from '../platform/progress.ts'
import { isSame, sha256 } from '../platform/secrets.ts'
import type { LimitRequest } from './limit-by-network.ts'
import { problem } from './problem.ts'
import type { HttpServer } from './server.ts'

export interface Operations {
  metrics: Metrics
  metricsToken: string | undefined
  /** Throws, or names what is not ready yet. */
  checkReady: () => Promise<string | null>
  /** Rate limit of /readyz, which queries the database. */
  limit: LimitRequest
  /** Dependencies that are unavailable although this process runs on without them. */
  listDegraded?: () => Promise<readonly string[]>
  progress: Progress
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** A client on this machine, and not a local proxy that forwards the request of another client. */
const isDirectPeer = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') && FORWARDING_HEADERS.every((name) => headers[name] === undefined)

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

/** The operator: a client on this machine, or one that sends the metrics token. */
function isOperator(request: FastifyRequest, token: string | undefined): boolean {
  const bearer = bearerOf(request)
  return bearer === undefined ? isDirectPeer(request) : token !== undefined && isSame(sha256(bearer), sha256(token))
}

/** The driver's message names internal hosts and ports: only the operator sees it. */
function describeFailure(error: unknown, request: FastifyRequest, token: string | undefined): string {
  return isOperator(request, token) ? `Not reachable: ${(error as Error).message}` : 'The database cannot be reached.'
}

/** Health, readiness and metrics. Every process serves them, whatever its roles. */
export function mountOperations(server: HttpServer, operations: Operations): void {
  const { metrics, metricsToken, checkReady, listDegraded, limit, progress } = operations
  const { app } = server
  app.get('/healthz', { config: { id: 'healthz' } }, async (_request, reply) => {
    const stalled = progress.findStalled().map(({ name, seconds }) => `${name} (${seconds} s)`)
    if (stalled.length > 0) throw problem('unavailable', { detail: `No progress: ${stalled.join(', ')}.` })
    return reply.header('cache-control', 'no-store').type('application/json').send({ status: 'ok' })
  })
  app.get('/readyz', { config: { id: 'readyz' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const draining = !server.isReady()
    if (!draining) await limit(request, reply)
    const notReady = draining
      ? 'This process is shutting down.'
      : await checkReady().catch((error: unknown) => describeFailure(error, request, metricsToken))
    if (notReady !== null) throw problem('unavailable', { detail: notReady, headers: { 'retry-after': '2' } })
    const degraded = (await listDegraded?.()) ?? []
    return reply.type('application/json').send({ status: 'ready', ...(degraded.length > 0 && { degraded }) })
  })
  app.get('/metrics', { config: { id: 'metrics' } }, async (request, reply) => {
    if (!isOperator(request, metricsToken))
      throw problem('unauthenticated', {
        detail: 'Request it from this machine, or send SITEWATCH_METRICS_TOKEN as a bearer token.',
        headers: { 'www-authenticate': 'Bearer' },
      })
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics())
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../platform/log.ts'
import { readTraceId } from './request-id.ts'

/** Requested every few seconds by health checks. */
const HEALTH_ROUTES = new Set(['healthz', 'readyz', 'metrics'])
/** Sent by visitors and by jobs: 2,000 events a second would be 25 GB of log a day. They are counted in the metrics. */
const HIGH_VOLUME_ROUTES = /^(collect\.(post|preflight|script|plausible|umami)|heartbeats\.ping)$/

/**
 * Logs one line for each request, at level info; requests of visitors and health checks at level debug. The line has the route instead of
 * the path, because a path or a query can contain a token. It has no IP address.
 */
export function createAccessLog(log: Log): (request: FastifyRequest, reply: FastifyReply, route: string) => void {
  const [isInfo, isDebug] = [log.isLevelEnabled('info'), log.isLevelEnabled('debug')]
  return (request, reply, route) => {
    const isQuiet = HEALTH_ROUTES.has(route) || HIGH_VOLUME_ROUTES.test(route)
    if (isQuiet ? !isDebug : !isInfo) return
    const trace_id = readTraceId(request.headers.traceparent)
    const line = {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(trace_id !== undefined && { trace_id }),
    }
    if (isQuiet) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}

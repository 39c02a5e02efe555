import type { Socket } from 'node:net'
import { type ProblemCode, PROBLEMS, problemsOf, type Route } from '@sitewatch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ClickHouseUnavailable } from '../platform/clickhouse/failure.ts'
import { GateFull } from '../platform/gate.ts'
import type { Log } from '../platform/log.ts'
import type { OutageLog } from '../platform/outage-log.ts'
import { EntryRefused, isTransient, isConnectionError, NotAMember, RoleChanged } from '../platform/postgres/index.ts'
import { historyUnavailable } from './history-unavailable.ts'
import { notFound, problem, problemBody, ProblemError } from './problem.ts'
import { PROBLEM_PAGE_HEADERS, renderProblem, wantsPage } from './problem-page.ts'
import { makeRequestId } from './request-id.ts'

interface FailureParts {
  outage: OutageLog
  base_url: string
  log: Log
}

export const BODY_LIMIT = 128 * 1024
export const LARGE_BODY_LIMIT = 2 * 1024 * 1024
export const FILE_BODY_LIMIT = 9 * 1024 * 1024

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** One year, as browsers require; without includeSubDomains, because other hosts of the domain do not belong to this service. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' }

export const securityHeaders = (base_url: string): Record<string, string> =>
  base_url.startsWith('https:') ? { ...SECURITY_HEADERS, ...HSTS } : SECURITY_HEADERS

/** Any error as a problem. An unexpected one becomes a 500 without details; its cause goes to the log. */
export function toProblem(error: unknown, route?: Route, body_limit = BODY_LIMIT): ProblemError {
  if (error instanceof ProblemError) {
    const declared: readonly ProblemCode[] = route ? problemsOf(route) : [error.code]
    return declared.includes(error.code) ? error : problem('internal_error', { cause: error })
  }
  if (error instanceof GateFull) {
    return problem('unavailable', {
      detail: 'The server is overloaded. Try again in a moment.',
      headers: { 'retry-after': '2' },
    })
  }
  if (error instanceof ClickHouseUnavailable) return historyUnavailable(error)
  if (error instanceof NotAMember) return toProblem(notFound(), route)
  if (error instanceof RoleChanged) {
    return problem('unavailable', {
      detail: 'Your role in this team has just changed. Try again.',
      headers: { 'retry-after': '1' },
    })
  }
  if (error instanceof EntryRefused) {
    return problem('unauthenticated', {
      detail: 'This key or session is no longer valid.',
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  if (isTransient(error)) {
    return problem('unavailable', { detail: 'Try again in a moment.', headers: { 'retry-after': '2' }, cause: error })
  }
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413)
    return problem('body_too_large', { detail: `The body must not be larger than ${body_limit} bytes.` })
  if (status === 415) return problem('unsupported_media_type', { detail: 'Send application/json.' })
  if (status !== undefined && status >= 400 && status < 500) {
    return problem('malformed_body', { detail: 'The request could not be parsed.', cause: error })
  }
  return problem('internal_error', { cause: error })
}

/** A transient error is logged without its stack, and one that affects every request is not logged for each. */
function logUnavailable({ log, outage }: FailureParts, request_id: string, { cause, message }: ProblemError): void {
  if (isConnectionError(cause)) return outage.failed('Postgres', cause)
  if (cause instanceof ClickHouseUnavailable) return outage.failed('ClickHouse', cause)
  if (cause === undefined) return log.debug({ request_id, reason: message }, 'request refused')
  log.warn({ request_id, reason: cause instanceof Error ? cause.message : message }, 'request refused')
}

export function logProblem(parts: FailureParts, request_id: string, found: ProblemError): void {
  if (found.code === 'unavailable') logUnavailable(parts, request_id, found)
  else if (PROBLEMS[found.code].status >= 500) {
    parts.log.error({ request_id, err: found.cause ?? found, problem: found.code }, 'request failed')
  }
}

export function sendProblem(
  parts: FailureParts,
  request: FastifyRequest,
  reply: FastifyReply,
  found: ProblemError,
): FastifyReply {
  const { status } = PROBLEMS[found.code]
  logProblem(parts, request.id, found)
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .headers(found.details.headers ?? {})
  if (wantsPage(request)) {
    return reply.headers(PROBLEM_PAGE_HEADERS).send(renderProblem(found, request, parts.base_url))
  }
  return reply
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(found, parts.base_url, request.id)))
}

export type LimitUnmatched = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Answers a request that no route handles. Rate-limited first: requests to unknown paths count like any other. */
export async function refuseUnmatched(
  parts: FailureParts,
  limit: LimitUnmatched,
  { request, reply, found }: { request: FastifyRequest; reply: FastifyReply; found: ProblemError },
): Promise<FastifyReply> {
  try {
    await limit(request, reply)
  } catch (error) {
    return sendProblem(parts, request, reply, toProblem(error))
  }
  return sendProblem(parts, request, reply, found)
}

function describeSocketError(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return problem('headers_too_large', { detail: 'The URL and the headers are too large.' })
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return problem('request_timeout', { detail: 'The request was not received in time. Send it again.' })
  }
  return problem('malformed_body', { detail: 'The request is not valid HTTP.' })
}

/** A connection whose data is not HTTP or did not arrive completely, so that no request was answered. */
export function refuseSocket({ base_url }: Pick<FailureParts, 'base_url'>, error: Error, socket: Socket): void {
  if (!socket.writable) return
  const found = describeSocketError((error as NodeJS.ErrnoException).code)
  const { status, title } = PROBLEMS[found.code]
  const request_id = makeRequestId()
  const body = JSON.stringify(problemBody(found, base_url, request_id))
  const headers = {
    ...securityHeaders(base_url),
    'x-request-id': request_id,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
}

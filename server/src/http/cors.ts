import type { FastifyReply, FastifyRequest } from 'fastify'

/** Request headers that a page of another origin may send. */
const ALLOWED_HEADERS =
  'authorization, content-type, idempotency-key, if-match, if-none-match, traceparent, x-request-id'
/** Response headers that such a page may read. */
const EXPOSED_HEADERS =
  'etag, link, location, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id, x-total-events'

const isApi = ({ url }: FastifyRequest): boolean => url.startsWith('/api/')

export const isPreflight = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' &&
  isApi(request) &&
  request.headers.origin !== undefined &&
  request.headers['access-control-request-method'] !== undefined

/**
 * Any page may use the API with a key, which it has to send itself. A session is for our own pages: a response to a request without
 * a key is not readable by other origins, and `Access-Control-Allow-Credentials` is never sent, so browsers show no answer to a request
 * with cookies.
 */
export function allowOtherOrigins(request: FastifyRequest, reply: FastifyReply): void {
  const { authorization, origin } = request.headers
  if (origin === undefined || authorization === undefined || !isApi(request)) return
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS })
}

/** The browser sends the key only after this answer, so it depends on the path alone. */
export function answerPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  return reply
    .status(204)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '7200',
    })
    .send()
}

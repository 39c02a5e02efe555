import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressReader } from '../../http/client-address.ts'
import { problem, problemBody, type ProblemError } from '../../http/problem.ts'
import type { Site } from '../websites/index.ts'
import { memoizeRecent } from './bounded-cache.ts'
import { readClient } from './client.ts'
import type { Collector } from './collector.ts'
import { readLanguage } from './language.ts'
import type { Scripts } from './script.ts'
import type { Visit } from './visit.ts'
import { readTracked } from './wire.ts'

export interface PublicParts {
  /** Undefined while the schema is not migrated. */
  collector: () => Collector | undefined
  scripts: Scripts
  readAddress: AddressReader
  isOwnProbe: (headers: FastifyRequest['headers']) => boolean
  base_url: string
}

/** The largest body of a keepalive request in browsers. */
export const BODY_LIMIT = 64 * 1024
const RETRY_AFTER_SECONDS = '5'

export const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
} as const

/** Headers of the response to a CORS preflight. */
export const preflightHeaders = (headers: string) => ({
  ...CROSS_ORIGIN,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': headers,
  'access-control-max-age': '86400',
})

const unavailable = (detail: string): ProblemError => problem('unavailable', { detail })

const OVER_SHARE = unavailable('This website sends too many events right now. Try again later.')
const FULL = unavailable('The event queue is full. Try again later.')
const NOT_READY = unavailable('The database is not ready yet. Try again later.')
const NOT_STORED = unavailable('Events could not be stored. Try again later.')

/** Describes the visitor from the request alone. */
function createVisitReader({ readAddress, isOwnProbe }: PublicParts): (request: FastifyRequest, site: Site) => Visit {
  const readPeer = memoizeRecent(10_000, (peer) => readAddress(peer, undefined))
  const readVisitorAddress = ({ socket, headers }: FastifyRequest): string => {
    const forwarded = headers['x-forwarded-for']
    return forwarded === undefined ? readPeer(socket.remoteAddress ?? '') : readAddress(socket.remoteAddress, forwarded)
  }
  return (request, site) => {
    const { headers } = request
    const user_agent = headers['user-agent'] ?? ''
    return {
      site,
      address: readVisitorAddress(request),
      user_agent,
      client: readClient(user_agent),
      language: readLanguage(headers['accept-language']),
      is_own_probe: isOwnProbe(headers),
      refuses_tracking: headers['dnt'] === '1' || headers['sec-gpc'] === '1',
      now_ms: Date.now(),
    }
  }
}

/** Events of one request, for one website. */
interface SentEvents {
  tracking_id: string
  /** In the format of our tracking script. Called once it is the website's turn; null when they cannot be read. */
  readEvents: () => unknown[] | null
  /** Detail of the problem when the events cannot be read: what to send instead. */
  malformed_detail: string
}

export type Receiver = (
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentEvents,
) => Promise<'stored' | 'answered'>

/** Receives the events of all browsers, whichever script they run. `answered`: the response, a 503 with Retry-After, is already sent. */
export function createReceiver(parts: PublicParts): Receiver {
  const readVisit = createVisitReader(parts)

  /** Not thrown: each error would be logged, just when the process is overloaded. */
  const sendUnavailable = (request: FastifyRequest, reply: FastifyReply, error: ProblemError): 'answered' => {
    void reply
      .status(503)
      .headers({ ...CROSS_ORIGIN, 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' })
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemBody(error, parts.base_url, request.id)))
    return 'answered'
  }

  return async (request, reply, { tracking_id, readEvents, malformed_detail }) => {
    const collector = parts.collector()
    if (!collector) return sendUnavailable(request, reply, NOT_READY)
    const found = collector.sites.find(tracking_id)
    const site = found instanceof Promise ? await found : found
    const admitted = collector.admit(site.id)
    if (admitted !== true && !(await admitted)) return sendUnavailable(request, reply, OVER_SHARE)
    if (collector.isFull) return sendUnavailable(request, reply, FULL)
    const events = readEvents()
    if (events === null) {
      collector.countDrop(site, 'malformed')
      throw problem('malformed_body', { detail: malformed_detail })
    }
    try {
      await collector.take(readVisit(request, site), events, readTracked)
    } catch (error) {
      collector.noteFailure(error)
      return sendUnavailable(request, reply, NOT_STORED)
    }
    return 'stored'
  }
}

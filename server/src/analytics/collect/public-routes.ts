import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressReader } from '../../http/client-address.ts'
import { problem, problemBody, type ProblemError } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { isTrackingId, type Site } from '../websites/index.ts'
import { rememberNewest } from './bounded-cache.ts'
import { readClient } from './client.ts'
import type { Collector } from './collector.ts'
import { readLanguage } from './language.ts'
import { pickEncoding, type Script, type Scripts } from './script.ts'
import type { Visit } from './visit.ts'
import { readBatch, readTracked } from './wire.ts'

export interface PublicParts {
  /** Undefined while the schema is not migrated. */
  collector: () => Collector | undefined
  scripts: Scripts
  readAddress: AddressReader
  isOwnProbe: (headers: FastifyRequest['headers']) => boolean
  base_url: string
}

/** The largest body of a keepalive request in browsers. */
const BODY_LIMIT = 64 * 1024
const RETRY_AFTER_SECONDS = '5'

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
} as const

interface PostRoute {
  Params: { tracking_id: string }
}

const laterBecause = (detail: string): ProblemError => problem('unavailable', { detail })

const OVER_SHARE = laterBecause('This website sends too many events right now. Try again later.')
const FULL = laterBecause('The event queue is full. Try again later.')
const NOT_READY = laterBecause('The database is not ready yet. Try again later.')
const NOT_STORED = laterBecause('Events could not be stored. Try again later.')

const ACCEPTED = Object.entries({ ...CROSS_ORIGIN, 'content-length': '0', 'cache-control': 'no-store' }).flat()

/** Without the framework: this is the most frequent response of the program, and the headers of a page mean nothing on it. */
function answerAccepted(reply: FastifyReply, request_id: string, isLast: boolean): void {
  reply.hijack()
  const headers = [...ACCEPTED, 'x-request-id', request_id]
  reply.raw.writeHead(202, isLast ? [...headers, 'connection', 'close'] : headers)
  reply.raw.end()
}

/** Who sends, read from the request only. */
function createVisitReader({ readAddress, isOwnProbe }: PublicParts): (request: FastifyRequest, site: Site) => Visit {
  const readPeer = rememberNewest(10_000, (peer) => readAddress(peer, undefined))
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
      now_ms: Date.now(),
    }
  }
}

function mountPost({ app, isDraining }: HttpServer, parts: PublicParts): void {
  const { base_url } = parts
  const readVisit = createVisitReader(parts)

  /** Not thrown: each error would be logged, just when the process is overloaded. */
  const answerLater = (request: FastifyRequest, reply: FastifyReply, why: ProblemError): FastifyReply =>
    reply
      .status(503)
      .headers({ ...CROSS_ORIGIN, 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' })
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemBody(why, base_url, request.id)))

  const countOversized = (tracking_id: string): void => {
    const collector = parts.collector()
    if (!collector) return
    const site = Promise.resolve(collector.sites.find(tracking_id))
    site.then((found) => collector.countDrop(found, 'oversized'), collector.noteFailure)
  }

  app.post<PostRoute>(
    '/t/:tracking_id',
    {
      config: { id: 'collect.post' },
      bodyLimit: BODY_LIMIT,
      errorHandler: (error, request, reply) => {
        reply.headers(CROSS_ORIGIN)
        if (error.statusCode === 413) countOversized(request.params.tracking_id)
        throw error
      },
    },
    async (request, reply) => {
      const { tracking_id } = request.params
      if (!isTrackingId(tracking_id)) throw problem('not_found', { detail: 'Path not found.' })
      const collector = parts.collector()
      if (!collector) return answerLater(request, reply, NOT_READY)
      const found = collector.sites.find(tracking_id)
      const site = found instanceof Promise ? await found : found
      const admitted = collector.admit(site.id)
      if (admitted !== true && !(await admitted)) return answerLater(request, reply, OVER_SHARE)
      if (collector.isFull) return answerLater(request, reply, FULL)
      const events = readBatch(request.body as Buffer | undefined)
      if (events === null) {
        collector.countDrop(site, 'malformed')
        throw problem('malformed_body', { detail: 'Send a JSON array of 1 to 20 events.' })
      }
      try {
        await collector.take(readVisit(request, site), events, readTracked)
      } catch (error) {
        collector.noteFailure(error)
        return answerLater(request, reply, NOT_STORED)
      }
      answerAccepted(reply, request.id, isDraining())
      return undefined
    },
  )
}

function mountPreflight({ app }: HttpServer): void {
  app.options('/t/:tracking_id', { config: { id: 'collect.preflight' } }, async (_request, reply) =>
    reply
      .status(204)
      .headers({
        ...CROSS_ORIGIN,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}

/** An hour, so that a change of honor_dnt takes effect soon; a browser that is offline or slow may use yesterday's copy. */
const CACHE = 'public, max-age=3600, stale-while-revalidate=86400'

function sendScript(request: FastifyRequest, reply: FastifyReply, script: Script): FastifyReply {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const etag = script.etags[encoding]
  reply.headers({ ...CROSS_ORIGIN, 'cache-control': CACHE, vary: 'accept-encoding', etag })
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(etag) || known?.includes('*')) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/javascript; charset=utf-8').send(script.bodies[encoding])
}

function mountScripts({ app }: HttpServer, { collector, scripts }: PublicParts): void {
  app.get(
    '/t/:file',
    { config: { id: 'collect.script' } },
    async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const { file } = request.params
      const [, tracking_id = '', kind] = /^([^.]*)(\.vitals)?\.js$/.exec(file) ?? []
      if (!isTrackingId(tracking_id)) {
        throw problem('not_found', { detail: 'Path not found.', headers: CROSS_ORIGIN })
      }
      if (kind !== undefined) return sendScript(request, reply, scripts.vitals)
      // The same for an unknown id: the script must not reveal which ids exist. While the database is unavailable the
      // script is served all the same, and respects Do Not Track, to be on the safe side.
      const honor_dnt = await Promise.resolve(collector()?.sites.find(tracking_id)).then(
        (site) => site?.honor_dnt ?? true,
        () => true,
      )
      return sendScript(request, reply, scripts.tracker(honor_dnt))
    },
  )
}

/** What the browsers of visitors call. Not part of the API: no key, no envelope, and every page may read the response. */
export function mountPublicRoutes(server: HttpServer, parts: PublicParts): void {
  mountScripts(server, parts)
  mountPreflight(server)
  mountPost(server, parts)
}

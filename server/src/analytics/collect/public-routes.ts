import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendEncoded } from '../../http/encoded-text.ts'
import { problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { isTrackingId } from '../websites/index.ts'
import { mountDropIns } from './drop-in/index.ts'
import {
  BODY_LIMIT,
  createReceiver,
  CROSS_ORIGIN,
  preflightHeaders,
  type PublicParts,
  type Receiver,
} from './receive.ts'
import type { Script } from './script.ts'
import { readBatch } from './wire.ts'

interface PostRoute {
  Params: { tracking_id: string }
}

const ACCEPTED = Object.entries({ ...CROSS_ORIGIN, 'content-length': '0', 'cache-control': 'no-store' }).flat()

/** Bypasses the framework: this is the most frequent response, and the headers of a page have no effect on it. */
function sendAccepted(reply: FastifyReply, request_id: string, closesConnection: boolean): void {
  reply.hijack()
  const headers = [...ACCEPTED, 'x-request-id', request_id]
  reply.raw.writeHead(202, closesConnection ? [...headers, 'connection', 'close'] : headers)
  reply.raw.end()
}

function mountPost({ app, isDraining }: HttpServer, parts: PublicParts, receive: Receiver): void {
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
      const outcome = await receive(request, reply, {
        tracking_id,
        readEvents: () => readBatch(request.body as Buffer | undefined),
        malformed_detail: 'Send a JSON array of 1 to 20 events.',
      })
      if (outcome === 'stored') sendAccepted(reply, request.id, isDraining())
      return reply
    },
  )
}

function mountPreflight({ app }: HttpServer): void {
  app.options('/t/:tracking_id', { config: { id: 'collect.preflight' } }, async (_request, reply) =>
    reply.status(204).headers(preflightHeaders('content-type')).send(),
  )
}

/** An hour, so that a change of honor_dnt takes effect soon; a browser that is offline or slow may use yesterday's copy. */
const CACHE = 'public, max-age=3600, stale-while-revalidate=86400'

function sendScript(request: FastifyRequest, reply: FastifyReply, script: Script): FastifyReply {
  reply.headers({ ...CROSS_ORIGIN, 'cache-control': CACHE }).type('text/javascript; charset=utf-8')
  return sendEncoded(request, reply, script)
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

/** Routes that visitors' browsers call. Not part of the API: no key, no envelope, and every page may read the response. */
export function mountPublicRoutes(server: HttpServer, parts: PublicParts): void {
  const receive = createReceiver(parts)
  mountScripts(server, parts)
  mountPreflight(server)
  mountPost(server, parts, receive)
  mountDropIns(server, receive)
}

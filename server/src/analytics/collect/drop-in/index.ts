import type { FastifyReply } from 'fastify'
import { problem } from '../../../http/problem.ts'
import type { HttpServer } from '../../../http/server.ts'
import { isTrackingId } from '../../websites/index.ts'
import { BODY_LIMIT, CROSS_ORIGIN, preflightHeaders, type Receiver } from '../receive.ts'
import { readPlausible } from './plausible.ts'
import { type DropInEvent, type Fields, parseFields } from './sent-event.ts'
import { readUmami } from './umami.ts'

interface DropIn {
  id: string
  path: string
  /** The field that holds the tracking ID. */
  field: string
  read: (body: Fields) => DropInEvent | null
  /** Responds like the original server, because the script may check the response. */
  accept: (reply: FastifyReply) => FastifyReply
}

/** Umami's server sends a token that saves it a look-up, and its script returns it with every event. We need none. */
const UMAMI_RESPONSE = JSON.stringify({ cache: '' })

const DROP_INS: readonly DropIn[] = [
  {
    id: 'collect.plausible',
    path: '/api/event',
    field: 'domain',
    read: readPlausible,
    accept: (reply) => reply.status(202).type('text/plain; charset=utf-8').send('ok'),
  },
  {
    id: 'collect.umami',
    path: '/api/send',
    field: 'website',
    read: readUmami,
    accept: (reply) => reply.status(200).type('application/json; charset=utf-8').send(UMAMI_RESPONSE),
  },
]

function readBody({ read, field }: DropIn, body: Buffer | undefined): DropInEvent & { tracking_id: string } {
  const fields = parseFields(body?.toString() ?? '')
  const sent = fields && read(fields)
  if (!sent) throw problem('malformed_body', { detail: 'The body must be JSON as the script sends it.' })
  const { tracking_id, event } = sent
  if (typeof tracking_id !== 'string' || !isTrackingId(tracking_id))
    throw problem('malformed_body', { detail: `${field} must be the tracking ID of a website.` })
  return { tracking_id, event }
}

function mountDropIn({ app }: HttpServer, receive: Receiver, dropIn: DropIn): void {
  const { id, path } = dropIn
  app.options(path, { config: { id: 'collect.preflight' } }, async (_request, reply) =>
    reply.status(204).headers(preflightHeaders('content-type, x-umami-cache')).send(),
  )
  app.post(
    path,
    {
      config: { id },
      bodyLimit: BODY_LIMIT,
      errorHandler: (error, _request, reply) => {
        reply.headers(CROSS_ORIGIN)
        throw error
      },
    },
    async (request, reply) => {
      const { tracking_id, event } = readBody(dropIn, request.body as Buffer | undefined)
      reply.headers({ ...CROSS_ORIGIN, 'cache-control': 'no-store' })
      if (event === null) return dropIn.accept(reply)
      const sent = { tracking_id, readEvents: () => [event], malformed_detail: '' }
      return (await receive(request, reply, sent)) === 'stored' ? dropIn.accept(reply) : reply
    },
  )
}

/** The scripts of Plausible and Umami can send here while a website migrates. Their events are received like those of our own script. */
export function mountDropIns(server: HttpServer, receive: Receiver): void {
  for (const dropIn of DROP_INS) mountDropIn(server, receive, dropIn)
}

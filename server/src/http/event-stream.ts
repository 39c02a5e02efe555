import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'

const KEEP_ALIVE_MS = 15_000
const DRAIN_POLL_MS = 1000
/** A stream ends after this; the browser reconnects by itself, and its credential is verified again. */
const MAX_STREAM_MS = 5 * 60_000

export const wantsEvents = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/event-stream') ?? false

/** A message with a name of its own; a record without one is a plain `data:`. */
export class NamedEvent {
  readonly name: string
  readonly data: unknown

  constructor(name: string, data: unknown = {}) {
    this.name = name
    this.data = data
  }
}

const writeMessage = (record: unknown): string =>
  record instanceof NamedEvent
    ? `event: ${record.name}\ndata: ${JSON.stringify(record.data)}\n\n`
    : `data: ${JSON.stringify(record)}\n\n`

/** Server-sent events: one message per record, until there are no more, the client disconnects, or this process stops. */
export async function sendEvents(
  reply: FastifyReply,
  events: (signal: AbortSignal) => AsyncIterable<unknown>,
  isDraining: () => boolean,
): Promise<FastifyReply> {
  const { raw } = reply
  const ended = new AbortController()
  const end = (): void => ended.abort()
  raw.on('close', end)
  const keepAlive = setInterval(() => raw.write(': \n\n'), KEEP_ALIVE_MS)
  const drainPoll = setInterval(() => {
    if (isDraining()) end()
  }, DRAIN_POLL_MS)
  const limit = setTimeout(end, MAX_STREAM_MS)
  reply.hijack()
  try {
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // Otherwise nginx buffers messages until it has 4 kB of them.
      'x-accel-buffering': 'no',
    })
    raw.flushHeaders()
    for await (const record of events(ended.signal)) {
      // Backpressure: a client that does not read delays its own stream and takes no memory here.
      if (!raw.write(writeMessage(record)) && !ended.signal.aborted) await once(raw, 'drain', { signal: ended.signal })
    }
  } catch (error) {
    if (!ended.signal.aborted) reply.log.warn({ err: error }, 'event stream aborted')
  } finally {
    clearInterval(keepAlive)
    clearInterval(drainPoll)
    clearTimeout(limit)
    raw.end()
  }
  return reply
}

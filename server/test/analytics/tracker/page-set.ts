import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
// oxlint-disable-next-line no-restricted-imports -- Nothing signals that no further request will come.
import { setTimeout as delay } from 'node:timers/promises'
import type { Payload, TrackerEvent } from '../../../../tracker/src/payload.ts'
import { describeEvents } from './describe-events.ts'
import { until } from '../../support/until.ts'

export const trackingId = '00abcdefGHIJKL12'

type Page = string | { html: string; status?: number; headers?: Record<string, string> }

interface Options {
  honorDnt?: boolean
  /** The status of the n-th POST, counted from 0; `drop` closes the connection. */
  answer?: (post: number) => number | 'drop'
  /** Answers the paths that are not pages. */
  handle?: RequestListener
}

interface Post {
  method: string
  path: string
  headers: IncomingHttpHeaders
  events: TrackerEvent[]
}

export interface PageSet {
  /** The origin of the pages; the collector has another one. */
  site: string
  collector: string
  /** Every request to the collector that is not for a script, preflights included. */
  posts: Post[]
  /** The events of posts that were answered with 2xx. */
  events(): TrackerEvent[]
  /** Waits for that many events. */
  arrive(count: number): Promise<void>
  /** Waits for that many events, then until no more arrive, and describes all of them. */
  settle(count: number): Promise<string[]>
  close(): Promise<void>
}

export type Snippet = (attributes?: string) => string

const dist = new URL('../../../../tracker/dist/', import.meta.url)

/** Real pages and a collector with a base path, each on its own loopback origin. */
export async function servePages(
  pages: (snippet: Snippet, collector: string) => Record<string, Page>,
  options: Options = {},
): Promise<PageSet> {
  const scripts: Record<string, string> = {
    [`${trackingId}.js`]: (await readFile(new URL('tracker.js', dist), 'utf8')).replace(
      '__HONOR_DNT__',
      options.honorDnt ? '1' : '0',
    ),
    [`${trackingId}.vitals.js`]: await readFile(new URL('vitals.js', dist), 'utf8'),
  }
  const posts: Post[] = []
  const accepted: TrackerEvent[] = []
  let content: Record<string, Page> = {}

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const page = content[pathname]
    const script = scripts[pathname.split('/').at(-1) ?? '']
    if (request.method === 'GET' && page !== undefined) {
      const { html, status = 200, headers = {} } = typeof page === 'string' ? { html: page } : page
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
      response.end(`<!doctype html><html><head><link rel="icon" href="data:,"></head><body>${html}</body></html>`)
    } else if (request.method === 'GET' && script) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(script)
    } else if (request.method !== 'GET') {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      const status = options.answer?.(posts.length) ?? 202
      const payload = JSON.parse(body || '[]') as Payload
      const events = Array.isArray(payload) ? payload : [payload]
      posts.push({ method: request.method ?? '', path: pathname, headers: request.headers, events })
      if (status === 'drop') request.socket.destroy()
      else {
        if (status < 300) accepted.push(...events)
        response.writeHead(status, { 'access-control-allow-origin': '*' }).end()
      }
    } else if (options.handle) {
      options.handle(request, response)
    } else response.writeHead(404).end()
  }

  const listener: RequestListener = (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  }
  const servers = [createServer(listener), createServer(listener)] as const
  const site = await listen(servers[0])
  const collector = `${await listen(servers[1])}/watch/t/${trackingId}`
  content = pages((attributes = '') => {
    return `<script defer src="${collector}.js" data-allow-automation ${attributes}></script>`
  }, collector)

  const arrive = async (count: number) => {
    await until(
      () => accepted.length >= count,
      `${count} events have arrived`,
      () => describeEvents(accepted, site),
    )
  }

  return {
    site,
    collector,
    posts,
    events: () => accepted,
    arrive,
    async settle(count) {
      await arrive(count)
      await delay(150)
      return describeEvents(accepted, site)
    },
    async close() {
      const closed = servers.map((server) => once(server, 'close'))
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
      await Promise.all(closed)
    },
  }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface Behaviour {
  status?: number
  body?: string
  headers?: Record<string, string>
  /** Answers after this delay. */
  delay_ms?: number
  /** Answers once this is settled. */
  after?: Promise<void>
  /** Drops the connection instead of answering. */
  drop?: boolean
}

export interface Target {
  base: string
  port: number
  /** Every request so far. */
  requests: { path: string; method: string; headers: IncomingMessage['headers']; body: string; at: number }[]
  set(path: string, behaviour: Behaviour): void
}

/** A server whose answers can be set for each path; 200 by default. */
export async function startTarget(host = '127.0.0.1'): Promise<Target> {
  const behaviours = new Map<string, Behaviour>()
  const requests: Target['requests'] = []
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const {
      status = 200,
      body = 'all is well',
      headers = {},
      delay_ms = 0,
      after,
      drop = false,
    } = behaviours.get(request.url ?? '') ?? {}
    if (drop) {
      request.socket.destroy()
      return
    }
    const reply = (): void => void response.writeHead(status, headers).end(body)
    if (after) void after.then(reply)
    // oxlint-disable-next-line no-restricted-globals -- How slow the server is.
    else setTimeout(reply, delay_ms)
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers,
        body,
        at: performance.now(),
      })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    base: `http://${host}:${port}`,
    port,
    requests,
    set: (path, behaviour) => void behaviours.set(path, behaviour),
  }
}

import http from 'node:http'
import { atEnd } from './at-end.ts'

export interface FastAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

export interface FastCall {
  (method: string, path: string, headers: http.OutgoingHttpHeaders, body?: string | Buffer): Promise<FastAnswer>
}

/** Instead of fetch, which takes as long as the server does; this takes a third of that. */
export function createFastCall(base: string, at_once: number): FastCall {
  const agent = new http.Agent({ keepAlive: true, maxSockets: at_once })
  const { hostname, port } = new URL(base)
  atEnd(() => agent.destroy())
  return (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        },
        (response) => {
          const done = (text: string): void =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
          // A stream without an end: its start is the answer.
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            request.on('error', () => undefined)
            response.destroy()
            return done('')
          }
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => done(Buffer.concat(chunks).toString()))
        },
      )
      request.on('error', reject)
      request.end(body)
    })
}

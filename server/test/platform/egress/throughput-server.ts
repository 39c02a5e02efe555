// The same small page over http and https, in a separate process.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificates.ts'

const [pair] = (await once(process, 'message')) as [Certificate]
const page = `<html>${'x'.repeat(2_000)}</html>`
const servers = [
  createHttpServer((_, response) => response.end(page)),
  createHttpsServer(pair, (_, response) => response.end(page)),
]
for (const server of servers) {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 })
  await once(server, 'listening')
}
process.send?.(servers.map((server) => (server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

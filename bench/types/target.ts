import http from 'node:http'
import net, { type AddressInfo, type Server } from 'node:net'
import tls from 'node:tls'
import { createAuthority } from '../../server/test/platform/egress/certificates.ts'
import { data, startRecordServer } from '../../server/test/monitoring/checks/record-server.ts'

/** One server for each type, in a separate process. Prints { ca, ports } when they listen. */
const authority = createAuthority()
const certificate = authority.issue(['IP:127.0.0.1'], 30)

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve))
  return (server.address() as AddressInfo).port
}
const ignore = (socket: net.Socket): void => void socket.on('error', () => socket.destroy()).resume()

const ports = {
  tcp: await listen(net.createServer(ignore)),
  tls: await listen(tls.createServer(certificate, ignore).on('tlsClientError', () => undefined)),
  http: await listen(http.createServer((_, response) => response.end('ok'))),
  dns: (await startRecordServer({ 'A web.test': [data.A('9.9.9.9')] })).port,
  ping: 0,
}
process.stdout.write(`${JSON.stringify({ ca: authority.ca, ports })}\n`)
authority.remove()
process.on('SIGTERM', () => process.exit())

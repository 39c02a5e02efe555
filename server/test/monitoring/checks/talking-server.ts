import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { Certificate } from '../../platform/egress/certificates.ts'

export interface TalkingServer {
  readonly port: number
  readonly address: string
  readonly received: string[]
  close(): Promise<void>
}

export type Talk = (socket: Socket, log: (text: string) => void) => void

/** A server that runs `talk` on each connection. */
export async function startTalkingServer(talk: Talk): Promise<TalkingServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    talk(socket, (text) => void received.push(text))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: `127.0.0.1:${port}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers each line with the first reply whose pattern matches; `upgrade` switches to TLS after it. */
export interface Script {
  greeting?: string
  replies: readonly (readonly [ask: RegExp, reply: string, then?: 'upgrade' | 'close' | undefined])[]
}

export const speak =
  (script: Script, certificate?: Certificate, protocol?: 'TLSv1.2'): Talk =>
  (socket, log) => {
    if (script.greeting !== undefined) socket.write(script.greeting)
    const listen = (stream: Socket): void => {
      stream.on('data', (bytes) => {
        const text = bytes.toString('latin1')
        log(text)
        const [, reply, then] = script.replies.find(([ask]) => ask.test(text)) ?? [null, 'ERR\r\n', undefined]
        if (then === 'close') stream.end(reply)
        else stream.write(reply)
        if (then === 'upgrade') {
          stream.removeAllListeners('data')
          listen(secureSocket(socket, certificate, protocol))
        }
      })
    }
    listen(socket)
  }

export function secureSocket(socket: Socket, certificate: Certificate | undefined, protocol?: 'TLSv1.2'): TLSSocket {
  const secureContext = createSecureContext({ ...certificate, ...(protocol && { maxVersion: protocol }) })
  const secured = new TLSSocket(socket, { isServer: true, secureContext })
  secured.on('error', () => socket.destroy())
  return secured
}

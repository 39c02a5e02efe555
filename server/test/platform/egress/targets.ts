import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface Target {
  readonly port: number
  readonly url: string
  readonly accepted: () => number
  close(): Promise<void>
}

export function startHttpTarget(listener: RequestListener): Promise<Target> {
  return listen(createHttpServer(listener))
}

/** A raw TCP server. Errors of a peer that disconnects are expected. */
export function startTcpTarget(onSocket: (socket: Socket) => void): Promise<Target> {
  return listen(
    createTcpServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy())
      onSocket(socket)
    }),
  )
}

/** Sends `text` once the request has arrived. */
export function startFixedTarget(text: string | Buffer, isLeftOpen = false): Promise<Target> {
  return startTcpTarget((socket) => {
    socket.once('data', () => (isLeftOpen ? socket.write(text) : socket.end(text)))
  })
}

export async function listen(server: Server, host = '127.0.0.1', requested_port = 0): Promise<Target> {
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(requested_port, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${host}:${port}`,
    accepted: () => accepted,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { public_ipv4, public_ipv6 } from './namespace.ts'

export interface Canaries {
  /** The address of every accepted connection to an address that is not public. */
  readonly hits: string[]
  close(): void
}

export const canary_ports = [80, 443, 8080, 53] as const

/**
 * Listens on every address of the namespace, so that no forbidden one can be missed: connections to a public address go to
 * `serve`, all others are hits.
 */
export async function startCanaries(serve: (port: number, socket: Socket) => void): Promise<Canaries> {
  const hits: string[] = []
  const servers: Server[] = []
  for (const port of canary_ports) {
    for (const host of ['0.0.0.0', '::']) {
      const server = createServer((socket) => {
        socket.on('error', () => socket.destroy())
        const address = socket.localAddress ?? ''
        if (address === public_ipv4 || address === public_ipv6) return serve(port, socket)
        hits.push(address)
        socket.destroy()
      })
      server.listen({ port, host, ipv6Only: true, backlog: 4096 })
      await once(server, 'listening')
      servers.push(server)
    }
  }
  return {
    hits,
    close: () => {
      for (const server of servers) server.close()
    },
  }
}

/** The same for datagrams to port 53; each counts as `udp`, or as `public` if sent to the public address. */
export async function startDnsCanaries(): Promise<string[]> {
  const hits: string[] = []
  for (const [host, name] of [
    ['0.0.0.0', 'udp'],
    ['::', 'udp'],
    [public_ipv4, 'public'],
  ] as const) {
    const type = host === '::' ? 'udp6' : 'udp4'
    const socket = createSocket({ type, reuseAddr: true, ipv6Only: type === 'udp6' })
    socket.on('message', () => void hits.push(name))
    socket.bind(53, host)
    await once(socket, 'listening')
  }
  return hits
}

/** The addresses that a program without a guard would reach. */
export async function findReachable(addresses: readonly string[]): Promise<string[]> {
  const reached = await Promise.all(
    [...new Set(addresses)].map(
      (host) =>
        new Promise<string[]>((resolve) => {
          const socket = connect({ host, port: canary_ports[0], timeout: 2_000 })
          const finish = (found: string[]): void => {
            socket.destroy()
            resolve(found)
          }
          socket.on('connect', () => finish([host]))
          socket.on('timeout', () => finish([]))
          socket.on('error', () => finish([]))
        }),
    ),
  )
  return reached.flat()
}

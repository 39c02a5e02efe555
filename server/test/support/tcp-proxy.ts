import net from 'node:net'
import { atEnd } from './at-end.ts'

export interface TcpProxy {
  port: number
  /** Every connection through it breaks, as when a network or a machine dies; new ones pass again. */
  cut(): void
}

/** Stands between the program and a store, so that a test can pull the cable. */
export async function startTcpProxy(target_port: number): Promise<TcpProxy> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(target_port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    cut()
    server.close()
  })
  return { port: (server.address() as net.AddressInfo).port, cut }
}

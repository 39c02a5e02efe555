import net from 'node:net'
import { atEnd } from './at-end.ts'

export interface TcpProxy {
  port: number
  /** Breaks every connection, as when a network or a machine fails; new ones work again. */
  cut(): void
  /**
   * Connections stay open but no byte passes any more, as behind a firewall that has dropped its state: those that the store sees
   * from `ports`, or all. New ones work, unless everything is frozen: then they are accepted and no byte passes either.
   */
  freeze(what: 'all' | readonly number[]): void
  /** Frozen connections pass bytes again, including those that were buffered. */
  thaw(): void
}

/** A proxy between the program and a store, so that a test can interrupt the network. */
export async function startTcpProxy(target_port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [net.Socket, net.Socket]>()
  const frozen = new Set<net.Socket>()
  let isFrozen = false
  const stop = (socket: net.Socket): void => {
    frozen.add(socket)
    socket.unpipe()
    socket.pause()
  }
  const server = net.createServer((near) => {
    const far = net.connect(target_port, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      if (isFrozen) stop(one)
      else one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        frozen.delete(one)
        other.destroy()
      })
    }
  })
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    freeze(what) {
      isFrozen = what === 'all'
      for (const pair of pairs) {
        if (what === 'all' || what.includes(pair[1].localPort ?? 0)) pair.forEach(stop)
      }
    },
    thaw() {
      isFrozen = false
      for (const [near, far] of pairs) {
        if (!frozen.has(near)) continue
        near.pipe(far)
        far.pipe(near)
      }
      frozen.clear()
    },
  }
}

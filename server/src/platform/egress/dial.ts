import { connect, type Socket } from 'node:net'
import { isSameAddress, type Address } from './address.ts'
import type { Deadline } from './deadline.ts'
import { describeConnectError, notAllowed, type Failure } from './failure.ts'

// RFC 8305 connection attempt delay: a dead first address costs this, not the whole deadline.
const attempt_delay_ms = 250

export interface Dialled {
  readonly ok: true
  readonly socket: Socket
  readonly address: string
}

export interface Endpoint {
  readonly addresses: readonly Pick<Address, 'text' | 'family'>[]
  readonly port: number
}

/**
 * Connects to the first address that accepts. Attempts start 250 ms apart, or right after a failure. Takes only IP addresses, so
 * no name is resolved between vetting and connecting. Verifies the peer before writing a byte.
 */
export function dial(endpoint: Endpoint, deadline: Deadline): Promise<Dialled | Failure> {
  return new Promise((resolve) => {
    const sockets: Socket[] = []
    const failures: Failure[] = []
    let isOver = false
    let timer: NodeJS.Timeout | undefined

    const finish = (outcome: Dialled | Failure): void => {
      isOver = true
      clearTimeout(timer)
      const winner = outcome.ok ? outcome.socket : null
      for (const socket of sockets) if (socket !== winner) socket.destroy()
      resolve(outcome)
    }
    const tryNext = (): void => {
      const address = endpoint.addresses[sockets.length]
      if (!address || isOver) return
      const socket = connect({ host: address.text, port: endpoint.port, family: address.family, noDelay: true })
      sockets.push(socket)
      socket.once('connect', () => finish(checkPeer(socket, address.text)))
      socket.on('error', (error: NodeJS.ErrnoException) => {
        // The listener stays on the socket for good. Later phases handle errors after the race.
        if (isOver) return
        failures.push(describeConnectError(error))
        if (failures.length === endpoint.addresses.length) return finish(pickFailure(failures))
        if (failures.length === sockets.length) tryNext()
      })
      clearTimeout(timer)
      if (sockets.length < endpoint.addresses.length) timer = setTimeout(tryNext, attempt_delay_ms)
    }
    deadline.enter('connecting', finish)
    tryNext()
  })
}

/**
 * Returns the last failure that is about the target. Where this machine cannot use IPv6, an attempt over IPv6 fails for a local reason and
 * says nothing about the address that refused.
 */
export const pickFailure = (failures: readonly Failure[]): Failure =>
  failures.findLast(({ kind }) => kind !== 'local') ??
  failures.at(-1) ??
  describeConnectError({ name: '', message: '' })

/** Compares the peer address reported by the kernel with the vetted address. */
export function checkPeer(socket: Socket, address: string): Dialled | Failure {
  if (!isSameAddress(socket.remoteAddress ?? '', address)) {
    socket.destroy()
    return socket.remoteAddress === undefined
      ? describeConnectError({ name: '', message: '', code: 'ECONNRESET' })
      : notAllowed
  }
  return { ok: true, socket, address }
}

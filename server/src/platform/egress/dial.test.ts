import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { checkPeer, pickFailure } from './dial.ts'
import { describeConnectError } from './failure.ts'

function connectedTo(remoteAddress: string | undefined): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
}

describe('pickFailure', () => {
  const failed = (code: string) => describeConnectError(Object.assign(new Error(code), { code }))

  it('prefers a failure of the target to missing IPv6 on this machine', () => {
    for (const codes of [
      ['ECONNREFUSED', 'EADDRNOTAVAIL'],
      ['EADDRNOTAVAIL', 'ECONNREFUSED'],
    ])
      expect(pickFailure(codes.map(failed))).toEqual(failed('ECONNREFUSED'))
    expect(pickFailure(['ETIMEDOUT', 'EHOSTUNREACH'].map(failed))).toEqual(failed('EHOSTUNREACH'))
  })

  it('reports a local failure when no attempt could be made', () => {
    expect(pickFailure(['EMFILE', 'EADDRNOTAVAIL'].map(failed))).toMatchObject({ kind: 'local' })
  })
})

describe('checkPeer', () => {
  it('accepts the dialed address in any notation', () => {
    const socket = connectedTo('2606:4700::1')
    expect(checkPeer(socket, '2606:4700:0:0:0:0:0:1')).toEqual({ ok: true, socket, address: '2606:4700:0:0:0:0:0:1' })
    expect(socket.destroyed).toBe(false)
  })

  it.each(['127.0.0.1', '1.1.1.2', '::ffff:1.1.1.1'])('closes a connection whose peer is %s instead', (peer) => {
    const socket = connectedTo(peer)
    expect(checkPeer(socket, '1.1.1.1')).toMatchObject({ ok: false, kind: 'not_allowed' })
    expect(socket.destroyed).toBe(true)
  })

  it('reports a connection without a peer as reset', () => {
    expect(checkPeer(connectedTo(undefined), '1.1.1.1')).toMatchObject({ ok: false, kind: 'connect' })
  })
})

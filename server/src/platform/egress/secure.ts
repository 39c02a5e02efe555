import type { Socket } from 'node:net'
import { connect, createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls'
import { parseAddress } from './address.ts'
import type { Deadline } from './deadline.ts'
import { describeTlsError, type Failure } from './failure.ts'

export interface Secured {
  readonly ok: true
  readonly socket: TLSSocket
  readonly expires_at: Date | null
}

export interface TlsOptions {
  readonly host: string
  readonly verify: boolean
  readonly context: SecureContext
}

const alpnHttp11 = Buffer.from('\x08http/1.1', 'latin1')

/** Shared by all requests, because loading CAs costs more than a handshake. `ca`: PEM, in addition to the system CAs. */
export function createSharedContext(ca: readonly string[] = []): SecureContext {
  return createSecureContext(ca.length === 0 ? {} : { ca: [...getCACertificates('default'), ...ca] })
}

/** `rejectUnauthorized` controls verification per connection. The shared context holds only the CAs. */
export function secure(socket: Socket, options: TlsOptions, deadline: Deadline): Promise<Secured | Failure> {
  return new Promise((resolve) => {
    const finish = (outcome: Secured | Failure): void => {
      if (!outcome.ok) {
        tlsSocket.destroy()
        socket.destroy()
      }
      resolve(outcome)
    }
    const tlsSocket = connect({
      socket,
      host: options.host,
      // An IP address is no valid SNI (RFC 6066), but the certificate must match it as `host`.
      ...(parseAddress(options.host) ? {} : { servername: options.host }),
      secureContext: options.context,
      rejectUnauthorized: options.verify,
      ALPNProtocols: alpnHttp11,
    })
    tlsSocket.once('secureConnect', () => finish({ ok: true, socket: tlsSocket, expires_at: readExpiry(tlsSocket) }))
    tlsSocket.on('error', (error: NodeJS.ErrnoException) => finish(describeTlsError(error)))
    tlsSocket.once('close', () => finish(describeTlsError({ name: '', message: '', code: 'ECONNRESET' })))
    deadline.enter('negotiating TLS', finish)
  })
}

function readExpiry(socket: TLSSocket): Date | null {
  const expires_at = socket.getPeerX509Certificate()?.validToDate
  return expires_at && !Number.isNaN(expires_at.getTime()) ? expires_at : null
}

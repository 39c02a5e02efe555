import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect, createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls'
import { parseAddress } from './address.ts'
import type { Deadline } from './deadline.ts'
import { describeTlsError, type Failure } from './failure.ts'

export interface Secured {
  readonly ok: true
  readonly socket: TLSSocket
  /** Read here, because Node returns it only once. */
  readonly leaf: X509Certificate | null
}

export interface TlsOptions {
  readonly host: string
  readonly verify: boolean
  readonly context: SecureContext
  /** Name for SNI and to find in the certificate, if it is not the host. */
  readonly server_name?: string | null
  /** Offers HTTP/1.1 by ALPN. Other protocols offer nothing. */
  readonly isHttp?: boolean
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
    const host = options.server_name ?? options.host
    const tlsSocket = connect({
      socket,
      host,
      // An IP address is not a valid SNI (RFC 6066), but the certificate must match it as `host`.
      ...(parseAddress(host) ? {} : { servername: host }),
      secureContext: options.context,
      rejectUnauthorized: options.verify,
      ...(options.isHttp && { ALPNProtocols: alpnHttp11 }),
    })
    tlsSocket.once('secureConnect', () =>
      finish({ ok: true, socket: tlsSocket, leaf: tlsSocket.getPeerX509Certificate() ?? null }),
    )
    tlsSocket.on('error', (error: NodeJS.ErrnoException) => finish(describeTlsError(error)))
    tlsSocket.once('close', () => finish(describeTlsError({ name: '', message: '', code: 'ECONNRESET' })))
    deadline.enter('negotiating TLS', finish)
  })
}

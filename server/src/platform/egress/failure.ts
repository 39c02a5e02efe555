/**
 * `local`: this machine could not open a socket or query its resolver (no descriptors, no ports, not permitted). It says
 * nothing about the target. Every other kind is about the target.
 */
export type FailureKind =
  | 'not_allowed'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'too_many_redirects'
  | 'aborted'
  | 'local'

/** `message` is for the team of the monitor: no addresses, and no text from the remote server. */
export interface Failure {
  readonly ok: false
  readonly kind: FailureKind
  readonly message: string
}

export function fail(kind: FailureKind, message: string): Failure {
  return { ok: false, kind, message }
}

/** One message for every refused target, so that nobody can map an internal network by it. */
export const notAllowed: Failure = fail(
  'not_allowed',
  'The target is not allowed: it is a private address or an address of this server. Your administrator can allow it.',
)

export const notUsable: Failure = fail('protocol', 'The address is not a valid http or https URL.')
export const noAddress: Failure = fail('dns', 'The host name has no IP address.')

const localMessages: Record<string, string> = {
  EMFILE: 'The Sitewatch server has too many open connections.',
  ENFILE: 'The Sitewatch server has too many open connections.',
  ENOBUFS: 'The Sitewatch server is out of network buffers.',
  ENOMEM: 'The Sitewatch server is out of memory.',
  EADDRNOTAVAIL: 'The Sitewatch server has no free local port.',
  EACCES: 'The Sitewatch server is not allowed to make this connection.',
  EPERM: 'The Sitewatch server is not allowed to make this connection.',
}

const connectMessages: Record<string, string> = {
  ECONNREFUSED: 'Connection refused.',
  ECONNRESET: 'The server reset the connection.',
  EPIPE: 'The server closed the connection early.',
  ECONNABORTED: 'The connection was aborted.',
  ETIMEDOUT: 'The connection attempt timed out.',
  EHOSTUNREACH: 'No route to the server.',
  ENETUNREACH: 'No route to the network of the server.',
  EHOSTDOWN: 'The server is unreachable.',
}

const tlsMessages: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  CERT_REVOKED: 'The certificate was revoked.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in an unknown certificate authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate chain is incomplete.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate was issued by an unknown certificate authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate chain is incomplete.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is not valid for this host name.',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'The server does not support TLS 1.2 or newer.',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'The server does not support TLS 1.2 or newer.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not use TLS on this port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The server does not use TLS on this port.',
  ECONNRESET: 'The server closed the connection during the TLS handshake.',
}

const dnsMessages: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The DNS servers did not respond.',
  ETIMEOUT: 'The DNS servers did not respond in time.',
  ESERVFAIL: 'The DNS servers returned an error.',
  EREFUSED: 'The DNS servers refused the query.',
  EBADNAME: 'The host name is not valid.',
}

export function describeConnectError(error: NodeJS.ErrnoException): Failure {
  const code = error.code ?? ''
  const local = localMessages[code]
  if (local) return fail('local', local)
  return fail('connect', connectMessages[code] ?? 'The connection failed.')
}

export function describeTlsError(error: NodeJS.ErrnoException): Failure {
  return fail('tls', tlsMessages[error.code ?? ''] ?? 'The TLS handshake failed.')
}

export function describeDnsError(error: NodeJS.ErrnoException): Failure {
  if (error.code === 'ECONNREFUSED') return fail('local', 'The DNS servers of the Sitewatch server are unreachable.')
  if (error.code === 'ENODATA') return noAddress
  return fail('dns', dnsMessages[error.code ?? ''] ?? 'The host name could not be resolved.')
}

export function describeExchangeError(error: NodeJS.ErrnoException): Failure {
  const code = error.code ?? ''
  if (code === 'HPE_HEADER_OVERFLOW') return fail('protocol', 'The response headers are too large.')
  if (code.startsWith('HPE_')) return fail('protocol', 'The response is not valid HTTP.')
  if (code.startsWith('ERR_')) return fail('protocol', 'The request could not be sent as HTTP.')
  return describeConnectError(error)
}

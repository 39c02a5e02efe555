import { lookup } from 'node:dns/promises'
import { unescape } from 'node:querystring'
import type { SecureContext } from 'node:tls'
import { parseAddress } from './address.ts'
import { Deadline } from './deadline.ts'
import { dial } from './dial.ts'
import { describeDnsError, notUsable, type Failure } from './failure.ts'
import { parseHostPort } from './host-port.ts'
import { interleaveFamilies } from './resolve.ts'
import type { RouteTarget } from './reach.ts'
import { runRequest, type EgressRequest, type EgressResult, type Route } from './request.ts'
import { createSharedContext } from './secure.ts'

export type TrustedRequest = Pick<
  EgressRequest,
  'method' | 'headers' | 'body' | 'timeout_ms' | 'signal' | 'max_body_bytes'
>

/**
 * For hosts from the operator's configuration, such as gateways or the deadman. Deadlines and size limits apply, the
 * address check does not. Redirects are not followed. Never pass user input to it.
 */
export function requestTrusted(url: string | URL, request: TrustedRequest): Promise<EgressResult> {
  const parsed = URL.parse(String(url))
  const headers = { ...readUserinfo(parsed), ...request.headers }
  return runRequest(trustedRoute, { ...request, url: parsed ?? String(url), headers, follow_redirects: 0 })
}

/** Returns whether an operator-configured `host:port` accepts a connection. Never rejects. */
export async function probeTrusted(hostPort: string, timeout_ms: number): Promise<boolean> {
  const endpoint = parseHostPort(hostPort)
  if (!endpoint) return false
  const deadline = new Deadline(timeout_ms)
  const target = await deadline.wait('resolving the host name', lookupTrusted(endpoint.host))
  const dialled = target.ok ? await dial({ addresses: target.addresses, port: endpoint.port }, deadline) : target
  deadline.close()
  if (dialled.ok) dialled.socket.destroy()
  return dialled.ok
}

let context: SecureContext | null = null

const trustedRoute: Route = {
  context: () => (context ??= createSharedContext()),
  locate: lookupTrusted,
  forget: () => undefined,
  vet: (url) => {
    const parsed = URL.parse(String(url))
    return parsed?.protocol === 'http:' || parsed?.protocol === 'https:' ? parsed : notUsable
  },
}

/** Uses the system resolver, not c-ares, because short names need search domains. Its four threads suffice for few names. */
async function lookupTrusted(host: string): Promise<RouteTarget | Failure> {
  const literal = parseAddress(host)
  if (literal) return { ok: true, addresses: [literal], isPrivateAllowed: false }
  try {
    const found = await lookup(host, { all: true })
    const addresses = found.map(({ address, family }) => ({ text: address, family: family === 6 ? 6 : 4 }) as const)
    return { ok: true, addresses: interleaveFamilies(addresses), isPrivateAllowed: false }
  } catch (error) {
    if (error instanceof Error) return describeDnsError(error)
    throw error
  }
}

function readUserinfo(url: URL | null): Record<string, string> {
  if (!url || (url.username === '' && url.password === '')) return {}
  const pair = `${unescape(url.username)}:${unescape(url.password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** What decides where a record sends its secrets. */
export interface Destination {
  /** Every URL or host of the record, in a fixed order; null or absent where it uses the default. */
  readonly urls: readonly unknown[]
  readonly resolver?: unknown
  readonly verify_tls?: unknown
}

export type DestinationChange = 'origin' | 'resolver' | 'verify_tls'

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function readOrigin(text: unknown): { scheme: string; host: string; port: string } {
  const url = typeof text === 'string' ? URL.parse(text) : null
  const port = url && DEFAULT_PORTS[url.protocol]
  if (port) return { scheme: url.protocol, host: url.hostname, port: url.port || port }
  // Another kind of target, such as host:port, or the default: equal only to itself.
  return { scheme: '', host: typeof text === 'string' ? text.toLowerCase() : '', port: '' }
}

/**
 * From http to https of one host is no change if the port stays or both have their default port. Everything else that differs is a
 * change, even if it might lead to the same server: another port, a trailing dot, the default written out.
 */
function isSameOrigin(before: unknown, after: unknown): boolean {
  const [from, to] = [readOrigin(before), readOrigin(after)]
  if (from.host !== to.host) return false
  if (from.scheme === to.scheme) return from.port === to.port
  const isSamePort = from.port === to.port || (from.port === '80' && to.port === '443')
  return from.scheme === 'http:' && to.scheme === 'https:' && isSamePort
}

/** Why secrets that were entered for one destination must not go to the other; null if they may. */
export function findDestinationChange(before: Destination, after: Destination): DestinationChange | null {
  const count = Math.max(before.urls.length, after.urls.length)
  const isMoved = Array.from({ length: count }, (_, n) => !isSameOrigin(before.urls[n], after.urls[n])).includes(true)
  if (isMoved) return 'origin'
  if ((before.resolver ?? null) !== (after.resolver ?? null)) return 'resolver'
  return before.verify_tls !== false && after.verify_tls === false ? 'verify_tls' : null
}

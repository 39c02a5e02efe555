import { judgeAddress, parseAddress, type Address, type AddressPolicy } from './address.ts'

export type VettedUrl = { ok: true; url: URL } | { ok: false; reason: 'malformed' | 'target_not_allowed' }
export type VettedHost = { ok: true; host: string } | { ok: false; reason: 'malformed' | 'target_not_allowed' }
export type VettedEndpoint =
  | { ok: true; host: string; port: number }
  | { ok: false; reason: 'malformed' | 'target_not_allowed' }

const malformed = { ok: false, reason: 'malformed' } as const
const targetNotAllowed = { ok: false, reason: 'target_not_allowed' } as const

/**
 * Checks syntax and literal addresses. Names are not resolved. The address is checked first, so that a forbidden target in any
 * notation returns `target_not_allowed`.
 */
export function vetUrl(text: string, policy: AddressPolicy, base?: URL): VettedUrl {
  const url = URL.parse(text, base?.href)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return malformed
  const host = readHost(url)
  const literal = parseAddress(host)
  if (
    literal ? judgeAddress(literal, policy) === 'refused' : isLocalhost(host) && localhostAddresses(policy).length === 0
  )
    return targetNotAllowed
  if (url.username !== '' || url.password !== '' || url.port === '0') return malformed
  if (!literal && !isHostName(host)) return malformed
  return { ok: true, url }
}

/** Accepts a host name, an address (IPv6 with or without brackets) or an http(s) URL. Returns only the host. */
export function vetHost(text: string, policy: AddressPolicy): VettedHost {
  const target = text.trim()
  const vetted = vetUrl(target.includes('://') ? target : `http://${bracketIpv6(target)}`, policy)
  if (!vetted.ok) return vetted
  if (!target.includes('://') && !isBareHost(target)) return malformed
  return { ok: true, host: readHost(vetted.url) }
}

/** Accepts `host:port`, `[v6]:port`, and with a default port the host alone. Not a URL. */
export function vetEndpoint(text: string, policy: AddressPolicy, default_port?: number): VettedEndpoint {
  const target = text.trim()
  const parts = parseAddress(target)?.family === 6 ? null : /^(.*):(\d{1,5})$/.exec(target)
  const host = parts?.[1] ?? target
  const vetted = host.includes('/') ? malformed : vetHost(host, policy)
  if (!vetted.ok) return vetted
  const port = parts ? Number(parts[2]) : default_port
  if (port === undefined || port < 1 || port > 65_535) return malformed
  return { ok: true, host: vetted.host, port }
}

function bracketIpv6(target: string): string {
  return parseAddress(target)?.family === 6 ? `[${target}]` : target
}

function isBareHost(target: string): boolean {
  return parseAddress(target) !== null || /^\[[^\]]+\]$/.test(target) || !/[/?#@\\:]/.test(target)
}

/** Returns the name for DNS, SNI and certificate matching, without brackets and trailing dot. */
export function readHost(url: URL): string {
  const host = url.hostname
  if (host.startsWith('[')) return host.slice(1, -1)
  return host.endsWith('.') ? host.slice(0, -1) : host
}

export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/**
 * `localhost` means loopback regardless of DNS. Returns only allowed addresses: an operator who allows 127.0.0.0/8 expects
 * `localhost` to work on a machine that also has ::1.
 */
export function localhostAddresses(policy: AddressPolicy): Address[] {
  return loopback.filter((address) => judgeAddress(address, policy) !== 'refused')
}

function isHostName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => label.length > 0 && label.length <= 63)
}

const loopback = [parseAddress('127.0.0.1'), parseAddress('::1')].filter((address) => address !== null)

import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

export const isAddress = (text: string): boolean => ipaddr.isValid(text)

const maskIpv6 = (address: string, bits: 48 | 64): string => {
  const { parts } = ipaddr.IPv6.parse(address)
  const masked = new ipaddr.IPv6(parts.map((part, n) => (n < bits / 16 ? part : 0)))
  return `${masked.toString()}/${bits}`
}

const isIpv6 = (address: string): boolean => address.includes(':') && ipaddr.IPv6.isValid(address)

/**
 * The key that rate limits count an address by: the IPv4 address itself, or the /64 of an IPv6 address, because a client with one IPv6
 * address usually has all 2^64 of that network.
 */
export function networkOf(address: string): string {
  return isIpv6(address) ? maskIpv6(address, 64) : address
}

/** The /48 of an IPv6 address, which one customer can have with its 65,536 networks; null for IPv4. */
export const siteOf = (address: string): string | null => (isIpv6(address) ? maskIpv6(address, 48) : null)

/** The client of a request. */
export const readClient = (
  read: AddressReader,
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
): string => read(socket.remoteAddress, headers['x-forwarded-for'])

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/

export interface AddressReader {
  (peer: string | undefined, forwardedFor: string | string[] | undefined): string
}

/**
 * The client's address: the socket's, or, when that is a proxy the operator listed, the last address in
 * X-Forwarded-For that is not such a proxy. Nothing else is trusted.
 */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const ranges = trustedProxies.map((cidr) => ipaddr.parseCIDR(cidr))
  const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

  return (peer, forwardedFor) => {
    // The usual case, on a hot path: nothing was forwarded, and a socket always writes IPv4 in the canonical form.
    if (peer !== undefined && forwardedFor === undefined && IPV4.test(peer)) return peer
    let address = parse(peer ?? '')
    if (!address) return peer ?? ''
    if (ranges.length === 0 || forwardedFor === undefined) return address.toString()
    const hops = [forwardedFor].flat().join(',').split(',')
    while (isTrusted(address) && hops.length > 0) {
      const previous = parse((hops.pop() ?? '').trim())
      if (!previous) break
      address = previous
    }
    return address.toString()
  }
}

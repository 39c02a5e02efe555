import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

export const isAddress = (text: string): boolean => ipaddr.isValid(text)

const IPV6_NETWORK_BITS = 64

/**
 * The key that rate limits count an address by: the IPv4 address itself, or the /64 of an IPv6 address, because a client with one IPv6
 * address usually has all 2^64 of that network.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  const { parts } = ipaddr.IPv6.parse(address)
  const masked = new ipaddr.IPv6([...parts.slice(0, IPV6_NETWORK_BITS / 16), 0, 0, 0, 0])
  return `${masked.toString()}/${IPV6_NETWORK_BITS}`
}

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

import ipaddr from 'ipaddr.js'
import { embeddingIpv6, globalUnicastIpv6, specialPurposeIpv4, specialPurposeIpv6 } from './special-purpose.ts'

export interface Address {
  readonly text: string
  readonly family: 4 | 6
  readonly bytes: Uint8Array
}

export interface Cidr {
  readonly family: 4 | 6
  readonly bytes: Uint8Array
  readonly prefix_bits: number
}

/** `private`: special-purpose or own address, not embedded in IPv6, in a range that the operator allowed. */
export type Verdict = 'public' | 'private' | 'refused'

/** Accepts standard notation only. Octal, short and decimal forms return null, because URL parsing already normalizes them. */
export function parseAddress(text: string): Address | null {
  // For an IPv6 address, ipaddr.js would throw and catch an error here, which takes longer than everything else.
  if (!text.includes(':') && ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return { text, family: 4, bytes: Uint8Array.from(ipaddr.IPv4.parse(text).toByteArray()) }
  }
  if (!isPlainIpv6(text)) return null
  return { text, family: 6, bytes: Uint8Array.from(ipaddr.IPv6.parse(text).toByteArray()) }
}

/** Rejects zones, and `::ffff:010.0.0.1`, which ipaddr.js accepts: parsers disagree on its meaning, so it must not be dialed. */
function isPlainIpv6(text: string): boolean {
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false
  const tail = text.slice(text.lastIndexOf(':') + 1)
  return !tail.includes('.') || ipaddr.IPv4.isValidFourPartDecimal(tail)
}

/** Accepts `10.0.0.0/8`, `fd00::/8` or one address. Bits after the prefix are ignored. */
export function parseCidr(text: string): Cidr | null {
  const [base = '', bits, ...rest] = text.split('/')
  const address = parseAddress(base)
  if (!address || rest.length > 0) return null
  const width = address.bytes.length * 8
  if (bits === undefined) return { family: address.family, bytes: address.bytes, prefix_bits: width }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width) return null
  return { family: address.family, bytes: address.bytes, prefix_bits: Number(bits) }
}

export function isInside(address: Pick<Address, 'family' | 'bytes'>, cidr: Cidr): boolean {
  if (address.family !== cidr.family) return false
  const full_bytes = cidr.prefix_bits >> 3
  for (let i = 0; i < full_bytes; i++) if (address.bytes[i] !== cidr.bytes[i]) return false
  const rest_bits = cidr.prefix_bits & 7
  if (rest_bits === 0) return true
  const difference = (address.bytes[full_bytes] ?? 0) ^ (cidr.bytes[full_bytes] ?? 0)
  return difference >> (8 - rest_bits) === 0
}

const MAPPED_BITS = 96

/** An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, as a dual-stack socket reports it) is that IPv4 address, and so is a range of them. */
function unmap(cidr: Cidr): Cidr {
  return cidr.prefix_bits >= MAPPED_BITS && isInside(cidr, mapped6)
    ? { family: 4, bytes: cidr.bytes.slice(12), prefix_bits: cidr.prefix_bits - MAPPED_BITS }
    : cidr
}

/** A range as people write it. */
export function parseRange(text: string): Cidr | null {
  const cidr = parseCidr(text)
  return cidr && unmap(cidr)
}

/** Whether one of them contains this address. None contains a text that is not an address. */
export function isInRanges(ranges: readonly Cidr[], address: string): boolean {
  if (ranges.length === 0) return false
  const range = address.includes('/') ? null : parseRange(address)
  return range !== null && ranges.some((each) => isInside(range, each))
}

/** Whether all addresses of the inner range are in the outer one. */
export const containsRange = (outer: Cidr, inner: Cidr): boolean =>
  inner.prefix_bits >= outer.prefix_bits && isInside(inner, outer)

export function isSameAddress(a: string, b: string): boolean {
  if (a === b) return true
  const left = parseAddress(a)
  const right = parseAddress(b)
  return left !== null && right !== null && Buffer.compare(left.bytes, right.bytes) === 0
}

export function isSpecialPurpose(address: Address): boolean {
  if (address.family === 4) return special4.some((cidr) => isInside(address, cidr))
  return !isInside(address, globalUnicast) || special6.some((cidr) => isInside(address, cidr))
}

export interface AddressPolicy {
  /** Operator-allowed ranges. */
  readonly allowed: readonly Cidr[]
  /** Whether it is a public address of this server. */
  readonly isOwn?: (address: Address) => boolean
}

export function judgeAddress(address: Address, { allowed, isOwn }: AddressPolicy): Verdict {
  if (!isSpecialPurpose(address) && !isOwn?.(address)) return 'public'
  if (embedsIpv4(address)) return 'refused'
  return allowed.some((cidr) => isInside(address, cidr)) ? 'private' : 'refused'
}

function embedsIpv4(address: Address): boolean {
  if (address.family === 4) return false
  if (isInside(address, loopback6) || isInside(address, unspecified6)) return false
  return embedding6.some((cidr) => isInside(address, cidr))
}

function knownCidr(text: string): Cidr {
  const cidr = parseCidr(text)
  if (!cidr) throw new Error(`not a range: ${text}`)
  return cidr
}

const special4 = specialPurposeIpv4.map(knownCidr)
const special6 = specialPurposeIpv6.map(knownCidr)
const embedding6 = embeddingIpv6.map(knownCidr)
const globalUnicast = knownCidr(globalUnicastIpv6)
const loopback6 = knownCidr('::1')
const unspecified6 = knownCidr('::')
const mapped6 = knownCidr('::ffff:0:0/96')

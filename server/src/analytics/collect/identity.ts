import { hash } from 'node:crypto'

/** The key of one day. It never leaves the process, and the database alone is not enough to derive it. */
export interface Salt {
  /** UTC day, as in 2026-11-15. */
  day: string
  key: string
}

export const dayOf = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)

/**
 * Only the network of an IPv6 address: a device changes the rest by itself, several times a day, and would count as several
 * visitors; a household shares one network as it shares one IPv4 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups.slice(0, 4).join(':')
}

export interface Visitor {
  website_id: number
  address: string
  user_agent: string
}

/**
 * SHA-256 with the day's key in front, cut to 64 bits, as an unsigned decimal. The site is part of it, so a visitor
 * cannot be followed from one site to another, nor from one day to another once the key is destroyed. HMAC would take 15 times as
 * long: the attack that it prevents, length extension, needs all 256 bits.
 */
export function visitorIdOf({ key }: Salt, { website_id, address, user_agent }: Visitor): string {
  const digest = hash('sha256', `${key} ${website_id} ${networkOf(address)} ${user_agent}`, 'buffer')
  return digest.readBigUInt64BE(0).toString()
}

import { describe, expect, it } from 'vitest'
import { networkOf, visitorIdOf } from './identity.ts'
import { lastPurgedDay } from './salts.ts'

const salt = { day: '2026-11-15', key: 'a'.repeat(64) }
const visitor = { website_id: 1, address: '192.0.2.1', user_agent: 'A' }

describe('a visitor', () => {
  it('has the same id for the same address, user agent, site and day, and another id when one of these differs', () => {
    const id = visitorIdOf(salt, visitor)
    expect(visitorIdOf(salt, { ...visitor })).toBe(id)
    const otherIds = [
      visitorIdOf({ ...salt, key: 'b'.repeat(64) }, visitor),
      visitorIdOf(salt, { ...visitor, website_id: 2 }),
      visitorIdOf(salt, { ...visitor, address: '192.0.2.2' }),
      visitorIdOf(salt, { ...visitor, user_agent: 'B' }),
    ]
    expect(new Set([id, ...otherIds]).size).toBe(5)
    for (const each of otherIds) expect(BigInt(each)).toBeLessThan(2n ** 64n)
  })

  it('is identified by its IPv6 network', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8:1:2::6')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  })
})

describe('a salt', () => {
  it('is kept for its day and the one after', () => {
    const midnight = Date.parse('2026-11-17T00:00:00Z')
    expect(lastPurgedDay(midnight)).toBe('2026-11-15')
    expect(lastPurgedDay(midnight - 1)).toBe('2026-11-14')
  })
})

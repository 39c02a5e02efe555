import { isIP } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import {
  isInside,
  isSameAddress,
  isSpecialPurpose,
  judgeAddress,
  parseAddress,
  parseCidr,
  type Address,
  type Cidr,
} from './address.ts'
import { embeddingIpv6, globalUnicastIpv6, specialPurposeIpv4, specialPurposeIpv6 } from './special-purpose.ts'
import { sized } from '../../../test/support/size.ts'

const everyRange = [
  ...specialPurposeIpv4,
  ...specialPurposeIpv6,
  ...embeddingIpv6,
  globalUnicastIpv6,
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

function address(text: string): Address {
  const parsed = parseAddress(text)
  if (!parsed) throw new Error(`not an address: ${text}`)
  return parsed
}

function cidr(text: string): Cidr {
  const parsed = parseCidr(text)
  if (!parsed) throw new Error(`not a range: ${text}`)
  return parsed
}

function toText(bytes: readonly number[]): string {
  return ipaddr.fromByteArray([...bytes]).toString()
}

/** Returns the bytes of an address near a range boundary, where matchers tend to fail. */
function nearEdge(range: string, atEnd: boolean, step: number): number[] {
  const [base = '', bits = '0'] = range.split('/')
  const bytes = ipaddr.parse(base).toByteArray()
  const width = BigInt(bytes.length * 8)
  const size = 1n << (width - BigInt(bits))
  const first = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  const target = BigInt.asUintN(Number(width), (atEnd ? first + size - 1n : first) + BigInt(step))
  return Array.from({ length: bytes.length }, (_, i) => Number((target >> (BigInt(bytes.length - 1 - i) * 8n)) & 255n))
}

const anyBytes = fc.oneof(
  fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }),
  fc.array(fc.nat(255), { minLength: 16, maxLength: 16 }),
  fc
    .tuple(fc.constantFrom(...everyRange), fc.boolean(), fc.integer({ min: -3, max: 3 }))
    .map(([r, e, s]) => nearEdge(r, e, s)),
)

const PIECES =
  ':: : 1 0 ffff 12345 00001 192.0.2.1 010.0.0.1 256.1.1.1 1.2.3 0x7f %lo 1:2:3:4:5:6:7:8 1:2:3:4:5:6: fe80::1 . g [ ] /64'.split(
    ' ',
  )

describe('parseAddress', () => {
  it('parses any address that ipaddr.js formats into the same bytes', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect([...address(toText(bytes)).bytes]).toEqual(bytes)
      }),
      { numRuns: sized(1000, 2000) },
    )
  })

  it('parses every notation of an IPv6 address to the same bytes', () => {
    const spellings = ['64:ff9b::7f00:1', '64:FF9B::127.0.0.1', '0064:ff9b:0:0:0:0:7f00:0001', '64:ff9b:0::0:127.0.0.1']
    for (const text of spellings)
      expect(Buffer.from(address(text).bytes).toString('hex')).toBe('0064ff9b00000000000000007f000001')
  })

  it.each([
    '',
    '127.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '127.0.0.1.',
    ' 127.0.0.1',
    '256.0.0.1',
    '[::1]',
    'fe80::1%lo',
    '::1%25lo',
    '::ffff:010.0.0.1',
    '1:2:3:4:5:6:7:8:9',
    '::g',
    'name',
  ])('rejects %j', (text) => {
    expect(parseAddress(text)).toBeNull()
  })

  it('accepts exactly the notations that the opened socket accepts', () => {
    const piece = fc.constantFrom(...PIECES)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join('')
        const family = text.includes('%') ? 0 : isIP(text)
        expect(parseAddress(text)?.family ?? 0, text).toBe(family)
      }),
      { numRuns: sized(4000, 20_000) },
    )
  })
})

describe('parseCidr', () => {
  it('treats a single address as a range of one', () => {
    expect(isInside(address('10.0.0.5'), cidr('10.0.0.5'))).toBe(true)
    expect(isInside(address('10.0.0.4'), cidr('10.0.0.5'))).toBe(false)
    expect(isInside(address('::2'), cidr('::1'))).toBe(false)
  })

  it('ignores bits after the prefix', () => {
    expect(isInside(address('10.200.0.1'), cidr('10.1.2.3/8'))).toBe(true)
  })

  it.each([
    '',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/8x',
    '10/8',
    'name/8',
    '10.0.0.0/ 8',
  ])('rejects %j', (text) => {
    expect(parseCidr(text)).toBeNull()
  })
})

describe('isInside', () => {
  it('agrees with ipaddr.js for any address and any prefix', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, fc.nat(128), (inner, outer, bits) => {
        const prefix = bits % (outer.length * 8 + 1)
        const expected =
          inner.length === outer.length &&
          ipaddr.fromByteArray([...inner]).match([ipaddr.fromByteArray([...outer]), prefix] as never)
        expect(isInside(address(toText(inner)), cidr(`${toText(outer)}/${prefix}`))).toBe(expected)
      }),
      { numRuns: sized(1000, 5000) },
    )
  })
})

describe('isSpecialPurpose', () => {
  // Addresses that Sitewatch rejects and ipaddr.js calls unicast.
  const beyondIpaddr = (found: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
    found.kind() === 'ipv4' ? found.toString() === '168.63.129.16' : (found.toByteArray()[0] ?? 0) >> 5 !== 1

  it('agrees with ipaddr.js, and additionally rejects only a metadata address and non-global unicast', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const found = ipaddr.fromByteArray([...bytes])
        expect(isSpecialPurpose(address(toText(bytes)))).toBe(found.range() !== 'unicast' || beyondIpaddr(found))
      }),
      { numRuns: sized(4000, 20_000) },
    )
  })

  it.each(everyRange.filter((range) => range !== globalUnicastIpv6))('matches both ends of %s', (range) => {
    expect(isSpecialPurpose(address(toText(nearEdge(range, false, 0))))).toBe(true)
    expect(isSpecialPurpose(address(toText(nearEdge(range, true, 0))))).toBe(true)
  })

  it.each([
    '1.1.1.1',
    '8.8.4.4',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2a00:1450::1',
    '3ffe:ffff::1',
  ])('treats %s as public', (text) => {
    expect(isSpecialPurpose(address(text))).toBe(false)
  })
})

describe('judgeAddress', () => {
  it('allows only the private ranges that the operator listed', () => {
    const allowed = [cidr('127.0.0.0/8'), cidr('fd00::/8'), cidr('::1')]
    expect(judgeAddress(address('127.9.9.9'), { allowed })).toBe('private')
    expect(judgeAddress(address('fd00::1'), { allowed })).toBe('private')
    expect(judgeAddress(address('::1'), { allowed })).toBe('private')
    expect(judgeAddress(address('10.0.0.1'), { allowed })).toBe('refused')
    expect(judgeAddress(address('fc00::1'), { allowed })).toBe('refused')
  })

  it('treats a public address inside a listed range as public, so that anchors still confirm its outages', () => {
    expect(judgeAddress(address('8.8.8.8'), { allowed: [cidr('0.0.0.0/0')] })).toBe('public')
  })

  it('never allows an IPv6 form that embeds an IPv4 address', () => {
    const everything = [cidr('0.0.0.0/0'), cidr('::/0')]
    const forms = [
      '::ffff:127.0.0.1',
      '::127.0.0.1',
      '::2',
      '::ffff:0:127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001::1',
    ]
    for (const text of forms) expect(judgeAddress(address(text), { allowed: everything })).toBe('refused')
    for (const text of ['127.0.0.1', '::1', '::', 'fe80::1', 'ff02::1', '2001:db8::1'])
      expect(judgeAddress(address(text), { allowed: everything })).toBe('private')
  })
})

describe('isSameAddress', () => {
  it('compares addresses regardless of notation', () => {
    expect(isSameAddress('2606:4700:0:0:0:0:0:1', '2606:4700::1')).toBe(true)
    expect(isSameAddress('1.2.3.4', '1.2.3.4')).toBe(true)
    expect(isSameAddress('1.2.3.4', '1.2.3.5')).toBe(false)
    expect(isSameAddress('1.2.3.4', '::ffff:1.2.3.4')).toBe(false)
    expect(isSameAddress('', '1.2.3.4')).toBe(false)
  })
})

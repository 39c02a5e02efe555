import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../test/support/size.ts'
import { isInRanges } from '../../platform/egress/address.ts'
import { isExcludedParam, parseIpRules, parseParamRules } from './exclusions.ts'

const RUNS = { numRuns: sized(2000, 10_000) }

describe('exclude_ips', () => {
  it('accepts one address or range per line, IPv4 and IPv6', () => {
    const { text, rules, bad } = parseIpRules('192.0.2.1\n198.51.100.0/24\n2001:db8::1\n2001:db8::/32')
    expect(bad).toEqual([])
    expect(rules).toHaveLength(4)
    expect(text).toBe('192.0.2.1\n198.51.100.0/24\n2001:db8::1\n2001:db8::/32')
  })

  it('accepts \\r\\n, lone \\r, blank lines and blanks around a line; they come back as \\n', () => {
    expect(parseIpRules('\r\n 192.0.2.1 \r\n\r\n\t198.51.100.0/24\r192.0.2.2\n').text).toBe(
      '192.0.2.1\n198.51.100.0/24\n192.0.2.2',
    )
  })

  it.each([null, '', ' ', '\r\n \n'])('is null when it is empty: %j', (text) => {
    expect(parseIpRules(text)).toEqual({ text: null, rules: [], bad: [] })
  })

  it('reports each invalid line with its number in the text that was sent', () => {
    const { bad } = parseIpRules(
      '192.0.2.1\r\n\r\nnonsense\n192.0.2.0/33\n2001:db8::/129\n1.2.3\n192.0.2.1/\nfe80::1%eth0',
    )
    const why = 'is not an IP address or a range such as 192.0.2.0/24'
    expect(bad).toEqual([
      { line: 3, text: 'nonsense', why },
      { line: 4, text: '192.0.2.0/33', why },
      { line: 5, text: '2001:db8::/129', why },
      { line: 6, text: '1.2.3', why },
      { line: 7, text: '192.0.2.1/', why },
      { line: 8, text: 'fe80::1%eth0', why },
    ])
  })

  it('accepts at most 1,000 lines', () => {
    const lines = Array.from({ length: 1001 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
    expect(parseIpRules(lines.slice(0, 1000).join('\n')).bad).toEqual([])
    expect(parseIpRules(lines.join('\n')).bad).toEqual([
      { line: 1001, text: '10.0.3.232', why: 'exceeds the limit of 1000 lines' },
    ])
  })

  it('treats an IPv4-mapped IPv6 address as the IPv4 address, in a rule and for a visitor', () => {
    const { rules } = parseIpRules('192.0.2.0/24')
    expect(isInRanges(rules, '::ffff:192.0.2.7')).toBe(true)
    expect(isInRanges(rules, '::ffff:c000:207')).toBe(true)
    expect(isInRanges(parseIpRules('::ffff:192.0.2.0/120').rules, '192.0.2.7')).toBe(true)
    expect(isInRanges(parseIpRules('::/0').rules, '192.0.2.7')).toBe(false)
    expect(isInRanges(parseIpRules('0.0.0.0/0').rules, '2001:db8::1')).toBe(false)
  })

  it('does not match a text that is not an address', () => {
    expect(isInRanges(parseIpRules('0.0.0.0/0\n::/0').rules, 'unknown')).toBe(false)
    expect(isInRanges(parseIpRules('0.0.0.0/0\n::/0').rules, '')).toBe(false)
  })
})

type Parsed = ipaddr.IPv4 | ipaddr.IPv6

/** The same, computed with ipaddr.js: a mapped address, or a range of them, is the IPv4 one. */
function referenceMatches(rule: string, address: string): boolean {
  const visitor: Parsed = ipaddr.process(address)
  const [base, bits]: [Parsed, number] = rule.includes('/')
    ? ipaddr.parseCIDR(rule)
    : [ipaddr.parse(rule), ipaddr.parse(rule).kind() === 'ipv4' ? 32 : 128]
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96
  const network: Parsed = mapped ? base.toIPv4Address() : base
  if (visitor.kind() !== network.kind()) return false
  return visitor.match(network, mapped ? bits - 96 : bits)
}

const byte = fc.integer({ min: 0, max: 255 })
const v4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'))
/** Few distinct groups, so that addresses fall into ranges; in every notation that ipaddr.js and people use. */
const v6Bytes = fc.array(fc.oneof(fc.constantFrom(0, 0, 0, 0x20, 0xff), byte), { minLength: 16, maxLength: 16 })
const v6 = fc.tuple(v6Bytes, fc.constantFrom('short', 'full', 'upper')).map(([bytes, how]) => {
  const address = new ipaddr.IPv6(bytes)
  if (how === 'full') return address.toNormalizedString()
  return how === 'upper' ? address.toString().toUpperCase() : address.toString()
})
const mapped = fc.tuple(v4, fc.boolean()).map(([address, hex]) => {
  return hex ? ipaddr.IPv4.parse(address).toIPv4MappedAddress().toString() : `::ffff:${address}`
})
const any = fc.oneof(v4, v6, mapped)

/** A rule and a visitor near it: the same address with some low bits changed, so that both outcomes are common. */
const pair = fc
  .tuple(any, fc.option(fc.integer({ min: 0, max: 128 }), { freq: 5 }), fc.integer({ min: 0, max: 127 }), any, byte)
  .map(([base, bits, flip, other, choice]) => {
    const width = base.includes(':') ? 128 : 32
    const rule = bits === null ? base : `${base}/${bits % (width + 1)}`
    if (choice < 60) return { rule, address: other }
    if (choice < 80) return { rule, address: base }
    const bytes = ipaddr.parse(base).toByteArray()
    const at = flip % (bytes.length * 8)
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (0x80 >> (at & 7))
    return { rule, address: ipaddr.fromByteArray(bytes).toString() }
  })

describe('address rules', () => {
  it('match exactly what ipaddr.js matches: v4, v6, mapped', () => {
    const seen = { hit: 0, miss: 0 }
    fc.assert(
      fc.property(pair, ({ rule, address }) => {
        const { rules, bad } = parseIpRules(rule)
        expect(bad).toEqual([])
        const expected = referenceMatches(rule, address)
        expect(isInRanges(rules, address)).toBe(expected)
        seen[expected ? 'hit' : 'miss'] += 1
      }),
      RUNS,
    )
    expect(seen.hit).toBeGreaterThan(RUNS.numRuns / 5)
    expect(seen.miss).toBeGreaterThan(RUNS.numRuns / 5)
  })

  it('match an address when any of several rules does', () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 8 }), (pairs) => {
        const { rules } = parseIpRules(pairs.map(({ rule }) => rule).join('\r\n'))
        const { address } = pairs[0] ?? { address: '' }
        expect(isInRanges(rules, address)).toBe(pairs.some(({ rule }) => referenceMatches(rule, address)))
      }),
      RUNS,
    )
  })

  it('accept a line exactly when ipaddr.js reads it as a plain address or range', () => {
    const digit = fc.constantFrom(...Array.from('0123456789abcdefABCDEF.:/ xg%-'))
    const mangled = fc
      .tuple(any, fc.option(fc.integer({ min: 0, max: 140 })), fc.nat(40), digit, fc.constantFrom('put', 'cut', 'none'))
      .map(([base, bits, at, char, how]) => {
        const line = bits === null ? base : `${base}/${bits}`
        if (how === 'none') return line
        return line.slice(0, at) + (how === 'put' ? char : '') + line.slice(at + (how === 'cut' ? 1 : 0))
      })
      .filter((line) => line.trim() !== '')
    const seen = { good: 0, bad: 0 }
    fc.assert(
      fc.property(mangled, (line) => {
        const expected = isPlain(line.trim())
        expect(parseIpRules(line).bad).toHaveLength(expected ? 0 : 1)
        seen[expected ? 'good' : 'bad'] += 1
      }),
      RUNS,
    )
    expect(seen.good).toBeGreaterThan(RUNS.numRuns / 5)
    expect(seen.bad).toBeGreaterThan(RUNS.numRuns / 5)
  })
})

/** ipaddr.js also parses octal, hexadecimal, short and scoped notations; a rule accepts only the plain ones. */
function isPlain(line: string): boolean {
  const [base = '', bits] = line.split('/')
  if (base.includes('%') || /(^|[^\da-f])0\d+\./i.test(base) || /\.0\d/.test(base)) return false
  const is4 = ipaddr.IPv4.isValidFourPartDecimal(base)
  if (!is4 && !ipaddr.IPv6.isValid(base)) return false
  if (base.includes(':') && base.split(':').some((group) => !group.includes('.') && group.length > 4)) return false
  return bits === undefined ? line === base : /^\d{1,3}$/.test(line.slice(base.length + 1)) && ipaddr.isValidCIDR(line)
}

describe('exclude_params', () => {
  it('is one name per line', () => {
    const { text, rules, bad } = parseParamRules('utm_source\r\n\r\n gclid \nfbclid')
    expect(bad).toEqual([])
    expect(text).toBe('utm_source\ngclid\nfbclid')
    expect(['utm_source', 'gclid', 'fbclid', 'q'].map((name) => isExcludedParam(rules, name))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('accepts * for all parameters', () => {
    const { text, rules } = parseParamRules('a\n*')
    expect(text).toBe('a\n*')
    expect(isExcludedParam(rules, 'anything')).toBe(true)
  })

  it('excludes nothing when empty', () => {
    expect(parseParamRules('').text).toBeNull()
    expect(isExcludedParam(parseParamRules(null).rules, '')).toBe(false)
  })

  it('is case-sensitive, as a URL is', () => {
    expect(isExcludedParam(parseParamRules('ID').rules, 'id')).toBe(false)
  })

  it('reports each invalid line with its number', () => {
    const { bad } = parseParamRules(`ok\na=b\n\nutm_*\n?q\na&b\n#x\nq\u0007\n${'x'.repeat(201)}`)
    expect(bad.map(({ line, why }) => [line, why])).toEqual([
      [2, 'is not a valid query parameter name'],
      [4, 'contains *. A single * on its own line excludes all parameters'],
      [5, 'is not a valid query parameter name'],
      [6, 'is not a valid query parameter name'],
      [7, 'is not a valid query parameter name'],
      [8, 'is not a valid query parameter name'],
      [9, 'is longer than 200 characters'],
    ])
  })
})

import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseDomain } from './domain.ts'
import { sized } from '../../../test/support/size.ts'

const RUNS = { numRuns: sized(2000, 10_000) }
/** Of the random texts, so many are domains that are accepted. */
const MIN_ACCEPTED = RUNS.numRuns * 0.3

const domainOf = (text: string, allowSingleLabel = false): string | null => {
  const result = normaliseDomain(text, { allowSingleLabel })
  return result.ok ? result.domain : null
}

describe('normaliseDomain of a pasted text', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Example.COM\t', 'example.com'],
    ['https://example.com', 'example.com'],
    ['HTTP://user:secret@Example.com:8080/a/b?c=d#e', 'example.com'],
    ['//example.com/path', 'example.com'],
    ['example.com/path', 'example.com'],
    ['example.com?query', 'example.com'],
    ['example.com#fragment', 'example.com'],
    ['user@example.com', 'example.com'],
    ['example.com:443', 'example.com'],
    ['example.com:', 'example.com'],
    ['example.com.', 'example.com'],
    ['www.example.com', 'example.com'],
    ['WWW.example.com.', 'example.com'],
    ['www.www.example.com', 'example.com'],
    ['www.com', 'www.com'],
    ['www.www.com', 'www.com'],
    ['www2.example.com', 'www2.example.com'],
    ['sub.www.example.com', 'sub.www.example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['MÜNCHEN.DE', 'xn--mnchen-3ya.de'],
    ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['www.例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['faß.de', 'xn--fa-hia.de'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['r3---sn-x.example.com', 'r3---sn-x.example.com'],
    ['1and1.com', '1and1.com'],
    ['123.com', '123.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    ['https://www.example.co.uk/', 'example.co.uk'],
  ])('turns %j into %s', (text, domain) => {
    expect(domainOf(text)).toBe(domain)
  })
})

describe('normaliseDomain', () => {
  it.each([
    ['', 'is required'],
    ['   ', 'is required'],
    ['https://', 'is required'],
    ['/path', 'is required'],
    ['localhost', 'must have at least two labels, such as example.com'],
    ['.', 'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen'],
    [
      'example.com..',
      'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen',
    ],
    [
      '.example.com',
      'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen',
    ],
    [
      'a..b.com',
      'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen',
    ],
    ['-a.com', 'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen'],
    ['a-.com', 'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen'],
    [
      `${'a'.repeat(64)}.com`,
      'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen',
    ],
    [
      `${'é'.repeat(62)}.com`,
      'must consist of labels of 1 to 63 letters, digits and hyphens, not beginning or ending with a hyphen',
    ],
    [`${'a.'.repeat(126)}com`, 'must be at most 253 characters'],
    ['192.0.2.1', 'must be a domain name, not an IP address'],
    ['http://192.0.2.1:80/', 'must be a domain name, not an IP address'],
    ['0x7f.1', 'must be a domain name, not an IP address'],
    ['example.1', 'must be a domain name, such as example.com'],
    ['a_b.com', 'must be a domain name, such as example.com'],
    ['a b.com', 'must be a domain name, such as example.com'],
    ['a\tb.com', 'must be a domain name, such as example.com'],
    ['a\u3000b.com', 'must be a domain name, such as example.com'],
    ['a\u0000b.com', 'must be a domain name, such as example.com'],
    ['a%41.com', 'must be a domain name, such as example.com'],
    ['a\\b.com', 'must be a domain name, such as example.com'],
    ['[::1]', 'must be a domain name, such as example.com'],
    ['2001:db8::1', 'must be a domain name, such as example.com'],
    ['*.example.com', 'must be a domain name, such as example.com'],
    ['a℀b.com', 'must be a domain name, such as example.com'],
    ['xn--a.de', 'must be a domain name, such as example.com'],
    ['xn--.com', 'must be a domain name, such as example.com'],
  ])('%j is refused because it %s', (text, why) => {
    expect(normaliseDomain(text)).toEqual({ ok: false, why })
  })
})

describe('a single label, where the operator allows it', () => {
  it.each([
    ['nas', 'nas'],
    ['NAS:8080', 'nas'],
    ['www', 'www'],
    ['www.nas', 'www.nas'],
  ])('%j is %s', (text, domain) => {
    expect(domainOf(text, true)).toBe(domain)
  })

  it('does not allow an IP address', () => {
    expect(domainOf('42', true)).toBeNull()
  })
})

const label = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,20}[a-zA-Z0-9])?$/)
const scripts = [
  'äöüßéñçøåæ',
  'абвгдежз',
  'αβγδεζ',
  '你好世界例え',
  'مرحبا',
  '한국어',
  'ｅｘＡＢ',
  'İıſK',
  '😀☃',
  '-09azAZ',
]
const unicodeLabel = fc
  .constantFrom(...scripts)
  .chain((script) => fc.array(fc.constantFrom(...Array.from(`${script}abc-`)), { minLength: 1, maxLength: 12 }))
  .map((characters) => characters.join(''))
const dot = fc.constantFrom('.', '.', '.', '。', '．')
const hostLike = fc
  .tuple(fc.array(fc.oneof(label, unicodeLabel, fc.constant('www')), { minLength: 1, maxLength: 6 }), dot)
  .map(([labels, separator]) => labels.join(separator))
const pasted = fc
  .tuple(
    fc.constantFrom('', 'http://', 'HTTPS://', '//', 'ftp://user:p@', 'user@', 'www.', 'WWW.www.', ' '),
    fc.oneof(
      { weight: 4, arbitrary: hostLike },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    ),
    fc.constantFrom('', '.', '../..', ':443', ':', '/path', '?q', '#f', ':80/x?y#z', '\n', ' '),
  )
  .map((parts) => parts.join(''))

/** Guards against a run in which nothing was accepted. */
function checkAccepted(
  source: fc.Arbitrary<string>,
  check: (domain: string, text: string) => void,
  min_accepted: number,
): void {
  let accepted = 0
  fc.assert(
    fc.property(source, fc.boolean(), (text, single) => {
      const domain = domainOf(text, single)
      if (domain === null) return
      accepted += 1
      check(domain, text)
    }),
    RUNS,
  )
  expect(accepted).toBeGreaterThan(min_accepted)
}

describe('domain properties', () => {
  it('normalising a domain twice gives the same as once', () => {
    checkAccepted(pasted, (domain) => expect(domainOf(domain, true)).toBe(domain), MIN_ACCEPTED)
  })

  it('every accepted domain is the host of a URL, letter for letter', () => {
    checkAccepted(
      pasted,
      (domain) => {
        expect(new URL(`http://${domain}/`).hostname).toBe(domain)
        expect(new URL(`https://${domain}:8443/p?q`).hostname).toBe(domain)
      },
      MIN_ACCEPTED,
    )
  })

  it('a letter decomposed into an ASCII character and an accent is the same letter', () => {
    expect(domainOf('<\u0338.example.com')).toBe('xn--gdh.example.com')
    expect(domainOf('\u226e.example.com')).toBe('xn--gdh.example.com')
  })

  it('the Unicode and the punycode form of a name are stored alike', () => {
    checkAccepted(
      pasted,
      (domain) => {
        const unicode = domainToUnicode(domain)
        expect(domainOf(unicode, true)).toBe(domain)
        expect(domainOf(unicode.normalize('NFD'), true)).toBe(domain)
        expect(domainOf(domain.toUpperCase(), true)).toBe(domain)
      },
      MIN_ACCEPTED,
    )
  })

  it('no accepted domain contains a space, a slash, a control character or anything but labels', () => {
    checkAccepted(
      pasted,
      (domain) => {
        expect(domain).not.toMatch(/[\s/\\\p{Cc}]/u)
        expect(domain).toMatch(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/)
        expect(domain.length).toBeLessThanOrEqual(253)
      },
      MIN_ACCEPTED,
    )
  })

  it('scheme, port and path around a name are removed', () => {
    const plain = fc
      .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('com', 'co.uk', 'xn--p1ai', 'museum'))
      .map(([labels, end]) => [...labels, end].join('.').toLowerCase())
      .filter((name) => !name.startsWith('www.') && domainOf(name) === name)
    const scheme = fc.constantFrom('', 'http://', 'https://', '//', 'FTP://')
    const user = fc.constantFrom('', 'me@', 'me:secret@')
    const tail = fc.constantFrom('', ':8080', '.', '/', '/a?b#c', ':1/www.other.com', '?x=@y', '#@z')
    fc.assert(
      fc.property(scheme, user, plain, tail, (a, b, name, c) => {
        expect(domainOf(`${a}${b}${name}${c}`)).toBe(name)
        expect(domainOf(`${a}${b}www.${name.toUpperCase()}${c}`)).toBe(name)
      }),
      RUNS,
    )
  })
})

import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { isHostOf, readPageAddress } from './address.ts'

const noExclusions = new Set<string>()

describe('readPageAddress', () => {
  it.each([
    ['https://example.com', '/', ''],
    ['https://www.Example.com./a/b', '/a/b', ''],
    ['https://example.com/?a&b=&c=1', '/?a&b=&c=1', ''],
    ['https://example.com/a?utm_source=x&q=1&utm_medium=y', '/a?q=1', 'x'],
    ['https://example.com/a?utm_source=a%20b+c', '/a', 'a b c'],
    ['https://example.com/a?utm_source=%zz', '/a', '%zz'],
    ['https://example.com/#/list?x=1&utm_term=t', '/#/list?x=1', ''],
  ])('splits %s into the path %s and the utm_source %j', (url, path, source) => {
    const page = readPageAddress(url, noExclusions, { keepFragment: true })
    expect(page?.path).toBe(path)
    expect(page?.campaign.utm_source).toBe(source)
  })

  it('keeps the first of two campaigns and the advertiser of a click, never the click id', () => {
    const page = readPageAddress('https://example.com/?utm_source=a&utm_source=b&gclid=XYZ', noExclusions)
    expect(page).toMatchObject({ path: '/', campaign: { utm_source: 'a', click: 'google' } })
    expect(JSON.stringify(page)).not.toContain('XYZ')
  })

  it('removes excluded parameters, also from the fragment and from campaigns, and all of them with "all"', () => {
    const url = 'https://example.com/p?token=1&a=2&to%6ben=3&utm_source=x#/r?token=9&b=1'
    expect(readPageAddress(url, new Set(['token', 'utm_source']), { keepFragment: true })).toMatchObject({
      path: '/p?a=2#/r?b=1',
      campaign: { utm_source: '' },
    })
    expect(readPageAddress(url, 'all', { keepFragment: true })?.path).toBe('/p#/r')
  })

  it.each(['', 'example.com', 'ftp://example.com/', 'javascript:alert(1)', 'file:///etc/passwd', 'https://'])(
    'refuses %j',
    (text) => expect(readPageAddress(text, noExclusions)).toBeNull(),
  )

  it('never shows an excluded parameter, whatever else the URL contains', () => {
    const pair = fc.tuple(
      fc.constantFrom('token', 'a', 'utm_source', 'utm_term', 'x%20y', 'Token'),
      fc.webQueryParameters(),
    )
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const query = pairs.map(([name, value]) => `${name}=${name === 'token' ? 'SECRET' : value}`).join('&')
        const page = readPageAddress(`https://example.com/?${query}`, new Set(['token']))
        expect(JSON.stringify(page)).not.toContain('SECRET')
      }),
    )
  })
})

describe('isHostOf', () => {
  it('matches the domain and its subdomains', () => {
    expect(isHostOf('example.com', 'example.com')).toBe(true)
    expect(isHostOf('example.com', 'www.shop.example.com')).toBe(true)
    expect(isHostOf('example.com', 'notexample.com')).toBe(false)
    expect(isHostOf('example.com', 'example.com.evil.org')).toBe(false)
    expect(isHostOf('shop.example.com', 'example.com')).toBe(false)
  })
})

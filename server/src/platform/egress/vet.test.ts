import { describe, expect, it } from 'vitest'
import { forbiddenUrls } from '../../../test/platform/egress/spellings.ts'
import { createEgress } from './index.ts'

const closed = createEgress({ allowPrivate: [] })
const loopbackOpen = createEgress({ allowPrivate: ['127.0.0.0/8'] })

describe('vetUrl', () => {
  it('refuses every notation of a forbidden address', () => {
    expect(forbiddenUrls.length).toBeGreaterThanOrEqual(200)
    const passed = forbiddenUrls.filter((url) => {
      const vetted = closed.vetUrl(url)
      return vetted.ok || vetted.reason !== 'target_not_allowed'
    })
    expect(passed).toEqual([])
  })

  it.each([
    'http://example.com/',
    'https://example.com:8443/a?b=c#d',
    'http://8.8.4.4/',
    'https://[2606:4700::1111]/',
    'http://bücher.example/',
    'http://_dmarc.example.com./',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://intranet/',
  ])('accepts %s', (url) => {
    expect(closed.vetUrl(url)).toEqual({ ok: true, url: new URL(url) })
  })

  it.each([
    '',
    'example.com',
    '//example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:,x',
    'unix:/run/x',
    'http://',
    'http:///',
    'http://user@example.com/',
    'http://:pw@example.com/',
    'http://a..b/',
    'http://127.0.0.1../',
    `http://${'a'.repeat(64)}.example/`,
    `http://${'a.'.repeat(127)}com/`,
    'http://example.com:0/',
    'http://example.com:65536/',
    'http://[::1%25lo]/',
    'http://[fe80::1%lo]/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://exa mple.com/',
  ])('reports %j as malformed', (url) => {
    expect(closed.vetUrl(url)).toEqual({ ok: false, reason: 'malformed' })
  })

  it('allows exactly the addresses that the operator listed, in plain form', () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://0x7f000001:8080/',
      'http://localhost/',
      'http://a.localhost./',
    ])
      expect(loopbackOpen.vetUrl(url)).toMatchObject({ ok: true, url: new URL(url) })
    for (const url of [
      'http://[::ffff:127.0.0.1]/',
      'http://[::127.0.0.1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[::1]/',
      'http://10.1.2.3/',
    ])
      expect(loopbackOpen.vetUrl(url)).toEqual({ ok: false, reason: 'target_not_allowed' })
  })

  it('allows localhost if only ::1 is listed', () => {
    expect(createEgress({ allowPrivate: ['::1'] }).vetUrl('http://localhost/').ok).toBe(true)
    expect(createEgress({ allowPrivate: ['10.0.0.0/8'] }).vetUrl('http://localhost/').ok).toBe(false)
  })
})

describe('vetHost', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Example.COM ', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['8.8.4.4', '8.8.4.4'],
    ['2606:4700::1111', '2606:4700::1111'],
    ['[2606:4700::1111]', '2606:4700::1111'],
    ['https://example.com:8443/path?x', 'example.com'],
    ['http://[2606:4700::1111]:80/', '2606:4700::1111'],
  ])('returns the host of %j', (text, host) => {
    expect(closed.vetHost(text)).toEqual({ ok: true, host })
  })

  it.each([
    '',
    'example.com:80',
    'example.com:443',
    'example.com/path',
    'a@example.com',
    'example.com?x',
    'example.com#x',
    'example.com\\x',
    '-h://x',
    'ftp://example.com',
    '[2606:4700::1111]:80',
    'a b',
  ])('reports %j as malformed', (text) => {
    expect(closed.vetHost(text)).toEqual({ ok: false, reason: 'malformed' })
  })

  it('refuses every notation of a forbidden address, as a URL and as a bare host', () => {
    const hosts = forbiddenUrls.map((url) => new URL(url).hostname)
    const texts = [...forbiddenUrls, ...hosts, '::1', 'fe80::1', '2130706433', '127.1']
    expect(texts.filter((text) => closed.vetHost(text).ok)).toEqual([])
  })
})

describe('createEgress', () => {
  it('names the address range that it cannot parse', () => {
    expect(() => createEgress({ allowPrivate: ['10.0.0.0/8', 'ten/8'] })).toThrow('not an address range: ten/8')
  })
})

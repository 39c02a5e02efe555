import { describe, expect, it } from 'vitest'
import { formatHostPort, parseHostPort } from './host-port.ts'

describe('parseHostPort', () => {
  it('parses names, addresses and bracketed IPv6', () => {
    expect(parseHostPort('one.example:53')).toEqual({ host: 'one.example', port: 53 })
    expect(parseHostPort(' 1.1.1.1:443 ')).toEqual({ host: '1.1.1.1', port: 443 })
    expect(parseHostPort('[2606:4700::1]:65535')).toEqual({ host: '2606:4700::1', port: 65_535 })
  })

  it.each(['', 'a', 'a:', ':1', 'a:0', 'a:65536', 'a:1x', '::1:53', '[a]:1', '[1.1.1.1]:1', 'a b:1', 'http://a:1'])(
    'rejects %j',
    (text) => {
      expect(parseHostPort(text)).toBeNull()
    },
  )
})

describe('formatHostPort', () => {
  it('puts an IPv6 address in brackets, so that it parses to the same', () => {
    for (const text of ['one.example:53', '[2606:4700::1]:65535']) {
      expect(formatHostPort(parseHostPort(text) ?? { host: '', port: 0 })).toBe(text)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { buildMessage, followRedirect, readLocation, readPort, type Outgoing } from './message.ts'

function outgoing(parts: Partial<Outgoing> = {}): Outgoing {
  return { url: new URL('http://a.test/x?y=1'), method: 'GET', headers: {}, secret_headers: {}, body: null, ...parts }
}

function pairs(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (let i = 0; i < flat.length; i += 2) record[flat[i] ?? ''] = flat[i + 1] ?? ''
  return record
}

describe('buildMessage', () => {
  it('fills in the headers that the caller omitted', () => {
    expect(buildMessage(outgoing(), 100)).toEqual({
      method: 'GET',
      path: '/x?y=1',
      headers: [
        'Host',
        'a.test',
        'Connection',
        'close',
        'User-Agent',
        'Sitewatch',
        'Accept',
        '*/*',
        'Accept-Encoding',
        'gzip, deflate, br',
      ],
      body: null,
      max_header_bytes: 100,
    })
  })

  it('keeps the headers of the caller, and prefers a secret header over a plain one of the same name', () => {
    const headers = { 'user-agent': 'mine', ACCEPT: 'text/html', 'Accept-Encoding': 'identity', 'x-token': 'plain' }
    const message = buildMessage(outgoing({ headers, secret_headers: { 'X-Token': 'secret' } }), 100)
    expect(message.headers).toEqual([
      'Host',
      'a.test',
      'Connection',
      'close',
      'X-Token',
      'secret',
      'user-agent',
      'mine',
      'ACCEPT',
      'text/html',
      'Accept-Encoding',
      'identity',
    ])
  })

  it.each([
    'Host',
    'connection',
    'Content-Length',
    'transfer-encoding',
    'keep-alive',
    'Proxy-Connection',
    'TE',
    'trailer',
    'Upgrade',
    'expect',
  ])('does not let the caller set %s', (name) => {
    const message = buildMessage(outgoing({ headers: { [name]: 'evil' }, secret_headers: { [name]: 'evil' } }), 100)
    expect(message.headers).not.toContain('evil')
  })

  it('sets Content-Length to the body length in bytes', () => {
    expect(pairs(buildMessage(outgoing({ method: 'POST', body: 'ü' }), 1).headers)['Content-Length']).toBe('2')
    expect(
      pairs(buildMessage(outgoing({ method: 'POST', body: new Uint8Array(3) }), 1).headers)['Content-Length'],
    ).toBe('3')
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect(pairs(buildMessage(outgoing({ method }), 1).headers)['Content-Length']).toBe('0')
    expect(pairs(buildMessage(outgoing({ method: 'DELETE' }), 1).headers)['Content-Length']).toBeUndefined()
  })

  it('includes the port in Host only if it is not the default', () => {
    expect(pairs(buildMessage(outgoing({ url: new URL('https://a.test:443/') }), 1).headers)['Host']).toBe('a.test')
    expect(pairs(buildMessage(outgoing({ url: new URL('https://a.test:444/') }), 1).headers)['Host']).toBe('a.test:444')
  })
})

describe('readLocation', () => {
  it('accepts the five redirect statuses, and only with a Location header', () => {
    const followed = Array.from({ length: 500 }, (_, i) => i + 100).filter(
      (status) => readLocation(status, '/') !== null,
    )
    expect(followed).toEqual([301, 302, 303, 307, 308])
    expect(readLocation(302, undefined)).toBeNull()
  })

  it('decodes the Location header as UTF-8, as browsers do', () => {
    expect(readLocation(302, Buffer.from('http://１２７.1/').toString('latin1'))).toBe('http://１２７.1/')
  })
})

describe('followRedirect', () => {
  const same = new URL('http://a.test/next')

  it.each([
    [301, 'GET', 'GET'],
    [301, 'HEAD', 'HEAD'],
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'PUT', 'PUT'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('after a %i redirect, sends %s as %s', (status, before, after) => {
    const next = followRedirect(
      outgoing({ method: before, body: 'b', headers: { 'Content-Type': 'text/plain', a: '1' } }),
      status,
      same,
    )
    expect(next.method).toBe(after)
    const keepsBody = before === after && !(status === 303 && before !== 'HEAD')
    expect(next.body).toBe(keepsBody ? 'b' : null)
    expect(next.headers).toEqual(keepsBody ? { 'Content-Type': 'text/plain', a: '1' } : { a: '1' })
  })

  it.each([
    ['http://a.test/other', true],
    ['http://a.test:80/other', true],
    ['https://a.test/', false],
    ['http://a.test:8080/', false],
    ['http://b.test/', false],
    ['http://sub.a.test/', false],
  ])('on a redirect to %s, keeps credentials: %s', (url, isKept) => {
    const plain = { Authorization: 'x', COOKIE: 'y', 'Proxy-Authorization': 'z', 'X-Plain': 'p' }
    const next = followRedirect(outgoing({ headers: plain, secret_headers: { 'X-Token': 't' } }), 302, new URL(url))
    expect(next.headers).toEqual(isKept ? plain : { 'X-Plain': 'p' })
    expect(next.secret_headers).toEqual(isKept ? { 'X-Token': 't' } : {})
  })

  it('does not restore credentials after a redirect back to the first origin', () => {
    const away = followRedirect(
      outgoing({ headers: { cookie: 'y' }, secret_headers: { t: '1' } }),
      302,
      new URL('http://b.test/'),
    )
    const home = followRedirect(away, 302, same)
    expect([home.headers, home.secret_headers]).toEqual([{}, {}])
  })
})

describe('readPort', () => {
  it('returns the default port of each protocol', () => {
    expect(['http://a.test/', 'https://a.test/', 'https://a.test:80/'].map((url) => readPort(new URL(url)))).toEqual([
      80, 443, 80,
    ])
  })
})

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startDnsServer } from '../../../test/platform/egress/dns-server.ts'
import { closeAll, get, mustGet, open, readText } from '../../../test/platform/egress/loopback.ts'
import { listen, startFixedTarget, startHttpTarget, startTcpTarget } from '../../../test/platform/egress/targets.ts'
import { createEgress } from './index.ts'

afterEach(closeAll)

describe('response', () => {
  it('returns status, headers, body, timings and the peer address', async () => {
    const target = await open(startHttpTarget((_, response) => response.writeHead(418, { 'X-A': 'b' }).end('tea')))
    const result = await mustGet(`${target.url}/pot`)
    expect(result).toMatchObject({
      status: 418,
      truncated: false,
      final_url: `${target.url}/pot`,
      hops: 0,
      tls_expires_at: null,
      certificate: null,
    })
    expect(result).toMatchObject({ peer_address: '127.0.0.1', private_target: true })
    expect(result.headers['x-a']).toBe('b')
    expect(result.body.toString()).toBe('tea')
    const { dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms } = result.timings
    expect(tls_ms).toBe(0)
    expect(Math.min(connect_ms, first_byte_ms)).toBeGreaterThan(0)
    expect(total_ms).toBeGreaterThanOrEqual(dns_ms + connect_ms + first_byte_ms)
  })

  it('sends the method, path, headers and body of the caller', async () => {
    const seen: unknown[] = []
    const target = await open(
      startHttpTarget((request, response) => {
        void readText(request).then((body) => {
          seen.push(request.method, request.url, request.headers, body)
          response.end()
        })
      }),
    )
    await mustGet(`${target.url}/a%20b?c=d#e`, {
      method: 'post',
      body: 'ü',
      headers: { 'X-Plain': '1' },
      secret_headers: { 'X-Token': '2' },
    })
    expect(seen).toEqual([
      'POST',
      '/a%20b?c=d',
      {
        host: `127.0.0.1:${target.port}`,
        connection: 'close',
        'content-length': '2',
        'user-agent': 'Sitewatch',
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br',
        'x-plain': '1',
        'x-token': '2',
      },
      'ü',
    ])
  })

  it('returns no body for HEAD, regardless of the response headers', async () => {
    const target = await open(
      startHttpTarget((_, response) =>
        response.writeHead(200, { 'content-length': '5', 'content-encoding': 'gzip' }).end(),
      ),
    )
    expect((await mustGet(target.url, { method: 'HEAD' })).body).toHaveLength(0)
  })

  it('returns after the headers if no body is requested', async () => {
    const target = await open(startFixedTarget('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', true))
    const result = await mustGet(target.url, { max_body_bytes: 0, timeout_ms: 60_000 })
    expect(result).toMatchObject({ status: 200, truncated: true })
    expect(result.timings.total_ms).toBeLessThan(30_000)
  })

  it.each(['100 Continue', '103 Early Hints'])('accepts sixteen %s responses, and not more', async (interim) => {
    const serve = (times: number) =>
      open(startFixedTarget(`${`HTTP/1.1 ${interim}\r\n\r\n`.repeat(times)}HTTP/1.1 200 OK\r\n\r\nbody`))
    expect((await mustGet((await serve(16)).url)).body.toString()).toBe('body')
    expect(await get((await serve(17)).url)).toMatchObject({
      ok: false,
      kind: 'protocol',
      message: 'The server sent too many informational (1xx) responses.',
    })
  })

  it('reaches an allowed loopback target by the name localhost', async () => {
    const target = await open(startHttpTarget((request, response) => response.end(request.headers.host)))
    expect((await mustGet(`http://localhost:${target.port}/`)).body.toString()).toBe(`localhost:${target.port}`)
  })
})

describe('request failure', () => {
  it('reports a refused connection', async () => {
    const target = await startHttpTarget((_, response) => response.end())
    await target.close()
    for (const url of [target.url, target.url.replace('http:', 'https:')])
      expect(await get(url)).toMatchObject({
        ok: false,
        kind: 'connect',
        message: 'Connection refused.',
        private_target: true,
      })
  })

  it('reports a connection closed or reset by the server', async () => {
    const closing = await open(startTcpTarget((socket) => socket.once('data', () => socket.end())))
    expect(await get(closing.url)).toMatchObject({ kind: 'connect' })
    const resetting = await open(startTcpTarget((socket) => socket.once('data', () => socket.resetAndDestroy())))
    expect(await get(resetting.url)).toMatchObject({ kind: 'connect', message: 'The server reset the connection.' })
    const atOnce = await open(startTcpTarget((socket) => socket.resetAndDestroy()))
    expect(await get(atOnce.url)).toMatchObject({ kind: 'connect' })
  })

  it.each([
    'garbage\r\n\r\n',
    'SSH-2.0-x\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('reports that %j is not HTTP', async (text) => {
    const target = await open(startFixedTarget(text))
    expect(await get(target.url)).toMatchObject({ kind: 'protocol', message: 'The response is not valid HTTP.' })
  })

  it('reports a server that switched protocols', async () => {
    const target = await open(
      startFixedTarget('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', true),
    )
    expect(await get(target.url)).toMatchObject({
      kind: 'protocol',
      message: 'The server switched to another protocol.',
    })
  })

  it('reports response headers larger than the limit of the request', async () => {
    const target = await open(
      startHttpTarget((_, response) => response.writeHead(200, { 'x-a': 'a'.repeat(12_000) }).end()),
    )
    expect((await get(target.url)).ok).toBe(true)
    expect(await get(target.url, { max_header_bytes: 8_000 })).toMatchObject({
      kind: 'protocol',
      message: 'The response headers are too large.',
    })
    const larger = await open(
      startHttpTarget((_, response) => response.writeHead(200, { 'x-a': 'a'.repeat(17_000) }).end()),
    )
    expect(await get(larger.url)).toMatchObject({ kind: 'protocol' })
  })

  it('reports a header that cannot be sent', async () => {
    const target = await open(startHttpTarget((_, response) => response.end()))
    expect(await get(target.url, { headers: { 'x-a': 'b\r\nc: d' } })).toMatchObject({ kind: 'protocol' })
    expect(await get(target.url, { method: 'GET /\r\n' })).toMatchObject({ kind: 'protocol' })
  })

  it('reports a URL that is invalid or not allowed', async () => {
    expect(await get('ftp://a.test/')).toMatchObject({
      kind: 'protocol',
      message: 'The address is not a valid http or https URL.',
    })
    expect(await get('http://10.0.0.1/')).toMatchObject({
      kind: 'not_allowed',
      message:
        'The target is not allowed: it is a private address or an address of this server. Your administrator can allow it.',
      private_target: false,
    })
  })

  it('reports the phase that timed out', async () => {
    const silent = await open(startTcpTarget(() => undefined))
    expect(await get(silent.url, { timeout_ms: 500 })).toMatchObject({
      kind: 'timeout',
      message: 'No complete response within 0.5 s (timed out while waiting for the response).',
    })
    expect(await get(silent.url.replace('http:', 'https:'), { timeout_ms: 500 })).toMatchObject({
      kind: 'timeout',
      message: 'No complete response within 0.5 s (timed out while negotiating TLS).',
    })
    const stalled = await open(startFixedTarget('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', true))
    expect(await get(stalled.url, { timeout_ms: 500 })).toMatchObject({
      kind: 'timeout',
      message: 'No complete response within 0.5 s (timed out while reading the response).',
    })
  })

  it('stops when the caller aborts before or during the request', async () => {
    const silent = await open(startTcpTarget(() => undefined))
    expect(await get(silent.url, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'aborted' })
    expect(await get(silent.url, { signal: AbortSignal.abort(), timeout_ms: 100 })).toMatchObject({ kind: 'aborted' })
    expect((await get(silent.url, { timeout_ms: 100 })).ok).toBe(false)
    expect(silent.accepted()).toBe(1)
    const cancel = new AbortController()
    const running = get(silent.url, { signal: cancel.signal })
    await expect.poll(silent.accepted).toBe(2)
    cancel.abort()
    expect(await running).toMatchObject({ kind: 'aborted', message: 'The request was cancelled.' })
  })
})

describe('host with several addresses', () => {
  async function resolving(addresses: readonly string[], allowPrivate = ['127.0.0.0/8']) {
    const server = await open(startDnsServer(() => ({ addresses, ttl_seconds: 60 })))
    return {
      server,
      egress: createEgress({ allowPrivate, resolver: { servers: [server.address], hosts_path: '/absent' } }),
    }
  }

  it('tries the addresses one after another', async () => {
    const target = await open(startHttpTarget((_, response) => response.end()))
    const { egress } = await resolving(['127.0.0.9', '127.0.0.8', '127.0.0.1'])
    const result = await egress.request({ url: `http://a.test:${target.port}/`, timeout_ms: 2_000 })
    expect(result).toMatchObject({ ok: true, peer_address: '127.0.0.1', final_url: `http://a.test:${target.port}/` })
  })

  it('tries no other address once one has accepted, even if the connection breaks later', async () => {
    const second = await open(startTcpTarget((socket) => socket.destroy()))
    const first = await open(
      listen(
        createServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
        '127.0.0.2',
        second.port,
      ),
    )
    const { egress } = await resolving(['127.0.0.2', '127.0.0.1'])
    const result = await egress.request({ url: `http://a.test:${second.port}/`, timeout_ms: 2_000 })
    expect(result).toMatchObject({ ok: false, kind: 'connect', message: 'The server reset the connection.' })
    // An attempt that it had made would be accepted before this one.
    await once(connect(second.port, '127.0.0.1'), 'close')
    expect([first.accepted(), second.accepted()]).toEqual([1, 1])
  })

  it('resolves the name again at the next request if all addresses refuse', async () => {
    const target = await startHttpTarget((_, response) => response.end())
    await target.close()
    const { egress, server } = await resolving(['127.0.0.9', '127.0.0.8'])
    const url = `http://a.test:${target.port}/`
    expect(await egress.request({ url, timeout_ms: 2_000 })).toMatchObject({
      kind: 'connect',
      message: 'Connection refused.',
    })
    await egress.request({ url, timeout_ms: 2_000 })
    expect(server.questions.filter((question) => question.family === 4)).toHaveLength(2)
  })

  it('opens no socket if one of the addresses is forbidden', async () => {
    const target = await open(startHttpTarget((_, response) => response.end()))
    const { egress } = await resolving(['127.0.0.1', '10.0.0.1'])
    expect(await egress.request({ url: `http://a.test:${target.port}/`, timeout_ms: 2_000 })).toMatchObject({
      kind: 'not_allowed',
    })
    expect(target.accepted()).toBe(0)
  })
})

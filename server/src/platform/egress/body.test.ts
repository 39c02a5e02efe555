import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, get, mustGet, open } from '../../../test/platform/egress/loopback.ts'
import { startFixedTarget, startHttpTarget, type Target } from '../../../test/platform/egress/targets.ts'

afterEach(closeAll)

describe('response body', () => {
  const text = 'The quick brown fox. '.repeat(5_000)
  async function serve(encoding: string | null, body: Buffer): Promise<Target> {
    const headers = encoding === null ? {} : { 'content-encoding': encoding }
    return open(startHttpTarget((_, response) => response.writeHead(200, headers).end(body)))
  }

  it.each([
    [null, Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    [' GZIP ', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('decodes a body with content encoding %s', async (encoding, body) => {
    const result = await mustGet((await serve(encoding, body)).url)
    expect(result.truncated).toBe(false)
    expect(result.body.toString()).toBe(text)
  })

  it.each(['gzip, gzip', 'zstd', 'aes128gcm'])('leaves a body with content encoding %s undecoded', async (encoding) => {
    expect((await mustGet((await serve(encoding, Buffer.from('raw'))).url)).body.toString()).toBe('raw')
  })

  it.each([
    [null, Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
  ])('truncates a body with content encoding %s at the limit', async (encoding, body) => {
    const target = await serve(encoding, body)
    const cut = await mustGet(target.url, { max_body_bytes: 70_001 })
    expect(cut.truncated).toBe(true)
    expect(cut.body.toString()).toBe(text.slice(0, 70_001))
    const complete = await mustGet(target.url, { max_body_bytes: text.length })
    expect([complete.truncated, complete.body.length]).toEqual([false, text.length])
  })

  it('limits a body to 1 MiB by default', async () => {
    const target = await serve('gzip', gzipSync(Buffer.alloc(1024 * 1024 + 1)))
    expect(await mustGet(target.url)).toMatchObject({ truncated: true, body: { length: 1024 * 1024 } })
  })

  it('reports a protocol failure for a body that does not match its content encoding', async () => {
    const target = await serve('gzip', Buffer.from('not gzip'))
    expect(await get(target.url)).toMatchObject({
      ok: false,
      kind: 'protocol',
      message: 'The response is not valid gzip data.',
    })
    const half = await serve('gzip', gzipSync(text).subarray(0, 50))
    expect(await get(half.url)).toMatchObject({ ok: false, kind: 'protocol' })
  })

  it('truncates by received bytes a body that decodes to nothing forever', async () => {
    const emptyMember = gzipSync('')
    const flood = Buffer.concat(Array.from({ length: 10_000 }, () => emptyMember))
    expect(await mustGet((await serve('gzip', flood)).url, { max_body_bytes: 10 })).toMatchObject({
      truncated: true,
      body: { length: 0 },
    })
  })

  it('truncates a body after 20,000 chunks', async () => {
    const serve = (chunks: number) =>
      open(
        startFixedTarget(
          `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(chunks)}0\r\n\r\n`,
        ),
      )
    expect(await mustGet((await serve(20_000)).url)).toMatchObject({ truncated: false, body: { length: 20_000 } })
    expect(await mustGet((await serve(20_001)).url)).toMatchObject({ truncated: true, body: { length: 20_000 } })
  })

  it('reports a failure for a body that ends early, with and without Content-Length', async () => {
    const stated = await open(startFixedTarget('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'))
    const chunked = await open(startFixedTarget('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'))
    const untilClose = await open(startFixedTarget('HTTP/1.1 200 OK\r\n\r\nabc'))
    expect(await get(stated.url)).toMatchObject({ ok: false, kind: 'connect' })
    expect(await get(chunked.url)).toMatchObject({ ok: false, kind: 'connect' })
    expect((await mustGet(untilClose.url)).body.toString()).toBe('abc')
  })
})

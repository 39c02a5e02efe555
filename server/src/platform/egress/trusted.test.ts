import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, open } from '../../../test/platform/egress/loopback.ts'
import { startFixedTarget, startHttpTarget, startTcpTarget } from '../../../test/platform/egress/targets.ts'
import { probeTrusted, requestTrusted } from './trusted.ts'

afterEach(closeAll)

describe('requestTrusted', () => {
  it('reaches addresses that users may not target', async () => {
    const target = await open(
      startHttpTarget((request, response) => response.end(`${request.method} ${String(request.headers['x-a'])}`)),
    )
    for (const host of ['127.0.0.1', 'localhost']) {
      const result = await requestTrusted(`http://${host}:${target.port}/`, {
        method: 'POST',
        body: '{}',
        headers: { 'x-a': 'b' },
        timeout_ms: 2_000,
      })
      expect(result.ok && result.body.toString()).toBe('POST b')
    }
  })

  it('does not follow redirects', async () => {
    const target = await open(startHttpTarget((_, response) => response.writeHead(302, { location: '/x' }).end()))
    expect(await requestTrusted(target.url, { timeout_ms: 2_000 })).toMatchObject({ ok: true, status: 302 })
    expect(target.accepted()).toBe(1)
  })

  it('sends the userinfo of the URL as credentials', async () => {
    const target = await open(startHttpTarget((request, response) => response.end(request.headers.authorization)))
    const result = await requestTrusted(`http://us%40er:p%zz@127.0.0.1:${target.port}/`, { timeout_ms: 2_000 })
    expect(result.ok && result.body.toString()).toBe(`Basic ${Buffer.from('us@er:p%zz').toString('base64')}`)
  })

  it('applies the deadline and the size limits', async () => {
    const silent = await open(startTcpTarget(() => undefined))
    expect(await requestTrusted(silent.url, { timeout_ms: 100 })).toMatchObject({ ok: false, kind: 'timeout' })
    const huge = await open(
      startFixedTarget(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), Buffer.alloc(2_000_000)])),
    )
    expect(await requestTrusted(huge.url, { timeout_ms: 2_000 })).toMatchObject({ ok: true, truncated: true })
  })

  it.each(['', 'name', 'ftp://127.0.0.1/'])('reports %j as an unusable URL', async (url) => {
    expect(await requestTrusted(url, { timeout_ms: 100 })).toMatchObject({ ok: false, kind: 'protocol' })
  })

  it('reports a name that cannot be resolved', async () => {
    expect(await requestTrusted(`http://${'a'.repeat(64)}.test/`, { timeout_ms: 5_000 })).toMatchObject({
      ok: false,
      kind: 'dns',
    })
  })
})

describe('probeTrusted', () => {
  it('returns true for an open port and false for a closed one', async () => {
    const target = await open(startTcpTarget(() => undefined))
    expect(await probeTrusted(`127.0.0.1:${target.port}`, 1_000)).toBe(true)
    expect(await probeTrusted(`localhost:${target.port}`, 1_000)).toBe(true)
    const closed = await startTcpTarget(() => undefined)
    await closed.close()
    expect(await probeTrusted(`127.0.0.1:${closed.port}`, 1_000)).toBe(false)
    expect(await probeTrusted('nonsense', 1_000)).toBe(false)
  })
})

import { createServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { createEgress } from '../../../src/platform/egress/index.ts'
import { createAuthority } from './certificates.ts'
import { listen, startHttpTarget, startTcpTarget } from './targets.ts'

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCPSocket') || name === 'Timeout').length
}

describe('a request, however it ends,', () => {
  it('leaves no socket and no timer', async () => {
    const authority = createAuthority()
    const fine = await startHttpTarget((request, response) =>
      request.url === '/far' ? response.writeHead(302, { location: '/' }).end() : response.end('x'.repeat(100_000)),
    )
    const secured = await listen(
      createServer(authority.issue(['IP:127.0.0.1'], 2), (_, response) => response.end('fine')),
    )
    const silent = await startTcpTarget((socket) => socket.resume())
    const resetting = await startTcpTarget((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const https = secured.url.replace('http:', 'https:')
    const trusting = createEgress({ allowPrivate: ['127.0.0.0/8'], ca: [authority.ca] })
    const strict = createEgress({ allowPrivate: ['127.0.0.0/8'] })
    const before = countSockets()

    const kinds = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const results = await Promise.all([
        trusting.request({ url: fine.url, timeout_ms: 5_000 }),
        trusting.request({ url: fine.url, timeout_ms: 5_000, max_body_bytes: 10 }),
        trusting.request({ url: fine.url, timeout_ms: 5_000, max_body_bytes: 0 }),
        trusting.request({ url: `${fine.url}/far`, timeout_ms: 5_000, follow_redirects: 1 }),
        trusting.request({ url: https, timeout_ms: 5_000 }),
        trusting.request({ url: https, timeout_ms: 5_000, max_body_bytes: 0 }),
        strict.request({ url: https, timeout_ms: 5_000 }),
        strict.request({ url: silent.url, timeout_ms: 20 }),
        strict.request({ url: silent.url.replace('http:', 'https:'), timeout_ms: 20 }),
        strict.request({ url: resetting.url, timeout_ms: 5_000 }),
        strict.request({ url: resetting.url, timeout_ms: 5_000, signal: AbortSignal.abort() }),
        strict.request({ url: 'http://10.0.0.1/', timeout_ms: 5_000 }),
      ])
      for (const result of results) kinds.add(result.ok ? 'ok' : result.kind)
    }
    expect([...kinds].sort()).toEqual(['aborted', 'connect', 'not_allowed', 'ok', 'timeout', 'tls'])
    await expect.poll(countSockets).toBeLessThanOrEqual(before)
    await Promise.all([fine.close(), secured.close(), silent.close(), resetting.close()])
    authority.remove()
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeAll, get, open } from '../../../test/platform/egress/loopback.ts'
import { startFixedTarget, startTcpTarget } from '../../../test/platform/egress/targets.ts'
import { Deadline } from './deadline.ts'

afterEach(closeAll)

const GARBLED_BODY = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope'
const HALF_A_BODY = 'HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 9\r\n\r\nhalf'

describe('a failed request', () => {
  it('was not sent when no connection was made, or the request is not valid', async () => {
    const target = await open(startTcpTarget(() => undefined))
    const invalid = await get(target.url, { headers: { 'x-a': 'line\nline' } })
    await closeAll()
    for (const failed of [await get(target.url), await get('http://[::1]/'), invalid])
      expect(failed).toMatchObject({ ok: false, was_sent: false, head: null })
  })

  it.each([
    ['is reset', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy(), 'connect'],
    ['ends without an answer', (socket: { destroy(): void }) => socket.destroy(), 'connect'],
    ['gets half of a head', (socket: { end(text: string): void }) => socket.end('HTTP/1.1 200 O'), 'connect'],
    ['gets no HTTP', (socket: { end(text: string): void }) => socket.end('\0\0'), 'protocol'],
    ['gets no answer in time', () => undefined, 'timeout'],
  ] as const)('was sent when it %s after the server read it', async (_, respond, kind) => {
    const target = await open(startTcpTarget((socket) => socket.once('data', () => respond(socket))))
    const failed = await get(target.url, { method: 'POST', body: 'alert', timeout_ms: kind === 'timeout' ? 300 : 3000 })
    expect(failed).toMatchObject({ ok: false, kind, was_sent: true, head: null })
  })

  it('has the head of a response whose body cannot be read', async () => {
    const garbled = await open(startFixedTarget(GARBLED_BODY))
    expect(await get(garbled.url)).toMatchObject({ ok: false, was_sent: true, head: { status: 200 } })
    const half = await open(startFixedTarget(HALF_A_BODY))
    expect(await get(half.url)).toMatchObject({ ok: false, head: { status: 503, headers: { 'retry-after': '7' } } })
  })
})

describe('a deadline that passed while the process was stopped', () => {
  it('ends the next phase, although its timer has not run yet', () => {
    const deadline = new Deadline(1000)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000)
    const interrupt = vi.fn()
    expect(deadline.enter('waiting for the response', interrupt)).toBe(false)
    expect(interrupt).toHaveBeenCalledWith(expect.objectContaining({ kind: 'timeout' }))
    clock.mockRestore()
    deadline.close()
  })
})

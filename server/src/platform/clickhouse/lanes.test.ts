import { describe, expect, it } from 'vitest'
import { Lanes } from './lanes.ts'

function hold(): { held: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { held: promise, release: resolve }
}

describe('Lanes', () => {
  it('gives a connection to one caller at a time, and queues the others in order', async () => {
    const lanes = new Lanes(['a'], 1000)
    const seen: number[] = []
    let atOnce = 0
    const use = (n: number) =>
      lanes.use(async () => {
        atOnce += 1
        expect(atOnce).toBe(1)
        await Promise.resolve()
        seen.push(n)
        atOnce -= 1
      })
    await Promise.all([1, 2, 3, 4].map(use))
    expect(seen).toEqual([1, 2, 3, 4])
  })

  it('serves other callers while one connection is held, and after a caller failed', async () => {
    const lanes = new Lanes(['a', 'b'], 1000)
    const { held, release } = hold()
    const slow = lanes.use(() => held)
    await expect(lanes.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await lanes.use((name) => Promise.resolve(name))).toMatch(/^[ab]$/)
    release()
    await slow
  })

  it('rejects a caller that waits too long', async () => {
    const lanes = new Lanes(['a'], 20)
    const { held, release } = hold()
    const slow = lanes.use(() => held)
    expect(lanes.hasIdle).toBe(false)
    await expect(lanes.use(() => held)).rejects.toMatchObject({ name: 'ClickHouseUnavailable', reason: 'busy' })
    release()
    await slow
    expect(lanes.hasIdle).toBe(true)
  })

  it('finishes running and queued work while draining, and rejects new work', async () => {
    const lanes = new Lanes(['a'], 1000)
    const { held, release } = hold()
    const done: string[] = []
    const running = lanes.use(async () => {
      await held
      done.push('running')
    })
    const waiting = lanes.use(() => Promise.resolve(done.push('waiting')))
    const drained = lanes.drain({ finishWaiting: true }).then((all) => done.push(`drained ${all.length}`))
    await expect(lanes.use(() => held)).rejects.toMatchObject({ reason: 'closed' })
    release()
    await Promise.all([running, waiting, drained])
    expect(done).toEqual(['running', 'waiting', 'drained 1'])
  })

  it('rejects queued work if drained without finishing it', async () => {
    const lanes = new Lanes(['a'], 1000)
    const { held, release } = hold()
    const running = lanes.use(() => held)
    const waiting = [lanes.use(() => held), lanes.use(() => held)].map((use) => use.catch((error: unknown) => error))
    const drained = lanes.drain({ finishWaiting: false })
    expect(await Promise.all(waiting)).toMatchObject([{ reason: 'closed' }, { reason: 'closed' }])
    release()
    await running
    expect(await drained).toEqual(['a'])
  })
})

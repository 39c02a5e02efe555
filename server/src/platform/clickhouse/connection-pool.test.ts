import { describe, expect, it } from 'vitest'
import { ConnectionPool } from './connection-pool.ts'

function hold(): { held: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { held: promise, release: resolve }
}

describe('ConnectionPool', () => {
  it('gives a connection to one caller at a time, and queues the others in order', async () => {
    const pool = new ConnectionPool(['a'], 1000)
    const seen: number[] = []
    let atOnce = 0
    const use = (n: number) =>
      pool.use(async () => {
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
    const pool = new ConnectionPool(['a', 'b'], 1000)
    const { held, release } = hold()
    const slow = pool.use(() => held)
    await expect(pool.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pool.use((name) => Promise.resolve(name))).toMatch(/^[ab]$/)
    release()
    await slow
  })

  it('rejects a caller that waits too long', async () => {
    const pool = new ConnectionPool(['a'], 20)
    const { held, release } = hold()
    const slow = pool.use(() => held)
    expect(pool.hasIdle).toBe(false)
    await expect(pool.use(() => held)).rejects.toMatchObject({ name: 'ClickHouseUnavailable', reason: 'busy' })
    release()
    await slow
    expect(pool.hasIdle).toBe(true)
  })

  it('finishes running and queued work while draining, and rejects new work', async () => {
    const pool = new ConnectionPool(['a'], 1000)
    const { held, release } = hold()
    const done: string[] = []
    const running = pool.use(async () => {
      await held
      done.push('running')
    })
    const waiting = pool.use(() => Promise.resolve(done.push('waiting')))
    const drained = pool.drain({ finishWaiting: true }).then((all) => done.push(`drained ${all.length}`))
    await expect(pool.use(() => held)).rejects.toMatchObject({ reason: 'closed' })
    release()
    await Promise.all([running, waiting, drained])
    expect(done).toEqual(['running', 'waiting', 'drained 1'])
  })

  it('rejects queued work if drained without finishing it', async () => {
    const pool = new ConnectionPool(['a'], 1000)
    const { held, release } = hold()
    const running = pool.use(() => held)
    const waiting = [pool.use(() => held), pool.use(() => held)].map((use) => use.catch((error: unknown) => error))
    const drained = pool.drain({ finishWaiting: false })
    expect(await Promise.all(waiting)).toMatchObject([{ reason: 'closed' }, { reason: 'closed' }])
    release()
    await running
    expect(await drained).toEqual(['a'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CheckPool } from './pool.ts'

interface Run {
  host: string
  finish: () => void
}

function openPool(size: number, per_host: number) {
  const running = new Set<Run>()
  const started: string[] = []
  const pool = new CheckPool<{ host: string; name: string }>({
    size,
    per_host,
    run: ({ host, name }) => {
      started.push(name)
      return new Promise<void>((resolve) => {
        const run = { host, finish: () => resolve(void running.delete(run)) }
        running.add(run)
      })
    },
    onFree: () => undefined,
    now_ms: () => now,
  })
  return { pool, running, started, add: (host: string, name = host) => pool.add({ host, name }, host) }
}

/** The clock stands: what was done does not let more come. */
let now = 0

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('CheckPool', () => {
  it('lets a host that hangs keep its share and no more', () => {
    const { pool, started, add } = openPool(4, 2)
    for (let i = 0; i < 10; i++) add('slow')
    expect(started.length).toBe(2)
    expect(pool.free).toBe(2)
    add('quick')
    expect(started.at(-1)).toBe('quick')
  })

  it('starts what waits, in order, when its host has room again', async () => {
    const { running, started, add } = openPool(4, 1)
    for (const name of ['a', 'b', 'c']) add('host', name)
    for (let i = 0; i < 3; i++) {
      for (const run of running) run.finish()
      await settle()
    }
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('gives back what has not begun', async () => {
    const { pool, running, started, add } = openPool(2, 1)
    for (const name of ['a', 'b']) add('one', name)
    for (const name of ['c', 'd']) add('two', name)
    add('three', 'e')
    expect(
      pool
        .clear()
        .map((item) => item.name)
        .sort(),
    ).toEqual(['b', 'd', 'e'])
    for (const run of running) run.finish()
    await settle()
    expect(started).toEqual(['a', 'c'])
    now += 1000
    expect([pool.running, pool.waiting, pool.free]).toEqual([0, 0, 2])
  })

  it('takes ahead what it gets done in a quarter of a second, and no more than its size', async () => {
    const { pool, running, add } = openPool(4, 4)
    for (let n = 0; n < 3; n++) {
      add('quick')
      for (const run of running) run.finish()
      await settle()
    }
    expect(pool.free).toBe(4 + 3)
    now += 250
    expect(pool.free).toBe(4 + 3)
    now += 250
    expect(pool.free).toBe(4)
  })

  it('never runs more than its size, nor more than its share of a host, and loses nothing', async () => {
    const commands = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('add' as const), host: fc.constantFrom('a', 'b', 'c') }),
        fc.record({ kind: fc.constant('finish' as const), which: fc.nat(20) }),
      ),
      { maxLength: 80 },
    )
    await fc.assert(
      fc.asyncProperty(
        commands,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, size, share) => {
          const { pool, running, started, add } = openPool(size, share)
          let added = 0
          for (const step of steps) {
            if (step.kind === 'add') {
              add(step.host)
              added++
            } else {
              const all = [...running]
              all[step.which % Math.max(1, all.length)]?.finish()
              await settle()
            }
            expect(running.size).toBeLessThanOrEqual(size)
            expect(pool.running).toBe(running.size)
            for (const host of ['a', 'b', 'c']) {
              expect([...running].filter((run) => run.host === host).length).toBeLessThanOrEqual(share)
            }
            expect(started.length + pool.waiting).toBe(added)
          }
          while (running.size > 0) {
            for (const run of running) run.finish()
            await settle()
          }
          expect(started.length).toBe(added)
          now += 1000
          expect(pool.free).toBe(size)
        },
      ),
      { numRuns: 200 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CheckPool } from './pool.ts'

interface Run {
  host: string
  team_id: number
  finish: () => void
}

const HOST_KEYS = new Map<string, number>()
const keyOf = (host: string): number => HOST_KEYS.get(host) ?? (HOST_KEYS.set(host, HOST_KEYS.size + 1), HOST_KEYS.size)

function openPool(size: number, per_host: number) {
  const running = new Set<Run>()
  const started: string[] = []
  const pool = new CheckPool<{ host: string; name: string; team_id: number }>({
    size,
    per_host,
    run: ({ host, name, team_id }) => {
      started.push(name)
      return new Promise<void>((resolve) => {
        const run = { host, team_id, finish: () => resolve(void running.delete(run)) }
        running.add(run)
      })
    },
    onFree: () => undefined,
    now_ms: () => now,
  })
  const add = (host: string, name = host, team_id = 1): void =>
    pool.add({ host, name, team_id }, { team_id, host_key: keyOf(host) })
  return { pool, running, started, add }
}

/** The clock stands: what was done does not let more come. */
let now = 0

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('CheckPool', () => {
  it('limits a host that hangs to its share', () => {
    const { pool, started, add } = openPool(4, 2)
    for (let i = 0; i < 10; i++) add('slow')
    expect(started.length).toBe(2)
    expect(pool.free).toBe(2)
    add('quick')
    expect(started.at(-1)).toBe('quick')
  })

  it('limits a team whose checks hang on many hosts to two thirds, and leaves the rest to others', () => {
    const { pool, running, started, add } = openPool(9, 3)
    for (let n = 0; n < 20; n++) add(`hanging ${n}`, 'hanging', 1)
    expect(running.size).toBe(6)
    expect(pool.free).toBe(3)
    for (let n = 0; n < 20; n++) add(`also hanging ${n}`, 'also hanging', 2)
    expect(running.size).toBe(8)
    add('quick', 'quick', 3)
    expect(started.at(-1)).toBe('quick')
  })

  it('lets teams take turns when a place is free again', async () => {
    const { running, started, add } = openPool(1, 1)
    add('a', 'a1', 1)
    for (const name of ['a2', 'a3', 'a4']) add(name, name, 1)
    for (const name of ['b1', 'b2']) add(name, name, 2)
    for (let n = 0; n < 5; n++) {
      for (const run of running) run.finish()
      await settle()
    }
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })

  it('keeps a place on a busy host for other teams', () => {
    const { pool, started, add } = openPool(20, 3)
    for (let n = 0; n < 5; n++) add('slow', 'theirs', 1)
    expect(started).toEqual(['theirs', 'theirs'])
    expect(pool.describeBusy()).toMatchObject({ pairs: [String(2n ** 32n + BigInt(keyOf('slow')))] })
    add('slow', 'mine', 2)
    expect(started.at(-1)).toBe('mine')
  })

  it('reports busy teams and hosts, so that a claim skips them, and gives quick ones room for what they finish', async () => {
    const { pool, running, add } = openPool(9, 3)
    expect(pool.describeBusy()).toEqual({ team_room: 6, host_room: 3, teams: {}, hosts: {}, pairs: [] })
    for (let n = 0; n < 6; n++) add(`hanging ${n}`, 'hanging', 1)
    const busy = pool.describeBusy()
    expect(busy.teams).toEqual({ 1: 0 })
    expect(busy.team_room).toBe(2)
    expect(Object.values(busy.hosts)).toEqual([2, 2, 2, 2, 2, 2])
    for (let n = 0; n < 4; n++) {
      add('quick', 'quick', 2)
      for (const run of running) if (run.team_id === 2) run.finish()
      await settle()
    }
    expect(pool.describeBusy()).toMatchObject({ teams: { 1: 0, 2: 6 }, hosts: { [keyOf('quick')]: 7 } })
    now += 1000
    expect(pool.describeBusy().teams).toEqual({ 1: 0 })
  })

  it('returns checks that have waited too long, and keeps those that were just added', () => {
    const { pool, add } = openPool(3, 3)
    for (const name of ['a', 'b', 'c', 'd']) add(name, name, 1)
    expect([pool.running, pool.waiting]).toEqual([2, 2])
    now += 1500
    add('e', 'e', 1)
    expect(pool.clear(1000).map((item) => item.name)).toEqual(['c', 'd'])
    expect([pool.running, pool.waiting]).toEqual([2, 1])
    expect(pool.describeBusy().teams).toEqual({ 1: 0 })
  })

  it('starts waiting checks in order when their host has room again', async () => {
    const { running, started, add } = openPool(4, 1)
    for (const name of ['a', 'b', 'c']) add('host', name)
    for (let i = 0; i < 3; i++) {
      for (const run of running) run.finish()
      await settle()
    }
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('returns the checks that have not started', async () => {
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

  it('accepts ahead as many checks as it finishes in a quarter of a second, but no more than its size', async () => {
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

  it('never runs more checks than its size, nor more than the share of a host, and loses none', async () => {
    const commands = fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('add' as const),
          host: fc.constantFrom('a', 'b', 'c'),
          team_id: fc.integer({ min: 1, max: 3 }),
        }),
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
              add(step.host, step.host, step.team_id)
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

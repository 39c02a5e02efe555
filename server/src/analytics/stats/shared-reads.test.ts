import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../platform/clickhouse/index.ts'
import { shareReads } from './shared-reads.ts'

const plan = {
  name: 'test',
  sql: 'SELECT {n:Int64} AS n',
  params: z.object({ n: z.int() }),
  row: z.object({ n: z.int() }),
}
const today = defineQuery(plan)
const past = defineQuery({ ...plan, isImmutable: true })

function open(max_characters?: number) {
  let reads = 0
  const answer = (n: unknown): Promise<never[]> => {
    reads += 1
    return n === 0 ? Promise.reject(new Error('away')) : Promise.resolve([{ n }] as never[])
  }
  const { read } = shareReads({ read: (_, values) => answer(values['n']) }, max_characters)
  return { read, count: () => reads }
}

describe('shareReads', () => {
  it('runs a query once for concurrent callers, and again for a later one', async () => {
    const { read, count } = open()
    expect(await Promise.all([read(today, { n: 1 }), read(today, { n: 1 }), read(today, { n: 2 })])).toEqual([
      [{ n: 1 }],
      [{ n: 1 }],
      [{ n: 2 }],
    ])
    expect(count()).toBe(2)
    await read(today, { n: 1 })
    expect(count()).toBe(3)
  })

  it('caches results that cannot change, up to a size, and evicts the least recently used', async () => {
    const { read, count } = open(2 * (past.sql.length + 40))
    for (const n of [1, 2, 1, 3, 1]) expect(await read(past, { n })).toEqual([{ n }])
    expect(count()).toBe(3)
    await read(past, { n: 2 })
    expect(count()).toBe(4)
  })

  it('runs a query again after a failure', async () => {
    const { read, count } = open()
    for (const query of [past, today]) {
      await expect(Promise.all([read(query, { n: 0 }), read(query, { n: 0 })])).rejects.toThrow('away')
      await expect(read(query, { n: 0 })).rejects.toThrow('away')
    }
    expect(count()).toBe(4)
  })
})

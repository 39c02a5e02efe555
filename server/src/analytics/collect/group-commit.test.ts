import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Batch, createGroupCommit } from './group-commit.ts'

const addition = { events: 'x\n', event_count: 1, filtered: '', filtered_count: 0, first_event: null }

describe('group commit', () => {
  it('commits events that arrive together in one transaction, and resolves after it', async () => {
    const batches: number[] = []
    let committed = false
    const group = createGroupCommit(async (batch) => {
      await nextTurn()
      committed = true
      batches.push(batch.event_count)
    })
    await Promise.all(Array.from({ length: 100 }, () => group.add(addition)))
    expect(committed).toBe(true)
    expect(batches).toEqual([100])
  })

  it('rejects every request of a batch that fails, and commits the next batch', async () => {
    let fail = true
    const group = createGroupCommit(async () => {
      if (fail) throw new Error('away')
    })
    const outcomes = await Promise.allSettled([group.add(addition), group.add(addition)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fail = false
    await group.add(addition)
  })

  it('is full while too many bytes wait, and no longer full once they are committed', async () => {
    const gate = Promise.withResolvers<void>()
    const group = createGroupCommit(() => gate.promise)
    const big = { ...addition, events: 'x'.repeat(1024 * 1024) }
    const added = Array.from({ length: 64 }, () => group.add(big))
    expect(group.isFull).toBe(true)
    gate.resolve()
    await Promise.all(added)
    expect(group.isFull).toBe(false)
  })

  it('splits a large batch into several transactions, in order', async () => {
    const sizes: number[] = []
    const gate = Promise.withResolvers<void>()
    const group = createGroupCommit(async (batch) => {
      await gate.promise
      sizes.push(batch.event_count)
    })
    const big = { ...addition, events: 'x'.repeat(1024 * 1024) }
    const added = Array.from({ length: 18 }, () => group.add(big))
    gate.resolve()
    await Promise.all(added)
    expect(sizes).toEqual([4, 4, 4, 4, 2])
  })

  it('commits the events that still wait when it stops', async () => {
    const seen: Batch[] = []
    const group = createGroupCommit(async (batch) => void seen.push(batch))
    void group.add({ ...addition, first_event: { website_id: 5, origin: 'https://example.com' } })
    await group.stop()
    expect(seen.map((batch) => [...batch.first_events])).toEqual([[[5, 'https://example.com']]])
  })
})

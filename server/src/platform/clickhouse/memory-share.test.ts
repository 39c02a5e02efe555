import { describe, expect, it } from 'vitest'
import { readMemoryLimit, shareMemory } from './memory-share.ts'
import { limitMemory } from './query.ts'

const MIB = 1024 * 1024

describe('shareMemory', () => {
  it.each([
    { limit: 512, readers: 2, each: 64 },
    { limit: 1024, readers: 2, each: 192 },
    { limit: 2048, readers: 2, each: 448 },
    { limit: 4096, readers: 3, each: 640 },
    { limit: 16_384, readers: 4, each: 2016 },
  ])('gives each of $readers queries $each MiB in $limit MiB', ({ limit, readers, each }) => {
    expect(shareMemory(limit * MIB)).toEqual({ readers, max_statement_bytes: each * MIB })
    // Queries, and as much again for two writers.
    expect(256 + readers * each + 2 * each).toBeLessThanOrEqual(limit)
  })

  it('refuses large queries in less memory than that, but not all', () => {
    expect(shareMemory(128 * MIB)).toEqual({ readers: 2, max_statement_bytes: 64 * MIB })
  })

  it('knows a limit on every machine', () => {
    expect(readMemoryLimit()).toBeGreaterThan(64 * MIB)
    expect(Number.isFinite(readMemoryLimit())).toBe(true)
  })
})

describe('limitMemory', () => {
  it('lowers the limit of a statement, and never raises it', () => {
    const sql = `SELECT 1\nSETTINGS max_execution_time=10, max_memory_usage=${512 * MIB}, priority=1`
    expect(limitMemory(sql, 64 * MIB)).toBe(
      `SELECT 1\nSETTINGS max_execution_time=10, max_memory_usage=${64 * MIB}, priority=1`,
    )
    expect(limitMemory(sql, 2048 * MIB)).toBe(sql)
    expect(limitMemory(sql, undefined)).toBe(sql)
  })

  it('leaves a statement without a limit as it is', () => {
    expect(limitMemory('DROP TABLE x', 64 * MIB)).toBe('DROP TABLE x')
  })
})

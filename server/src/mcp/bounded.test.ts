import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bound, boundRows } from './bounded.ts'

describe('bound', () => {
  it('does not change a value that fits', () => {
    const value = { a: 'x'.repeat(500), list: [1, 2, 3] }
    expect(bound(value, 1000)).toEqual({ value, cuts: [] })
  })

  it('shortens lists and texts, and says which and how far', () => {
    const value = { id: 1, rows: Array.from({ length: 400 }, (_, n) => ({ n, text: 'y'.repeat(40) })) }
    const { value: shorter, cuts } = bound(value, 2000)
    expect(JSON.stringify(shorter).length).toBeLessThanOrEqual(2000)
    expect(cuts).toEqual([{ field: 'rows', shown: 25, of: 400 }])
    expect(shorter).toMatchObject({ id: 1 })
  })

  it('fits anything into its limit', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 60, max: 3000 }), (value, max) => {
        const long = { value, text: JSON.stringify(value).repeat(20), list: Array.from({ length: 200 }, () => value) }
        expect(JSON.stringify(bound(long, max).value).length).toBeLessThanOrEqual(Math.max(max, 4))
      }),
    )
  })
})

describe('boundRows', () => {
  it('keeps the first rows that fit', () => {
    const rows = Array.from({ length: 10 }, (_, id) => ({ id, text: 'z'.repeat(80) }))
    expect(boundRows(rows, 500).rows).toEqual(rows.slice(0, 5))
    expect(boundRows([], 500)).toEqual({ rows: [], cuts: [] })
  })

  it('shortens a single row that is too long', () => {
    const { rows, cuts } = boundRows([{ id: 7, text: 'z'.repeat(9000) }, { id: 8 }], 500)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ id: 7 })
    expect(cuts).toEqual([{ field: 'text', shown: 300, of: 9000 }])
  })
})

import { describe, expect, it } from 'vitest'
import { findRepeatedNames } from './repeated-names.ts'

describe('findRepeatedNames', () => {
  it.each([
    ['{}', []],
    ['[1, "a", {"a": 1}, {"a": 1}]', []],
    ['{"a": "a", "b": {"a": 1}, "c": [{"a": 1}, {"a": 2}]}', []],
    ['{"a": 1, "b": 2, "a": 3}', ['a']],
    ['{"a": 1, "a": 2, "a": 3, "b": 1, "b": 1}', ['a', 'b']],
    ['{"a": {"b": 1, "b": 2}}', ['a.b']],
    ['{"a": [0, {"b": 1}, {"b": 1, "b": {}}]}', ['a.2.b']],
    ['{"a": 1, "\\u0061": 2}', ['a']],
    ['{"a\\"b": 1, "a\\"b": "}{,"}', ['a"b']],
    ['{"a": "\\\\", "b": "\\\\\\"", "a": 1}', ['a']],
    ['{"__proto__": 1, "constructor": 2}', []],
  ])('in %s finds %j', (source, expected) => {
    JSON.parse(source)
    expect([...findRepeatedNames(source)]).toEqual(expected)
  })

  it.each([
    ['the same name', () => ''],
    ['another name', (n: number) => String(n)],
  ])(
    'reports little, and at once, when an object that is nested deeply repeats %s thousands of times',
    (_what, name) => {
      const depth = 30_000
      const entries = Array.from({ length: 6000 }, (_, n) => `"${name(n >> 1)}":0`).join()
      const began = process.threadCpuUsage()
      const found = [...findRepeatedNames('['.repeat(depth) + `{${entries}}` + ']'.repeat(depth))]
      expect(process.threadCpuUsage(began).user).toBeLessThan(1_000_000)
      expect(found.length).toBeLessThanOrEqual(100)
      expect(found[0]).toMatch(/^0(\.0){17}\.…\.\w*$/)
    },
  )

  it('cuts off long names', () => {
    const name = 'a'.repeat(60_000)
    expect([...findRepeatedNames(`{"${name}":1,"${name}":2}`)]).toEqual([name.slice(0, 100)])
  })

  it('reads a body of the maximum size that is nested as deep as possible', () => {
    const depth = 60_000
    expect([...findRepeatedNames('['.repeat(depth) + ']'.repeat(depth))]).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bigint64, defineQuery, integer64, parseRows, writeSettings } from './query.ts'

const plan = { name: 'test', row: z.object({}) }
const none = z.object({})

describe('defineQuery', () => {
  it('writes the limits of every query into its SQL', () => {
    const query = defineQuery({
      ...plan,
      sql: ' SELECT {a:UInt8} ',
      params: z.object({ a: z.int() }),
      timeout_seconds: 3,
    })
    expect(query.sql).toMatch(/^SELECT \{a:UInt8\}\nSETTINGS /)
    expect(query.sql).toContain('max_execution_time=3')
    expect(query.sql).toContain('max_memory_usage=536870912')
    expect(query.sql).toContain("result_overflow_mode='throw'")
    expect(query.sql).toContain('output_format_json_quote_64bit_integers=1')
  })

  it('rejects SQL that does not match its parameters', () => {
    expect(() => defineQuery({ ...plan, sql: 'SELECT {a:UInt8}', params: none })).toThrow('a must be both')
    expect(() => defineQuery({ ...plan, sql: 'SELECT 1', params: z.object({ b: z.int() }) })).toThrow('b must be both')
  })

  it('rejects identifier parameters, a second statement, and clauses that defineQuery adds itself', () => {
    const params = z.object({ t: z.string() })
    expect(() => defineQuery({ ...plan, sql: 'SELECT 1 FROM {t:Identifier}', params })).toThrow('cannot be a parameter')
    for (const sql of ['SELECT 1; SELECT 2', 'SELECT 1 FORMAT CSV', 'SELECT 1 settings max_threads = 1']) {
      expect(() => defineQuery({ ...plan, sql, params: none })).toThrow('no semicolon, FORMAT or SETTINGS')
    }
    expect(() => defineQuery({ ...plan, sql: 'SELECT 1', params: none, timeout_seconds: 61 })).toThrow('at most 60 s')
  })
})

describe('parseRows', () => {
  const query = defineQuery({
    name: 'counts',
    sql: 'SELECT 1 AS n, 1 AS hash',
    params: none,
    row: z.object({ n: integer64, hash: bigint64 }),
  })

  it('decodes 64-bit integers exactly', () => {
    expect(parseRows(query, [{ n: '9007199254740991', hash: '18446744073709551615' }])).toEqual([
      { n: 9007199254740991, hash: 18446744073709551615n },
    ])
  })

  it('rejects inexact integers in any row and names the query', () => {
    const good = { n: '1', hash: '1' }
    expect(() => parseRows(query, [good, { n: '9007199254740992', hash: '1' }])).toThrow(/counts .*beyond 2\^53/s)
    expect(() => parseRows(query, [good, { n: 1, hash: '1' }])).toThrow('query counts answered a row off its schema')
  })
})

describe('writeSettings', () => {
  it('quotes strings and rejects invalid setting names', () => {
    expect(writeSettings({ a_1: 2, b: "x'" })).toBe("SETTINGS a_1=2, b='x\\''")
    expect(() => writeSettings({ 'a=1, b': 1 })).toThrow('not a setting')
  })
})

import { describe, expect, it } from 'vitest'
import { writeInsert } from './insert.ts'

describe('writeInsert', () => {
  const settings = /^INSERT INTO `t` SETTINGS (.*) FORMAT JSONEachRow\n/

  it('writes the token and the deduplication settings into the statement', () => {
    const text = writeInsert({ table: 't', token: "it's", rows: [{ a: 1 }, { a: '{x:String}' }] }) ?? ''
    const settingsText = settings.exec(text)?.[1]
    expect(settingsText).toContain("insert_deduplication_token='it\\'s'")
    expect(settingsText).toContain('async_insert=0')
    expect(settingsText).toContain('deduplicate_blocks_in_dependent_materialized_views=1')
    expect(text.replace(settings, '')).toBe('{"a":1}\n{"a":"{x:String}"}')
  })

  it('accepts rows that are already serialized', () => {
    for (const ndjson of ['{"a":1}\n', Buffer.from('{"a":1}\n')]) {
      expect((writeInsert({ table: 't', token: 'x', ndjson }) ?? '').replace(settings, '')).toBe('{"a":1}\n')
    }
  })

  it('returns null when there are no rows', () => {
    expect(writeInsert({ table: 't', token: 'x', rows: [] })).toBeNull()
    expect(writeInsert({ table: 't', token: 'x', ndjson: '\n' })).toBeNull()
  })

  it('rejects an insert without a token, with an invalid table name, or larger than one block', () => {
    expect(() => writeInsert({ table: 't', token: '', rows: [{}] })).toThrow('needs a token')
    expect(() => writeInsert({ table: 't`; drop', token: 'x', rows: [{}] })).toThrow('not a table')
    expect(() => writeInsert({ table: 't', token: 'x', ndjson: 'x'.repeat(64 * 1024 * 1024 + 1) })).toThrow('too large')
  })
})

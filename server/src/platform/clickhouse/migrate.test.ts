import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { splitStatements } from './migrate.ts'

const FOLDER = new URL('../../../db/clickhouse/', import.meta.url)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }))

describe('splitStatements', () => {
  it('splits at semicolons at the end of a line and removes comments', () => {
    expect(splitStatements("-- one;\nA 'x;y' (\n  -- inside;\n  b);\n\nC;\n-- end")).toEqual(["A 'x;y' (\n\n  b)", 'C'])
  })
})

/** Can be rebuilt at any time, so losing rows or writing them twice does no harm. */
const TEMPORARY = /^CREATE TABLE IF NOT EXISTS stats_recent_visits /

describe('ClickHouse migrations', () => {
  it.each(files)('$name can run twice concurrently, and every table stores deduplication tokens', ({ text }) => {
    const created = splitStatements(text).filter((statement) => /^CREATE /i.test(statement))
    for (const statement of created) expect(statement).toMatch(/^CREATE [A-Z ]+ IF NOT EXISTS /)
    for (const statement of created.filter((one) => one.startsWith('CREATE TABLE') && !TEMPORARY.test(one))) {
      expect(Number(/non_replicated_deduplication_window = (\d+)/.exec(statement)?.[1])).toBeGreaterThanOrEqual(10_000)
      expect(statement).toContain('fsync_after_insert = 1')
    }
  })
})

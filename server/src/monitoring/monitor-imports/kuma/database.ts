import { DatabaseSync } from 'node:sqlite'
import { MAX_RELATED_ROWS } from '../limits.ts'
import { KUMA_COLUMNS } from './tables.ts'

/** The bytes that announce a write-ahead log next to the file. There is none, and a database in memory cannot have one. */
const JOURNAL_BYTES = [18, 19] as const

function openDatabase(bytes: Buffer): DatabaseSync {
  for (const at of JOURNAL_BYTES) bytes[at] = 1
  const database = new DatabaseSync(':memory:', { allowExtension: false })
  database.deserialize(bytes)
  database.enableDefensive(true)
  database.exec('pragma trusted_schema = off')
  return database
}

const toNumbers = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )

/** Rows of a plain table. A view or a computed column could do any amount of work, so neither is read. */
function readTable(database: DatabaseSync, table: string, expected: readonly string[]): unknown[] | undefined {
  const found = database.prepare('select type, sql from sqlite_schema where name = ?').get(table)
  if (found?.['type'] !== 'table' || !/^create\s+table\b/i.test(String(found['sql']))) return undefined
  const info = database.prepare(`pragma table_info("${table}")`).all()
  const columns = expected.filter((column) => info.some(({ name }) => name === column))
  if (columns.length === 0) return []
  const list = columns.map((column) => `"${column}"`).join(', ')
  const rows = database.prepare(`select ${list} from "${table}" limit ${MAX_RELATED_ROWS}`)
  rows.setReadBigInts(true)
  return rows.all().map(toNumbers)
}

/** The tables of a database, or undefined when it cannot be read. */
export function readDatabase(bytes: Buffer): unknown {
  try {
    const database = openDatabase(bytes)
    const tables = Object.entries(KUMA_COLUMNS).map(([name, columns]) => [name, readTable(database, name, columns)])
    return { kuma_tables: Object.fromEntries(tables) as unknown }
  } catch {
    return undefined
  }
}

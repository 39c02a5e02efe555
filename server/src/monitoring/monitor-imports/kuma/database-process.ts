/**
 * Reads an Uptime Kuma database from standard input and prints its monitors as JSON. This is a separate process, because a file may be
 * made to crash its reader: no other request is affected, and a limit of time and memory can end it. Nothing is written to a disk.
 */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { KUMA_COLUMNS } from './tables.ts'

const [, , limit = '1'] = process.argv

/** The bytes that announce a write-ahead log next to the file. There is none, and a database in memory cannot have one. */
const JOURNAL_BYTES = [18, 19] as const

function openDatabase(): DatabaseSync {
  const bytes = readFileSync(0)
  for (const at of JOURNAL_BYTES) bytes[at] = 1
  const database = new DatabaseSync(':memory:', { allowExtension: false })
  database.deserialize(bytes)
  database.enableDefensive(true)
  database.exec('pragma trusted_schema = off')
  return database
}

/** Rows of a plain table. A view or a computed column could do any amount of work, so neither is read. */
function readTable(database: DatabaseSync, table: string, expected: readonly string[]): unknown[] | undefined {
  const found = database.prepare('select type, sql from sqlite_schema where name = ?').get(table)
  if (found?.['type'] !== 'table' || !/^create\s+table\b/i.test(String(found['sql']))) return undefined
  const info = database.prepare(`pragma table_info("${table}")`).all()
  const columns = expected.filter((column) => info.some(({ name }) => name === column))
  if (columns.length === 0) return []
  const list = columns.map((column) => `"${column}"`).join(', ')
  const rows = database.prepare(`select ${list} from "${table}" limit ${Number(limit)}`)
  rows.setReadBigInts(true)
  return rows.all()
}

const database = openDatabase()
const tables = Object.fromEntries(
  Object.entries(KUMA_COLUMNS).map(([table, columns]) => [table, readTable(database, table, columns)]),
)
const print = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)
process.stdout.write(JSON.stringify({ kuma_tables: tables }, print))

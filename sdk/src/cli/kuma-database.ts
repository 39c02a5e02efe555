import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import type * as Sqlite from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { FileError } from './resource.ts'

const SQLITE = 'SQLite format 3\0'

/** Whether a file is an SQLite database. One that cannot be opened is not: reading it says why. */
export function isDatabase(file: string): boolean {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return false
  }
  const start = Buffer.alloc(SQLITE.length)
  readSync(handle, start)
  closeSync(handle)
  return start.toString('latin1') === SQLITE
}

const TABLES = ['monitor', 'tag', 'monitor_tag', 'notification', 'monitor_notification'] as const

type Tables = Record<string, unknown[]>

async function loadSqlite(): Promise<typeof Sqlite> {
  try {
    return await import('node:sqlite')
  } catch {
    throw new FileError('reading kuma.db needs Node 22.13 or newer. Use it, or import a JSON backup.')
  }
}

function readTables({ DatabaseSync }: typeof Sqlite, file: string | URL): Tables {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const known = database.prepare("select name from sqlite_schema where type = 'table'").all()
    const found = TABLES.filter((table) => known.some(({ name }) => name === table))
    const rows = found.map((table) => [table, database.prepare(`select * from "${table}"`).all()] as const)
    return Object.fromEntries(rows.map(([table, all]) => [table, all.map((row) => hideSecrets(table, row))]))
  } finally {
    database.close()
  }
}

/** Settings of types that are not imported; many of them are secrets. */
const UNUSED =
  /^(?:auth_(?:domain|workstation)|(?:database|docker|game|grpc|kafka|mqtt|oauth|push|rabbitmq|radius|snmp|tls)_\w+)$/

/** A notification's settings hold its tokens. Only its type is sent. */
function hideSecrets(table: string, row: Record<string, unknown>): unknown {
  if (table !== 'notification')
    return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !UNUSED.test(name)))
  return { id: row['id'], name: row['name'], config: JSON.stringify({ type: readType(row['config']) }) }
}

function readType(config: unknown): unknown {
  try {
    return (JSON.parse(String(config)) as { type?: unknown }).type
  } catch {
    return undefined
  }
}

/** Without it, SQLite leaves files beside a database that was in use, and fails where it may not write. */
function openAlone(file: string): URL {
  const url = pathToFileURL(path.resolve(file))
  url.searchParams.set('immutable', '1')
  return url
}

/** The tables of an Uptime Kuma database that say something of monitors, with what Kuma has not yet merged into the file. */
export async function readKumaTables(file: string): Promise<Tables> {
  const sqlite = await loadSqlite()
  try {
    return readTables(sqlite, existsSync(`${file}-wal`) ? file : openAlone(file))
  } catch (error) {
    throw new FileError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

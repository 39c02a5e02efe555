import type { Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { type Deadlines, DeadlineExceeded } from '../deadline.ts'
import { pipeThrough } from '../pipe-through.ts'
import { quoteText, type Values } from './bind.ts'
import { DATABASE, type Engine } from './engine.ts'
import { ClickHouseUnavailable } from './failure.ts'
import { writeImportHead } from './insert.ts'
import { MAX_READ_SECONDS } from './query.ts'

const PING_MS = 3000
const READERS = 8
/** The server stops a query before this client timeout. */
const MAX_READ_MS = (MAX_READ_SECONDS + 5) * 1000
/** For migrations and purges, not inserts. */
const MAX_WRITE_MS = 120_000
/** For the export or import of a whole table. */
const MAX_COPY_MS = 4 * HOUR_MS

/** The server closed an idle socket. The request succeeds on a new socket, and every statement can be repeated. */
function isStaleSocket(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

/** Matches the message: the client error has no class and no code. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Timeout error.'

async function withFreshSocket<T>(fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (error) {
    if (isStaleSocket(error)) return await fn()
    throw isTimeout(error) ? new DeadlineExceeded('no answer in time', { cause: error }) : error
  }
}

const openClient = (url: URL, database: string, timeout_ms: number): ClickHouseClient =>
  createClient({
    url,
    database,
    application: 'sitewatch',
    request_timeout: timeout_ms,
    max_open_connections: READERS,
    // A setting of the HTTP interface. Without it, an error after the first rows is sent with status 200.
    clickhouse_settings: { wait_end_of_query: 1 },
    log: { level: ClickHouseLogLevel.OFF },
  })

/** Reads and writes use separate sockets, so that slow queries do not delay inserts. */
export function openServer(address: string, { statement_ms }: Deadlines): Engine {
  const url = new URL(address)
  const database = decodeURIComponent(url.pathname.slice(1)) || DATABASE
  url.pathname = '/'
  const open = (name: string, timeout_ms: number): ClickHouseClient => openClient(url, name, timeout_ms)
  const reader = open(database, MAX_READ_MS)
  const inserter = open(database, statement_ms)
  const writer = open(database, MAX_WRITE_MS)
  const copier = open(database, MAX_COPY_MS)
  const inFlight = new Set<Promise<unknown>>()
  let closing = false

  async function run<T>(fn: () => Promise<T>): Promise<T> {
    if (closing) throw new ClickHouseUnavailable('closed', 'ClickHouse is shutting down')
    const running = withFreshSocket(fn)
    inFlight.add(running)
    try {
      return await running
    } finally {
      inFlight.delete(running)
    }
  }

  const command = (client: ClickHouseClient, query: string, values?: Values): Promise<void> =>
    run(async () => void (await client.command({ query, ...(values && { query_params: { ...values } }) })))

  return {
    kind: 'server',
    readers: READERS,
    read: (sql, values) =>
      run(async () => {
        const answer = await reader.query({ query: sql, query_params: { ...values }, format: 'JSONEachRow' })
        return await answer.json()
      }),
    readInto: (sql, values) => command(reader, sql, values),
    write: (sql, values) => command(writer, sql, values),
    insert: (sql) => command(inserter, sql),
    exportTable: (table) => run(() => exportTable(copier, table)),
    importTable: (table, rows, structure) => run(() => importTable(copier, { table, rows, structure })),
    createDatabase: () => run(() => createDatabase(open('default', MAX_WRITE_MS), database)),
    async ping() {
      const answer = await reader.ping({ select: true, abort_signal: AbortSignal.timeout(PING_MS) })
      if (!answer.success) throw answer.error
    },
    async close() {
      closing = true
      await Promise.allSettled(inFlight)
      await Promise.all([reader, inserter, writer, copier].map((client) => client.close()))
    },
  }
}

async function exportTable(client: ClickHouseClient, table: string): Promise<{ stream: Readable }> {
  const { stream } = await client.exec({ query: `SELECT * FROM \`${table}\` FORMAT Native` })
  return { stream: pipeThrough(stream, createZstdCompress()) }
}

interface TableImport {
  table: string
  rows: Readable
  structure: string | undefined
}

async function importTable(client: ClickHouseClient, { table, rows, structure }: TableImport): Promise<void> {
  const values = pipeThrough(rows, createZstdDecompress())
  const select = structure === undefined ? '' : `SELECT * FROM input(${quoteText(structure)})`
  const { stream } = await client.exec({ query: `${writeImportHead(table)} ${select} FORMAT Native`, values })
  stream.resume()
}

/** Checks first, because a user of a managed server may have a database but no permission to create one. */
async function createDatabase(client: ClickHouseClient, name: string): Promise<void> {
  try {
    const answer = await client.query({
      query: 'SELECT 1 FROM system.databases WHERE name = {name:String}',
      query_params: { name },
      format: 'JSONEachRow',
    })
    if ((await answer.json()).length > 0) return
    await client.command({ query: 'CREATE DATABASE IF NOT EXISTS {name:Identifier}', query_params: { name } })
  } finally {
    await client.close()
  }
}

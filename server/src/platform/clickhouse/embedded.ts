import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
} from '@clickhouse/client'
import type * as chdb from 'chdb/connection'
import { bindParameters, quoteText } from './bind.ts'
import { DATABASE, type Engine } from './engine.ts'
import { ClickHouseNotReady } from './failure.ts'
import { writeImportHead } from './insert.ts'
import { ConnectionPool } from './connection-pool.ts'
import { readMemoryLimit, shareMemory } from './memory-share.ts'

/**
 * A connection runs one statement at a time. Writes have their own connections, so a slow query does not delay them. With two,
 * one insert is parsed while the other is sorted and written: 113,000 rows/s instead of 97,000.
 */
const WRITERS = 2
const MAX_WAIT_MS = 30_000

/**
 * Two rewrites that find nothing in our queries. Without them, analysing one of statistics takes 36 ms of processor instead of 51, which is
 * most of what it takes for a small website. Only here: a server older than 25.2 would refuse a query that names the first one.
 */
const SESSION_SETTINGS = 'SET optimize_and_compare_chain = 0, optimize_syntax_fuse_functions = 0'

type Chdb = typeof chdb
/** chdb bundles the client types in a different version. */
type Connection = NonNullable<ClickHouseClientConfigOptions['connection']>

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** Optional dependency of 540 MB, not available for some platforms. */
async function importChdb(): Promise<Chdb> {
  try {
    return await import('chdb/connection')
  } catch (error) {
    throw new ClickHouseNotReady(
      `The embedded ClickHouse cannot be loaded here (${firstLine(error)}). ` +
        'Install it with "npm install chdb", or set CLICKHOUSE_URL to a ClickHouse server.',
      { cause: error },
    )
  }
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new ClickHouseNotReady(
      `SITEWATCH_DATA_DIR cannot be created: ${firstLine(error)}. Choose a writable folder.`,
      { cause: error },
    )
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Finds the process that holds the lock file. The engine error gives no reason; the reason goes to standard error. */
export function findHolder(folder: string): number | undefined {
  const status = path.join(folder, 'status')
  if (!existsSync(status)) return undefined
  const pid = Number(/^PID: (\d+)/.exec(readFileSync(status, 'utf8'))?.[1])
  return pid > 0 && isAlive(pid) ? pid : undefined
}

function explainOpening(error: unknown, folder: string): ClickHouseNotReady {
  const holder = findHolder(folder)
  const why =
    holder === undefined
      ? `The embedded ClickHouse cannot open ${folder} (${firstLine(error)}).`
      : `Another process (${holder}) uses the embedded ClickHouse in ${folder}.`
  const advice =
    'Only one process can use a folder: run all roles in one process, or set CLICKHOUSE_URL to a ClickHouse server.'
  return new ClickHouseNotReady(`${why} ${advice}`, { cause: error, holder })
}

async function connect({ createChdbConnection }: Chdb, folder: string, total: number): Promise<ClickHouseClient[]> {
  const clients: ClickHouseClient[] = []
  try {
    for (let count = 0; count < total; count += 1) {
      const client = createClient({
        connection: createChdbConnection({ path: folder }) as unknown as Connection,
        log: { level: ClickHouseLogLevel.OFF },
      })
      clients.push(client)
      await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${DATABASE}` })
      await client.command({ query: `USE ${DATABASE}` })
      await client.command({ query: SESSION_SETTINGS })
    }
    return clients
  } catch (error) {
    await Promise.all(clients.map((client) => client.close()))
    throw explainOpening(error, folder)
  }
}

interface CopyParts {
  writes: ConnectionPool<ClickHouseClient>
  incoming: string
  outgoing: string
}

function copyTables({ writes, incoming, outgoing }: CopyParts): Pick<Engine, 'exportTable' | 'importTable'> {
  const run = (query: string): Promise<unknown> => writes.use((client) => client.command({ query }))
  return {
    async exportTable(table) {
      const file = path.join(outgoing, `${table}-${randomUUID()}.native.zst`)
      // One thread, so that the other cores stay free for queries.
      const select = `SELECT * FROM \`${table}\` SETTINGS max_threads=1`
      await run(`INSERT INTO FUNCTION file(${quoteText(file)}, 'Native') ${select}`)
      return { file }
    },
    async importTable(table, rows, structure) {
      const file = path.join(incoming, `${randomUUID()}.native.zst`)
      try {
        await pipeline(rows, createWriteStream(file))
        const columns = structure === undefined ? '' : `, ${quoteText(structure)}`
        await run(`${writeImportHead(table)} SELECT * FROM file(${quoteText(file)}, 'Native'${columns})`)
      } finally {
        await rm(file, { force: true })
      }
    },
  }
}

/**
 * Deletes files of a killed process: its rows are still in the inbox, and its export for a backup is incomplete. The folders stay: parts of
 * this process that open the store at once would delete them while another one creates them.
 */
async function emptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

export async function openEmbedded(dataDir: string): Promise<Engine> {
  const folder = path.resolve(dataDir)
  const engine = await importChdb()
  createFolder(folder)
  const [incoming, outgoing] = [path.join(folder, 'incoming'), path.join(folder, 'outgoing')]
  const { readers, max_statement_bytes } = shareMemory(readMemoryLimit())
  const connections = await connect(engine, folder, WRITERS + readers)
  try {
    await emptyFolders([incoming, outgoing])
  } catch (error) {
    // An open connection would keep this process from opening any other folder, and every retry would add six.
    await Promise.all(connections.map((client) => client.close()))
    throw error
  }
  const writes = new ConnectionPool(connections.slice(0, WRITERS), MAX_WAIT_MS)
  const reads = new ConnectionPool(connections.slice(WRITERS), MAX_WAIT_MS)
  return {
    kind: 'embedded',
    readers,
    max_statement_bytes,
    cores: availableParallelism(),
    read: (sql, values) =>
      reads.use(async (client) => {
        const answer = await client.query({ query: bindParameters(sql, values), format: 'JSONEachRow' })
        return await answer.json()
      }),
    readInto: (sql, values) =>
      reads.use(async (client) => void (await client.command({ query: bindParameters(sql, values) }))),
    write: (sql, values) =>
      writes.use(async (client) => {
        await client.command({ query: values ? bindParameters(sql, values) : sql })
      }),
    async writeRows(head, ndjson) {
      const file = path.join(incoming, `${randomUUID()}.ndjson`)
      await writeFile(file, ndjson)
      try {
        await writes.use((client) =>
          client.command({ query: `${head} SELECT * FROM file(${quoteText(file)}, 'JSONEachRow')` }),
        )
      } finally {
        await rm(file, { force: true })
      }
    },
    ...copyTables({ writes, incoming, outgoing }),
    createDatabase: () => Promise.resolve(),
    async ping() {
      // If all readers are busy, it is alive. Waiting would report a busy process as not ready.
      if (reads.hasIdle) await reads.use((client) => client.command({ query: 'SELECT 1' }))
    },
    async close() {
      const clients = await Promise.all([writes.drain({ finishWaiting: true }), reads.drain({ finishWaiting: false })])
      await Promise.all(clients.flat().map((client) => client.close()))
    },
  }
}

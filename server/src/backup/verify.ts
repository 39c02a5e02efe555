import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ConfigError } from '../config.ts'
import { ClickHouseNotReady } from '../platform/clickhouse/failure.ts'
import { type ClickHouse, countTable, fillTables, openClickHouse } from '../platform/clickhouse/index.ts'
import { createLog } from '../platform/log.ts'
import { DEADLINES } from '../platform/deadline.ts'
import type { BackupReader } from './files.ts'
import { type StoredFile, type Sums, sumUp } from './manifest.ts'

export interface Verified extends Sums {
  point: string
  version: string
  /** False without an embedded engine: then history is compared by its checksums alone. */
  is_history_counted: boolean
}

/** A separate engine in an empty folder, so the service can keep running. Undefined if the engine is not installed. */
async function openScratchEngine(): Promise<{ clickhouse: ClickHouse; close(): Promise<void> } | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sitewatch-verify-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const settings = { SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }
    const clickhouse = await openClickHouse(settings, createLog('silent'), DEADLINES)
    return {
      clickhouse,
      async close() {
        await clickhouse.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    if (error instanceof ClickHouseNotReady) return undefined
    throw error
  }
}

function compare(file: string, rows: number, expected: number): void {
  if (rows !== expected) throw new ConfigError(`${file} has ${rows} rows instead of ${expected}.`)
}

/** Drops each table after its rows are counted, so that the largest one is all that the disk has to hold. */
async function countHistoryRows(clickhouse: ClickHouse, reader: BackupReader): Promise<void> {
  const { tables } = reader.manifest.history
  const stored = new Map(tables.map((table) => [table.name, table.stored]))
  const fill = async ({ name }: { name: string }): Promise<void> => {
    const file = stored.get(name)
    if (!file) return
    await clickhouse.importTable(name, reader.read(file))
    compare(file.file, await countTable(clickhouse, name), file.rows)
  }
  const { unknown } = await fillTables(clickhouse, tables, fill, ({ name }) =>
    clickhouse.execute(`DROP TABLE ${name} SYNC`),
  )
  for (const name of unknown) await readHistoryFile(reader, stored.get(name))
}

async function readHistoryFile(reader: BackupReader, stored: StoredFile | null | undefined): Promise<void> {
  if (stored) await reader.countLines(stored)
}

/**
 * Reads the whole backup and compares the checksum and the number of rows of every file. Throws at the first difference. A restore
 * passes `countHistory: false`, because it counts the rows of the history itself.
 */
export async function verifyBackup(reader: BackupReader, { countHistory = true } = {}): Promise<Verified> {
  const { manifest } = reader
  for (const { stored } of manifest.postgres.tables) {
    compare(stored.file, await reader.countLines(stored), stored.rows)
  }
  const engine = countHistory ? await openScratchEngine() : undefined
  try {
    if (engine) await countHistoryRows(engine.clickhouse, reader)
    else for (const { stored } of manifest.history.tables) await readHistoryFile(reader, stored)
  } finally {
    await engine?.close()
  }
  const { point, version } = manifest
  return { point, version, ...sumUp(manifest), is_history_counted: engine !== undefined }
}

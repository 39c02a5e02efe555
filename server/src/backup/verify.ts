import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ConfigError } from '../config.ts'
import { ClickHouseNotReady } from '../platform/clickhouse/failure.ts'
import { type ClickHouse, countTable, openClickHouse } from '../platform/clickhouse/index.ts'
import { createLog } from '../platform/log.ts'
import { DEADLINES } from '../platform/deadline.ts'
import type { BackupReader } from './files.ts'
import { type Sums, sumUp } from './manifest.ts'

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
    for (const { name, ddl, stored } of manifest.history.tables) {
      if (!stored) continue
      if (!engine) {
        await reader.countLines(stored)
        continue
      }
      await engine.clickhouse.execute(ddl)
      await engine.clickhouse.execute(`SYSTEM STOP MERGES ${name}`)
      await engine.clickhouse.importTable(name, reader.read(stored))
      compare(stored.file, await countTable(engine.clickhouse, name), stored.rows)
      await engine.clickhouse.execute(`DROP TABLE ${name} SYNC`)
    }
  } finally {
    await engine?.close()
  }
  const { point, version } = manifest
  return { point, version, ...sumUp(manifest), is_history_counted: engine !== undefined }
}

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { type ClickHouse, migrateClickHouse, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sitewatch-stats-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A separate embedded ClickHouse with its tables. */
export async function openStore(): Promise<ClickHouse> {
  const log = createLog('error')
  const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: makeFolder(), CLICKHOUSE_URL: undefined }, log)
  afterAll(() => clickhouse.close())
  await migrateClickHouse(clickhouse, log)
  return clickhouse
}

export interface SparseEvent {
  /** RFC 3339. */
  time: string
  visitor?: number
  kind?: string
  path?: string
  [column: string]: unknown
}

let made = 0

/** Inserts events of a website; missing fields get the value that is stored for unknown. */
export async function insertSparse(
  clickhouse: ClickHouse,
  website_id: number,
  events: readonly SparseEvent[],
): Promise<void> {
  const rows = events.map(({ visitor = 1, ...event }) => {
    made += 1
    return {
      website_id,
      visitor_id: visitor,
      pageview_id: made,
      number: 0,
      kind: 'pageview',
      path: '/',
      retention_days: 3650,
      ...event,
    }
  })
  await clickhouse.insert({ table: 'events', token: `sparse ${made}`, rows })
}

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { readConfig } from '../../server/src/config.ts'
import { type ClickHouse, migrateClickHouse, openClickHouse } from '../../server/src/platform/clickhouse/index.ts'
import { packRows } from '../../server/src/platform/inbox/append.ts'
import { startLoader } from '../../server/src/platform/inbox/index.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { connectPostgres } from '../../server/src/platform/postgres/index.ts'
import { prepareDatabase } from '../../server/src/platform/postgres/provision.ts'
import { FOLDER, rounded, say, SECRET, type Fixture, type Size } from './fixture.ts'
import { measureSize } from './size.ts'
import { makeRows } from './traffic.ts'
import { median } from '../../server/test/support/samples.ts'

const LOAD_BATCH = 1000

async function fillInbox(admin: pg.Client, batches: readonly Buffer[]): Promise<void> {
  for (const batch of batches) {
    await admin.query(`insert into inbox (kind, row_count, raw_bytes, body) values ('events', $1, $2, $3)`, [
      LOAD_BATCH,
      batch.length,
      packRows(batch),
    ])
  }
}

function makeBatches(count: number): Buffer[] {
  const rows = [...makeRows({ seed: 3, sites: 20, days: 1 }, count)].slice(0, count)
  return Array.from({ length: count / LOAD_BATCH }, (_, n) =>
    Buffer.from(rows.slice(n * LOAD_BATCH, (n + 1) * LOAD_BATCH).join('')),
  )
}

async function timeLoader(
  fixture: Fixture,
  clickhouse: ClickHouse,
  batches: readonly Buffer[],
  servingUrl: string,
): Promise<number> {
  const count = batches.length * LOAD_BATCH
  await clickhouse.execute('TRUNCATE TABLE events')
  await fillInbox(fixture.admin, batches)
  const postgres = connectPostgres({ connectionString: servingUrl, size: 4, onError: (error) => say(String(error)) })
  let loaded = 0
  const done = Promise.withResolvers<void>()
  const start = performance.now()
  const loader = startLoader({
    postgres,
    clickhouse,
    tables: { events: 'events' },
    log: createLog('warn'),
    onLoaded: (_kind, rows) => {
      loaded += rows
      if (loaded >= count) done.resolve()
    },
  })
  await done.promise
  const seconds = (performance.now() - start) / 1000
  await loader.stop()
  await postgres.close()
  return count / seconds
}

async function timeEngine(clickhouse: ClickHouse, source: string, count: number): Promise<number> {
  await clickhouse.execute('DROP TABLE IF EXISTS bench_events')
  await clickhouse.execute('CREATE TABLE bench_events AS events')
  const start = performance.now()
  await clickhouse.execute(
    `INSERT INTO bench_events SETTINGS max_insert_threads = 1 SELECT * FROM file('${source}', 'JSONEachRow')`,
  )
  return count / ((performance.now() - start) / 1000)
}

export async function measureLoad(fixture: Fixture, { rounds, load_rows }: Size) {
  const config = readConfig({ DATABASE_URL: fixture.url, SITEWATCH_SECRET: SECRET })
  const { servingUrl } = await prepareDatabase(config, createLog('silent'))
  const clickhouse = await openClickHouse(
    { SITEWATCH_DATA_DIR: path.join(FOLDER, 'load'), CLICKHOUSE_URL: undefined },
    createLog('silent'),
  )
  try {
    await migrateClickHouse(clickhouse, createLog('silent'))
    const batches = makeBatches(load_rows)
    const source = path.join(FOLDER, 'rows.ndjson')
    writeFileSync(source, Buffer.concat(batches))
    const found: { loader: number; engine: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const engine = await timeEngine(clickhouse, source, load_rows)
      const loader = await timeLoader(fixture, clickhouse, batches, servingUrl)
      say(`load: ${loader.toFixed(0)} rows/s from the inbox, ${engine.toFixed(0)} rows/s by the engine from a file`)
      found.push({ loader, engine })
    }
    await clickhouse.execute('DROP TABLE bench_events')
    const size = await measureBytes(clickhouse, load_rows)
    return {
      load: {
        ratio: rounded(median(found.map(({ loader, engine }) => loader / engine))),
        rows_per_s: Math.round(median(found.map(({ loader }) => loader))),
        engine_rows_per_s: Math.round(median(found.map(({ engine }) => engine))),
      },
      size,
    }
  } finally {
    await clickhouse.close()
  }
}

/** Measures one website over a month, with events in order of arrival. */
async function measureBytes(clickhouse: ClickHouse, count: number) {
  await clickhouse.execute('TRUNCATE TABLE events')
  let buffered: string[] = []
  let part = 0
  const flush = async (): Promise<void> => {
    if (buffered.length > 0)
      await clickhouse.insert({ table: 'events', token: `size ${part++}`, ndjson: buffered.join('') })
    buffered = []
  }
  for (const row of makeRows({ seed: 9, sites: 1, days: 30 }, count)) {
    buffered.push(row)
    if (buffered.length >= 50_000) await flush()
  }
  await flush()
  return measureSize(clickhouse)
}

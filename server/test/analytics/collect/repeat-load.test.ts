import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { repeatEventLoad } from '../../../src/analytics/collect/index.ts'
import {
  type ClickHouse,
  defineQuery,
  integer64,
  migrateClickHouse,
  openClickHouse,
} from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { keepParts, loseLastPart } from '../../support/lost-part.ts'

const log = createLog('silent')
const ROWS = 500
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-repeat-events-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(dir: string): Promise<ClickHouse> {
  const clickhouse = await openClickHouse(
    { SITEWATCH_DATA_DIR: path.join(folder, dir), CLICKHOUSE_URL: undefined },
    log,
  )
  onTestFinished(() => clickhouse.close())
  await migrateClickHouse(clickhouse, log)
  return clickhouse
}

function makeLoad(website_id: number) {
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    website_id,
    time: new Date(Date.now() - n * 1000).toISOString(),
    visitor_id: n % 50,
    pageview_id: n,
    number: 0,
    kind: 'pageview',
    retention_days: 400,
    host: 'example.com',
    path: '/',
  }))
  const ndjson = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
  return { token: `website ${website_id}`, ndjson, confirm: () => Promise.resolve() }
}

const countEvents = defineQuery({
  name: 'test.count_events',
  sql: `
    SELECT (SELECT count() FROM events FINAL WHERE website_id = {id:UInt64}) AS events,
      (SELECT count() FROM filtered_events FINAL WHERE website_id = {id:UInt64}) AS filtered,
      (SELECT sum(arrivals) FROM event_days WHERE website_id = {id:UInt64}) AS arrivals`,
  params: z.object({ id: z.int() }),
  row: z.object({ events: integer64, filtered: integer64, arrivals: integer64 }),
})
const count = async (clickhouse: ClickHouse, id: number) => (await clickhouse.read(countEvents, { id }))[0]

describe('a repeated load of events', () => {
  it.each(['events', 'filtered_events'] as const)(
    'is complete, although the engine was killed after it recorded the token for %s but before the rows',
    async (table) => {
      const before = await open(table)
      await keepParts(before, ['events', 'filtered_events', 'event_days'])
      const [first, lost] = [makeLoad(1), makeLoad(2)]
      for (const load of [first, lost]) await before.insert({ table, token: load.token, ndjson: load.ndjson })
      await loseLastPart(before, table)
      const clickhouse = await open(table)
      await clickhouse.insert({ table, token: lost.token, ndjson: lost.ndjson })
      const column = table === 'events' ? 'events' : 'filtered'
      expect((await count(clickhouse, 2))?.[column], 'by the token alone').toBeLessThan(ROWS)
      await repeatEventLoad(clickhouse, table, lost)
      expect((await count(clickhouse, 2))?.[column]).toBe(ROWS)
      await repeatEventLoad(clickhouse, table, lost)
      expect((await count(clickhouse, 2))?.[column], 'repeated once more').toBe(ROWS)
      expect((await count(clickhouse, 1))?.[column], 'of another load').toBe(ROWS)
    },
  )

  it('gives its days a new version, so that statistics without it are recalculated', async () => {
    const before = await open('days')
    await keepParts(before, ['events', 'event_days'])
    const load = makeLoad(3)
    await before.insert({ table: 'events', token: load.token, ndjson: load.ndjson })
    await loseLastPart(before, 'event_days')
    const clickhouse = await open('days')
    const { arrivals = 0 } = (await count(clickhouse, 3)) ?? {}
    expect(arrivals).toBeLessThan(ROWS)
    await repeatEventLoad(clickhouse, 'events', load)
    expect((await count(clickhouse, 3))?.arrivals).toBe(arrivals + ROWS)
    expect((await count(clickhouse, 3))?.events).toBe(ROWS)
  })
})

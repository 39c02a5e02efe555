import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- The moment of each kill; any moment passes.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { repeatCheckLoad } from '../../../src/monitoring/checks/index.ts'
import {
  type ClickHouse,
  defineQuery,
  migrateClickHouse,
  openClickHouse,
} from '../../../src/platform/clickhouse/index.ts'
import { type ClickHouseFront, startClickHouseFront } from '../../support/clickhouse-front.ts'
import { sized } from '../../support/size.ts'
import { countsOf, countTeamChecks, makeChecks, MIDNIGHT, toNdjson } from './rows.ts'
import { describeClickHouse, log } from './suite.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-clickhouse-'))
let front: ClickHouseFront

beforeAll(async () => {
  front = await startClickHouseFront({ folder })
})
afterAll(async () => {
  await front.kill()
  rmSync(folder, { recursive: true, force: true })
})

const open = (pathname = '') =>
  openClickHouse({ SITEWATCH_DATA_DIR: 'unused', CLICKHOUSE_URL: front.url + pathname }, log)
const restart = async () => {
  front = await startClickHouseFront({ folder, port: Number(new URL(front.url).port) })
}

describeClickHouse('server', () => open())

describe('a ClickHouse server', () => {
  it('may have a database of another name', async () => {
    const clickhouse = await open('/watch-2')
    await migrateClickHouse(clickhouse, log)
    const where = defineQuery({
      name: 'test.where',
      sql: 'SELECT currentDatabase() AS name, (SELECT count() FROM sitewatch_schema) > 0 AS migrated',
      params: z.object({}),
      row: z.object({ name: z.string(), migrated: z.int() }),
    })
    expect(await clickhouse.read(where, {})).toEqual([{ name: 'watch-2', migrated: 1 }])
    await clickhouse.close()
  })
})

describe('a ClickHouse server that is unavailable', () => {
  const one = defineQuery({
    name: 'test.one',
    sql: 'SELECT 1 AS n',
    params: z.object({}),
    row: z.object({ n: z.int() }),
  })
  const AWAY = { name: 'ClickHouseUnavailable', reason: 'away' }

  it('fails every call as unavailable, and is used again when it is available', async () => {
    const clickhouse = await open()
    expect(await clickhouse.ping()).toBe(true)
    await front.kill()
    await expect(clickhouse.read(one, {})).rejects.toMatchObject(AWAY)
    expect(clickhouse.isAvailable).toBe(false)
    expect(await clickhouse.ping()).toBe(false)
    const rows = makeChecks(50, 100, MIDNIGHT)
    await expect(clickhouse.insert({ table: 'checks', token: 'away', rows })).rejects.toMatchObject(AWAY)
    await expect(migrateClickHouse(clickhouse, log)).rejects.toMatchObject(AWAY)
    await restart()
    expect(await clickhouse.ping()).toBe(true)
    expect(clickhouse.isAvailable).toBe(true)
    expect(await clickhouse.read(one, {})).toEqual([{ n: 1 }])
    await clickhouse.close()
  })

  it('can be configured before it is running', async () => {
    await front.kill()
    const clickhouse = await open()
    await expect(clickhouse.read(one, {})).rejects.toMatchObject(AWAY)
    await restart()
    expect(await clickhouse.read(one, {})).toEqual([{ n: 1 }])
    await clickhouse.close()
  })
})

describe('a ClickHouse server that is killed', () => {
  const ROWS = 1000
  const KILLS = sized(1, 10)

  async function insertThroughKill(clickhouse: ClickHouse, team_id: number, after_ms: number): Promise<boolean> {
    const rows = makeChecks(team_id, ROWS, MIDNIGHT)
    const token = `team ${team_id}`
    const first = clickhouse.insert({ table: 'checks', token, rows }).then(
      () => true,
      () => false,
    )
    await wait(after_ms)
    await front.kill()
    const wasAnswered = await first
    await restart()
    const ndjson = Buffer.from(toNdjson(rows))
    await repeatCheckLoad(clickhouse, { token, ndjson, confirm: () => Promise.resolve() })
    return wasAnswered
  }

  it(`has every row of every batch once after ${KILLS} kills during an insert`, async () => {
    const clickhouse = await open()
    await migrateClickHouse(clickhouse, log)
    let kills = 0
    for (let round = 0; kills < KILLS && round < 3 * KILLS; round += 1) {
      const team_id = 100 + round
      if (!(await insertThroughKill(clickhouse, team_id, 5 + ((round * 37) % 80)))) kills += 1
      expect(await countTeamChecks(clickhouse, team_id)).toEqual(countsOf(ROWS))
    }
    expect(kills).toBe(KILLS)
    await clickhouse.close()
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { repeatCheckLoad } from '../../../src/monitoring/checks/index.ts'
import { type ClickHouse, migrateClickHouse, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { keepParts, loseLastPart } from '../../support/lost-part.ts'
import { countsOf, countTeamChecks, makeChecks, MIDNIGHT, toNdjson } from '../../platform/clickhouse/rows.ts'

const log = createLog('silent')
const ROWS = 1000
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-repeat-'))
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

const TABLES = ['checks', 'checks_hourly', 'checks_daily']

const load = (team_id: number) => ({
  token: `team ${team_id}`,
  ndjson: Buffer.from(toNdjson(makeChecks(team_id, ROWS, MIDNIGHT))),
  confirm: () => Promise.resolve(),
})
const insert = (clickhouse: ClickHouse, team_id: number) =>
  clickhouse.insert({ table: 'checks', token: `team ${team_id}`, rows: makeChecks(team_id, ROWS, MIDNIGHT) })

/** Inserts the loads, and then loses the last one in a single table. */
async function insertAndLose(dir: string, table: string, team_ids: number[]): Promise<ClickHouse> {
  const before = await open(dir)
  await keepParts(before, TABLES)
  for (const team_id of team_ids) await insert(before, team_id)
  await loseLastPart(before, table)
  return open(dir)
}

describe('a repeated load of checks', () => {
  it.each(TABLES)(
    'is complete, although the engine was killed after it recorded the token for %s but before the rows',
    async (table) => {
      const clickhouse = await insertAndLose(`lost-${table}`, table, [1, 2])
      expect(await countTeamChecks(clickhouse, 2)).not.toEqual(countsOf(ROWS))
      await insert(clickhouse, 2)
      expect(await countTeamChecks(clickhouse, 2), 'by the token alone').not.toEqual(countsOf(ROWS))
      await repeatCheckLoad(clickhouse, load(2))
      expect(await countTeamChecks(clickhouse, 2)).toEqual(countsOf(ROWS))
      expect(await countTeamChecks(clickhouse, 1), 'of another load').toEqual(countsOf(ROWS))
      await repeatCheckLoad(clickhouse, load(2))
      expect(await countTeamChecks(clickhouse, 2), 'repeated once more').toEqual(countsOf(ROWS))
    },
  )

  it('keeps the counts of other loads for the same hours', async () => {
    const dir = 'same-hours'
    const before = await open(dir)
    await keepParts(before, TABLES)
    const rows = makeChecks(3, ROWS, MIDNIGHT)
    const half = (part: number) => rows.filter((_, index) => index % 2 === part)
    await before.insert({ table: 'checks', token: 'first half', rows: half(0) })
    await before.insert({ table: 'checks', token: 'second half', rows: half(1) })
    await loseLastPart(before, 'checks_daily')
    const clickhouse = await open(dir)
    const ndjson = Buffer.from(toNdjson(half(1)))
    await repeatCheckLoad(clickhouse, { token: 'second half', ndjson, confirm: () => Promise.resolve() })
    expect(await countTeamChecks(clickhouse, 3)).toEqual(countsOf(ROWS))
  })

  it('writes nothing once another loader has taken it over', async () => {
    const clickhouse = await insertAndLose('not-mine', 'checks_hourly', [4])
    const lost = { ...load(4), confirm: () => Promise.reject(new Error('taken by another')) }
    await expect(repeatCheckLoad(clickhouse, lost)).rejects.toThrow('taken by another')
    expect(await countTeamChecks(clickhouse, 4)).toMatchObject({ raw: ROWS, daily: ROWS })
    expect((await countTeamChecks(clickhouse, 4))?.hourly).toBeLessThan(ROWS)
    await repeatCheckLoad(clickhouse, load(4))
    expect(await countTeamChecks(clickhouse, 4)).toEqual(countsOf(ROWS))
  })
})

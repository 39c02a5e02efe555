import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startClickHouseFront } from '../../support/clickhouse-front.ts'
import { cloneDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { startProgram } from '../../support/program.ts'
import { send } from '../../torture/event-sender.ts'
import { compareEvents, makeSites } from '../../torture/events.ts'
import { until } from '../../support/until.ts'

const MIN_EVENTS = 1000

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-killed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const database = await cloneDatabase()
const { admin } = database
let front = await startClickHouseFront({ folder })
afterAll(() => front.kill())
const clickhouse_port = Number(new URL(front.url).port)
const port = await freePort()
const start = () =>
  startProgram(database, {
    roles: ['collector', 'worker'],
    env: { PORT: String(port), CLICKHOUSE_URL: front.url },
  })
let program = await start()

async function countWhere(condition: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${condition}`)
  return rows[0]?.n ?? 0
}

/** Stops ClickHouse, and waits until a load of events has begun, which cannot end. */
async function holdLoad(): Promise<string> {
  front.signal('SIGSTOP')
  let held: string | undefined
  const hasBegun = async (): Promise<boolean> => {
    const { rows } = await admin.query<{ load_id: string }>(
      `select load_id from inbox_loads where kind = 'events' and tries > 0`,
    )
    held = rows[0]?.load_id
    return held !== undefined
  }
  await until(hasBegun, 'a load of events waits for ClickHouse')
  return held ?? ''
}
const untilLoaded = (load_id: string, what: string) =>
  until(async () => (await countWhere(`inbox_loads where load_id = '${load_id}'`)) === 0, what)

/** A million events and 200 kills at random moments: `npm run torture -- events`; fewer: torture.full.test.ts. */
it('each acknowledged event is in ClickHouse once, although service and ClickHouse are killed during a load and Postgres drops every connection', async () => {
  const { rows } = await admin.query<{ id: string }>(
    `insert into users (email, password_hash, data_key) values ('killed@example.com', '-', '') returning id`,
  )
  const sites = await makeSites({ admin, team_id: Number(rows[0]?.id) })
  let isEnough = false
  const order = { ports: [port], sites, events: MIN_EVENTS, events_per_s: 500 }
  const sending = send(order, () => isEnough)

  const isFirstLoaded = async (): Promise<boolean> =>
    (await countWhere(`websites where first_event_at is not null and not exists (select from inbox where id = 1)`)) > 0
  await until(isFirstLoaded, 'the first batch is loaded')
  const first = await holdLoad()
  program.kill('SIGKILL')
  await program.ended
  front.signal('SIGCONT')
  program = await start()
  await untilLoaded(first, 'the load of the killed service is loaded')

  const second = await holdLoad()
  await front.kill()
  front = await startClickHouseFront({ folder, port: clickhouse_port })
  await untilLoaded(second, 'the load that ClickHouse lost is loaded')

  await database.setReachable(false)
  await database.setReachable(true)
  isEnough = true
  const ledger = await sending
  await until(async () => (await countWhere(`inbox where kind = 'events'`)) === 0, 'the inbox is empty')
  const where = { SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: front.url }
  const clickhouse = await openClickHouse(where, createLog('silent'))
  const ids = sites.map(({ id }) => id)
  const compared = await compareEvents(clickhouse, ids, ledger)
  await clickhouse.close()
  expect(compared).toEqual({ lost: 0, twice: 0 })
  expect(ledger.acknowledged.reduce((sum, [, events]) => sum + events, 0)).toBeGreaterThanOrEqual(MIN_EVENTS)
})

import path from 'node:path'
import { z } from 'zod'
import { queryAs, defineQuery, openClickHouse } from '../../server/src/platform/clickhouse/index.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { pause } from '../checks/fixture.ts'

type QueryCaller = Parameters<typeof queryAs>[0]

const row = z.object({ total: z.string() })
/** A long query takes about a second alone on two cores, and a dashboard query a tenth of that. */
const defineLoadQuery = (name: string, numbers: number) =>
  defineQuery({
    name,
    sql: `SELECT toString(uniq(number % 1000003)) AS total FROM numbers_mt(${numbers})`,
    params: z.object({}),
    row,
    timeout_seconds: 60,
  })
const LONG = defineLoadQuery('long', 50_000_000)
const SHORT = defineLoadQuery('short', 5_000_000)
const SAMPLES = 60

/** Measures query times of another signed-in account, without load and while `abusers` send long queries continuously. */
export async function measureReads(
  folder: string,
  abusers: readonly QueryCaller[],
): Promise<{ quiet: number[]; busy: number[] }> {
  const clickhouse = await openClickHouse(
    { SITEWATCH_DATA_DIR: path.join(folder, 'reads'), CLICKHOUSE_URL: undefined },
    createLog('silent'),
  )
  const sample = async (): Promise<number[]> => {
    const times: number[] = []
    for (let n = 0; n < SAMPLES; n++) {
      const start = performance.now()
      await queryAs({ team_id: 1, kind: 'person' }, () => clickhouse.read(SHORT, {}))
      times.push(performance.now() - start)
      await pause(20)
    }
    return times
  }
  const quiet = await sample()
  let isOver = false
  const loops = abusers.map(async (caller) => {
    while (!isOver) await queryAs(caller, () => clickhouse.read(LONG, {})).catch(() => pause(100))
  })
  await pause(500)
  const busy = await sample()
  isOver = true
  await clickhouse.close()
  await Promise.all(loops)
  return { quiet, busy }
}

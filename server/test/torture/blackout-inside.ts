import { once } from 'node:events'
import { until } from '../support/until.ts'
import { FAR } from './blackout.ts'
import { makeMonitors, openWorld, startProgram, startTarget } from './world.ts'

/** The side of the blackout that is cut off: Postgres, the program, and its monitors. `blackout-inside.ts FAR MONITORS` */
const [far = '', count = '0'] = process.argv.slice(2)
const OUTAGES = 10

const world = await openWorld('blackout', { fast: true })
const target = await startTarget(FAR, far)
const anchor = await startTarget(FAR, far)
const program = await startProgram(world, ['prober'], {
  SITEWATCH_ANCHORS: `${FAR}:${anchor.port}`,
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '',
})
process.once('SIGTERM', () => {
  program.kill('SIGKILL')
  target.close()
  anchor.close()
  void program.ended.then(() => world.close()).then(() => process.exit(0))
})

async function countWhere(condition: string): Promise<number> {
  const { rows } = await world.admin.query<{ n: number }>(`select count(*)::int as n from ${condition}`)
  return rows[0]?.n ?? 0
}

const urls = Array.from({ length: Number(count) }, (_, n) => `http://${FAR}:${target.port}/m/${n}`)
await makeMonitors(world, urls, { interval_seconds: 2, timeout_seconds: 2 })
const unknown = new Set<number>()
const watching = setInterval(() => {
  void world.admin
    .query<{ id: number }>('select monitor_id::float8 as id from monitor_state where unknown is not null')
    .then(({ rows }) => rows.forEach(({ id }) => unknown.add(id)))
}, 500)
const isUp = async (): Promise<boolean> =>
  (await countWhere(`monitor_state where status <> 'up' or unknown is not null`)) === 0
await until(isUp, 'every monitor is up')
process.send?.({ ready: 1 })
await once(process, 'message')
clearInterval(watching)
await until(isUp, 'every monitor is up')
const false_downs = await countWhere('incidents')
for (let n = 0; n < OUTAGES; n++) await target.set(`/m/${n}`, n % 2 === 0 ? 'error' : 'hang')
await until(async () => (await countWhere('incidents')) >= OUTAGES + false_downs, 'every outage has an incident')
const found = (await countWhere('incidents')) - false_downs
process.send?.({ false_downs, unknown: unknown.size, outages: OUTAGES, found })

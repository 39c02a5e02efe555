import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import {
  defineQuery,
  integer64,
  migrateClickHouse,
  openClickHouse,
} from '../../server/src/platform/clickhouse/index.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { startClickHouseFront } from '../../server/test/support/clickhouse-front.ts'
import {
  FOLDER,
  rate,
  say,
  type Fixture,
  sendLoad,
  type Site,
  type Size,
  startLoadGenerator,
  startCollector,
} from './fixture.ts'
import { percentile } from '../../server/test/support/samples.ts'

const readMarkers = defineQuery({
  name: 'bench.markers',
  sql: 'SELECT pageview_id FROM events WHERE website_id = {website_id:UInt64} AND pageview_id > {after:UInt64} ORDER BY pageview_id',
  params: z.object({ website_id: z.int(), after: z.int() }),
  row: z.object({ pageview_id: integer64 }),
})

/** Each waits about 15 ms for its response. 32 connections reached only 2,400 requests/s, a sixth of the load. */
const CONNECTIONS = 256

async function postMarker(port: number, marker: Site, n: number): Promise<void> {
  const body = JSON.stringify([{ n: 'pageview', u: `https://${marker.domain}/`, w: 1000, i: String(n), k: 0, r: '' }])
  const headers = {
    'content-type': 'text/plain',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  }
  const response = await fetch(`http://127.0.0.1:${port}/t/${marker.tracking_id}`, { method: 'POST', body, headers })
  if (response.status !== 202) throw new Error(`a marker was answered ${response.status}`)
}

export async function measureDelay({ url, sites, marker }: Fixture, { delay_seconds }: Size, per_s: number) {
  const front = await startClickHouseFront({ folder: path.join(FOLDER, 'delay') })
  const program = await startCollector(url, front.url, ['collector', 'worker'])
  const generator = startLoadGenerator()
  const clickhouse = await openClickHouse(
    { SITEWATCH_DATA_DIR: 'unused', CLICKHOUSE_URL: front.url },
    createLog('silent'),
  )
  const sent = new Map<number, number>()
  const delays: number[] = []
  try {
    await migrateClickHouse(clickhouse, createLog('silent'))
    const background = sendLoad(generator, {
      port: program.port,
      sites,
      connections: CONNECTIONS,
      seconds: delay_seconds,
      per_s,
    })
    const until = performance.now() + delay_seconds * 1000
    const sendMarkers = async (): Promise<void> => {
      for (let n = 1; performance.now() < until; n++) {
        sent.set(n, performance.now())
        await postMarker(program.port, marker, n)
        await wait(20)
      }
    }
    let after = 0
    const watch = async (): Promise<void> => {
      while (performance.now() < until + 5000 && (performance.now() < until || delays.length < sent.size)) {
        for (const { pageview_id } of await clickhouse.read(readMarkers, { website_id: marker.id, after })) {
          delays.push(performance.now() - (sent.get(pageview_id) ?? 0))
          after = pageview_id
        }
        await wait(50)
      }
    }
    const [result] = await Promise.all([background, sendMarkers(), watch()])
    const p99 = Math.round(percentile(delays, 0.99))
    const p50 = Math.round(percentile(delays, 0.5))
    say(
      `delay: p50 ${p50} ms, p99 ${p99} ms over ${delays.length} of ${sent.size} markers at ${rate(result).toFixed(0)} events/s`,
    )
    return { p99: delays.length < sent.size ? Number.MAX_SAFE_INTEGER : p99, p50, at_per_s: Math.round(rate(result)) }
  } finally {
    await clickhouse.close()
    for (const child of [program.child, generator]) child.kill('SIGKILL')
    await front.kill()
  }
}

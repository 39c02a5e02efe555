import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { refreshTraffic } from '../../src/insights/traffic-now/index.ts'
import { readTrafficUnscoped } from '../../src/monitoring/second-opinion/index.ts'
import { ClickHouseUnavailable } from '../../src/platform/clickhouse/index.ts'
import { insertSparse, makeFolder } from '../analytics/stats/context.ts'
import { startApp } from '../support/app.ts'
import { saveSteadyModel } from './steady-model.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const { postgres, clickhouse, log } = app.parts

interface Site {
  team_id: number
  website_id: number
}

async function makeSite(): Promise<Site> {
  const { id: team_id, key } = await app.makeUser()
  const answer = await app.call('POST', '/api/v1/websites', { key, form: { domain: `o${team_id}.example.com` } })
  const site = { team_id, website_id: answer.body.data.id as number }
  await saveSteadyModel(postgres, site)
  return site
}

/** Requests the traffic, like a failed check. */
const requestTraffic = ({ team_id, website_id }: Site, requested_ago = '0 seconds') =>
  app.database.admin.query(
    `insert into traffic_now (team_id, website_id, asked_at) values ($1, $2, now() - $3::interval)
     on conflict (team_id, website_id) do update set asked_at = excluded.asked_at, counted_until = null, windows = null`,
    [team_id, website_id, requested_ago],
  )
const refresh = (reader: Pick<typeof clickhouse, 'read'> = clickhouse): Promise<number> =>
  refreshTraffic({ postgres, clickhouse: reader, log })
const read = async (website: { website_id: number }) => (await readTrafficUnscoped(postgres, [website]))(website)

// Every requested website is counted, also of an earlier test.
beforeEach(async () => void (await app.database.admin.query('delete from traffic_now')))

describe('the traffic of a website whose check is in doubt', () => {
  it('is counted in five windows that end a second ago, together with the expected traffic', async () => {
    const site = await makeSite()
    const now_ms = Date.now()
    const times = [2, 4, 18, 45, 100, 200, 290, 400].map((seconds) => now_ms - seconds * 1000)
    const events = times.map((time_ms, n) => ({ time: new Date(time_ms).toISOString(), visitor: n + 1 }))
    await insertSparse(clickhouse, site.website_id, events)
    await requestTraffic(site)
    const started_ms = Date.now()
    expect(await refresh()).toBe(1)
    const traffic = await read(site)
    const until_ms = traffic?.counted_until ?? 0
    expect([until_ms > started_ms - 2000, until_ms <= Date.now() - 1000]).toEqual([true, true])
    // By the end of the windows, not by the current time, because this machine may have been busy in between.
    const countSince = (seconds: number): number =>
      times.filter((time_ms) => time_ms >= until_ms - seconds * 1000 && time_ms < until_ms).length
    expect(traffic?.windows.map(({ seconds, visits }) => [seconds, visits])).toEqual(
      [15, 30, 60, 120, 300].map((seconds) => [seconds, countSince(seconds)]),
    )
    expect(countSince(300)).toBeGreaterThan(3)
    const [expected, ...shorter] = (traffic?.windows ?? []).map((window) => window.expected).reverse()
    expect(expected).toBeCloseTo(40, 0)
    expect(shorter.at(-1)).toBeCloseTo(2, 0)
  })

  it('is not counted again within a second, nor 90 seconds after the last request of a check', async () => {
    const [fresh, forgotten] = [await makeSite(), await makeSite()]
    await requestTraffic(fresh)
    await requestTraffic(forgotten, '91 seconds')
    expect(await refresh()).toBe(1)
    await app.database.admin.query('update traffic_now set counted_until = clock_ms() where counted_until is not null')
    expect(await refresh()).toBe(0)
    expect(await read(forgotten)).toBeUndefined()
  })

  it('is counted up to the oldest event that is not in ClickHouse yet, and not at all while ClickHouse is unavailable', async () => {
    const site = await makeSite()
    await requestTraffic(site)
    await refresh({ read: () => Promise.reject(new ClickHouseUnavailable('away', 'away')) })
    expect(await read(site)).toBeUndefined()
    await app.database.admin.query(
      `insert into inbox (kind, row_count, raw_bytes, body, created_at) values ('events', 1, 2, '{}', now() - interval '1 hour')`,
    )
    await refresh()
    expect(Date.now() - ((await read(site))?.counted_until ?? 0)).toBeGreaterThan(HOUR_MS)
    await app.database.admin.query('delete from inbox')
    const emptied_ms = Date.now()
    await refresh()
    expect((await read(site))?.counted_until).toBeGreaterThan(emptied_ms - 2000)
  })

  it('that cannot be counted does not delay other websites', async () => {
    const [bad, good] = [await makeSite(), await makeSite()]
    await requestTraffic(bad)
    await requestTraffic(good)
    let isFirst = true
    const reader: Pick<typeof clickhouse, 'read'> = {
      read: (query, params) => {
        if (!isFirst) return clickhouse.read(query, params)
        isFirst = false
        return Promise.reject(new Error('a query that no website survives'))
      },
    }
    log.level = 'silent'
    await refresh(reader)
    expect([await read(bad), (await read(good))?.windows.length]).toEqual([undefined, 5])
  })

  it('is not read for checks that are not in doubt or have no website', async () => {
    const refusing = { asRole: () => Promise.reject(new Error('a statement was sent')) } as unknown as typeof postgres
    const find = await readTrafficUnscoped(refusing, [{ website_id: null }, { website_id: null }])
    expect(find({ website_id: null })).toBeUndefined()
    await expect(readTrafficUnscoped(refusing, [{ website_id: 1 }])).rejects.toThrow('a statement was sent')
  })
})

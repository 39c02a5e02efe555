import type pg from 'pg'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { ClickHouse } from '../../server/src/platform/clickhouse/index.ts'

const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS
const FIRST_DAY_MS = TODAY_MS - 89 * DAY_MS
const dayOf = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)
export const FIRST_DAY = dayOf(FIRST_DAY_MS)
export const LAST_DAY = dayOf(TODAY_MS)

/** The n-th event, in arithmetic that both engines support. Visitors have six events a day, hours apart, so most events are separate visits. */
const N = { day: '(n % 90)', hash: '((n * 2654435761) % 4294967296)' }
/** The events of today end here, because events in the future are not counted. */
const NOW_MS = Date.now()
const TIME_MS = `(${FIRST_DAY_MS} + ${N.day} * 86400000 + ${N.hash} % 80000000)`
const KINDS = `['pageview', 'pageview', 'engagement', 'pageview', 'event', 'engagement']`

export async function fillClickHouse(clickhouse: ClickHouse, website_id: number, count: number): Promise<void> {
  await clickhouse.execute(`
    INSERT INTO events (website_id, time, visitor_id, pageview_id, number, kind, retention_days, path, channel, source,
      country, language, device, browser, system, name, engaged_ms)
    SELECT ${website_id}, fromUnixTimestamp64Milli(toInt64(${TIME_MS}), 'UTC'),
      cityHash64(intDiv(n, 540), n % 90), n, 0, ${KINDS}[1 + k], 3650,
      concat('/page/', toString(intDiv(${N.hash}, 7) % 2000)), 'search', ['', 'Google', 'Bing', 'example.org'][1 + n % 4],
      ['DE', 'US', 'FR', 'AT'][1 + intDiv(n, 540) % 4], 'en', ['mobile', 'desktop'][1 + intDiv(n, 540) % 2],
      ['Firefox', 'Chrome', 'Safari'][1 + intDiv(n, 540) % 3], 'Linux', if(k = 4, ['signup', 'buy'][1 + n % 2], ''),
      if(k % 3 = 2, 3000, 0)
    FROM (SELECT number AS n, intDiv(number, 90) % 6 AS k FROM numbers(${count})) WHERE ${TIME_MS} <= ${NOW_MS} SETTINGS max_insert_block_size = 1000000`)
}

let added = 0

/** Adds a page view at the current time. */
export async function addEvent(clickhouse: ClickHouse, website_id: number): Promise<void> {
  added += 1
  const row = { website_id, time: new Date().toISOString(), visitor_id: added, pageview_id: added, number: 0 }
  const rest = {
    kind: 'pageview',
    retention_days: 3650,
    path: '/',
    country: 'DE',
    device: 'mobile',
    browser: 'Firefox',
  }
  await clickhouse.insert({ table: 'events', token: `bench ${added}`, rows: [{ ...row, ...rest }] })
}

const COLUMNS = 'visitor_id, kind, path, source, device, browser, name, engaged_ms'

export async function fillPostgres(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    create table bench_events as
    select to_timestamp(${TIME_MS} / 1000.0) as time, n / 540 * 90 + n % 90 as visitor_id, (array${KINDS})[1 + n / 90 % 6] as kind,
      '/page/' || (${N.hash} / 7) % 2000 as path, (array['', 'Google', 'Bing', 'example.org'])[1 + n % 4] as source,
      (array['DE', 'US', 'FR', 'AT'])[1 + n / 540 % 4] as country, (array['mobile', 'desktop'])[1 + n / 540 % 2] as device,
      (array['Firefox', 'Chrome', 'Safari'])[1 + n / 540 % 3] as browser,
      case when n / 90 % 6 = 4 then (array['signup', 'buy'])[1 + n % 2] else '' end as name,
      case when n / 90 % 3 = 2 then 3000 else 0 end as engaged_ms
    from generate_series(0::bigint, ${count - 1}) n where ${TIME_MS} <= ${NOW_MS}`)
  await client.query(`create index on bench_events (time) include (country, ${COLUMNS})`)
  await client.query(`create index on bench_events (country, time) include (${COLUMNS})`)
  await client.query('vacuum analyze bench_events')
}

/** Typical Postgres SQL for the queries of DASHBOARD, optionally for visitors from one country. */
export const listPostgresQueries = (country?: string): string[] => {
  const where = country === undefined ? '' : `and country = '${country}'`
  const visits = `
    with marked as (
      select *, case when time - lag(time) over w < interval '30 minutes' then 0 else 1 end as begins
      from bench_events where true ${where} window w as (partition by visitor_id order by time)),
    numbered as (select *, sum(begins) over (partition by visitor_id order by time) as visit from marked),
    visits as (
      select visitor_id, min(time) as start, count(*) filter (where kind = 'pageview') as views, max(time) - min(time) as duration,
        sum(engaged_ms) as engaged, (array_agg(path order by time) filter (where kind = 'pageview'))[1] as entry,
        (array_agg(source order by time) filter (where kind = 'pageview'))[1] as source, min(country) as country,
        min(device) as device, min(browser) as browser
      from numbered group by visitor_id, visit)`
  const figures =
    'count(distinct visitor_id), count(*), sum(views), count(*) filter (where views = 1), avg(duration), sum(engaged)'
  const byEvent = (column: string, kind: string): string =>
    `select ${column}, count(distinct visitor_id), count(*) from bench_events where kind = '${kind}' ${where} group by 1 order by 2 desc limit 10`
  return [
    `${visits} select ${figures} from visits`,
    `${visits} select (start at time zone 'Europe/Berlin')::date, ${figures} from visits group by 1 order by 1`,
    byEvent('path', 'pageview'),
    ...['entry', 'source', 'country', 'device', 'browser'].map(
      (column) => `${visits} select ${column}, ${figures} from visits group by 1 order by 2 desc limit 10`,
    ),
    byEvent('name', 'event'),
  ]
}

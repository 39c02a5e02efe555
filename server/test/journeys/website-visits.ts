import { expect } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { buildDueDays } from '../../src/analytics/stats/index.ts'
import { fillDemo } from '../../src/demo/index.ts'
import type { TestApp, TestUser } from '../support/app.ts'
import type { Visit } from './visit.ts'

export interface ShopOwner extends TestUser {
  cookie: string
  shop: number
}

/** A month of the demo's shop by default, with an outage that cost visitors. */
export async function makeShopOwner(app: TestApp, days = 32): Promise<ShopOwner> {
  const user = await app.makeUser()
  await fillDemo(app.parts, { team_id: user.id, now_ms: Date.now(), target: 'https://example.com', days })
  await app.database.admin.query(
    `update monitor_state set unobserved_since = null, next_due_at = (extract(epoch from now()) * 1000)::bigint + 600000,
     status = 'up' where team_id = $1`,
    [user.id],
  )
  const { rows } = await app.database.admin.query(
    `select id from websites where team_id = $1 and domain = 'harbour-coffee.example'`,
    [user.id],
  )
  return { ...user, cookie: await app.makeSession(user.id), shop: Number((rows[0] as { id: string }).id) }
}

/** A website with `events` events over 90 days until now, six of each visitor a day, prepared as the worker does. */
export async function makeBusyWebsite(app: TestApp, team_id: number, events: number): Promise<number> {
  const { rows } = await app.database.admin.query(
    `insert into websites (team_id, domain, tracking_id, timezone, first_event_at)
     values ($1, 'busy.example', '00busy0000000000', 'Europe/Berlin', now() - interval '90 days') returning id`,
    [team_id],
  )
  const id = Number((rows[0] as { id: string }).id)
  const { clickhouse } = app.parts
  await clickhouse.execute(`
    INSERT INTO events (website_id, time, visitor_id, pageview_id, number, kind, retention_days, path, channel, source,
      referrer, country, language, device, browser, system, name, engaged_ms)
    SELECT ${id}, fromUnixTimestamp64Milli(toInt64(${Date.now() - 90 * DAY_MS} + n % 90 * ${DAY_MS} + (n * 2654435761) % 80000000), 'UTC'),
      cityHash64(intDiv(n, 540), n % 90), n, 0, ['pageview', 'pageview', 'engagement', 'pageview', 'event', 'engagement'][1 + k], 3650,
      concat('/page/', toString(n * 7919 % 2000)), ['organic_search', 'direct', 'referral', 'email'][1 + n % 4],
      ['Google', '', 'example.org', 'Newsletter'][1 + n % 4], concat('example.org/', toString(n % 300)),
      ['DE', 'US', 'FR', 'AT', 'JP', 'BR'][1 + intDiv(n, 540) % 6], ['de', 'en', 'fr'][1 + intDiv(n, 540) % 3],
      ['mobile', 'desktop', 'tablet'][1 + intDiv(n, 540) % 3], ['Firefox', 'Chrome', 'Safari'][1 + intDiv(n, 540) % 3],
      ['Android', 'Windows', 'iOS'][1 + intDiv(n, 540) % 3], if(k = 4, ['signup', 'buy'][1 + n % 2], ''), if(k % 3 = 2, 3000, 0)
    FROM (SELECT number AS n, intDiv(number, 90) % 6 AS k FROM numbers(${events})) SETTINGS max_insert_block_size = 1000000`)
  await buildDueDays(clickhouse, { now_ms: Date.now(), days: 100, quiet_seconds: 0 })
  return id
}

/** Waits until everything is loaded, also lists that still show the rows of the previous filter or period. */
export async function settleStatistics({ page }: Visit): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loading = page.getByRole('status', { name: /^(Loading|Counting|Writing)/ })
  const underWay = loading.or(page.locator('[aria-busy=true]'))
  await expect.poll(() => underWay.count()).toBe(0)
}

export const queryOf = (visit: Visit): Record<string, string> =>
  Object.fromEntries(new URL(visit.page.url()).searchParams)

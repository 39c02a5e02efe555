import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { loadScripts } from '../../../src/analytics/collect/index.ts'
import { buildModel } from '../../../src/insights/expected-traffic/index.ts'
import { createRecentMinutes } from '../../../src/insights/silent-outages/minutes.ts'
import { type WatchMemory, type WatchParts, watchTraffic } from '../../../src/insights/silent-outages/watch.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type Alerting, startAlerting } from '../../alerting/notifications/alerting.ts'
import { insertSparse, makeFolder, type SparseEvent } from '../../analytics/stats/context.ts'
import type { TestUser } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'

export interface Page {
  status?: number
  headers?: Record<string, string>
  body?: string
}

export interface Site {
  user: TestUser
  website_id: number
  monitor_id: number
  tracking_id: string
  provider: { id: number; path: string }
  /** The answer of the website's server to every path; a test replaces it. */
  page: Page
  origin: string
}

export interface Watching extends Alerting {
  parts: WatchParts
  /** The end of the last whole minute when the file started: "now" in all tests. */
  now_ms: number
  makeSite(options?: { per_minute?: number; silent_minutes?: number }): Promise<Site>
  visit(site: Site, from_ms: number, to_ms: number, per_minute?: number): Promise<void>
  /** Runs the watch once, `minutes` from now, like a process that has just started and counts all minutes. */
  watch(minutes?: number, more?: Partial<WatchParts>): Promise<void>
  snippet(site: Pick<Site, 'tracking_id'>): string
}

/** A real server for every website; a test changes its page by assigning to the field. */
async function startServer(answer: () => Page): Promise<string> {
  const server = createServer((_request, response) => {
    const { status = 200, headers = {}, body = '' } = answer()
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

export async function startWatching(): Promise<Watching> {
  const alerting = await startAlerting(() => ({
    SITEWATCH_DATA_DIR: makeFolder(),
    SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: '1',
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128',
  }))
  const { app } = alerting
  const { postgres, clickhouse, egress, public_egress } = app.parts
  const now_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const BASE_URL = await startServer(() => ({ body: 'script' }))
  const parts: WatchParts = {
    postgres,
    clickhouse,
    egress,
    public_egress,
    clock: { now: () => new Date(now_ms + 31_000) },
    log: createLog('silent'),
    config: { BASE_URL },
    isTracker: loadScripts().isTracker,
  }
  let visitor = 0

  const visit: Watching['visit'] = async ({ website_id }, from_ms, to_ms, per_minute = 10) => {
    const events: SparseEvent[] = []
    for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS)
      for (let index = 0; index < per_minute; index++)
        events.push({
          time: new Date(at_ms + index * 1000).toISOString(),
          visitor: ++visitor,
          host: 'localhost',
          path: '/shop',
        })
    await insertSparse(clickhouse, website_id, events)
  }

  const makeSite: Watching['makeSite'] = async ({ per_minute = 10, silent_minutes = 15 } = {}) => {
    const user = await app.makeUser()
    const call = async (path: string, json: object) =>
      (await app.call('POST', path, { key: user.key, json })).body.data as { id: number; tracking_id: string }
    const { id: website_id, tracking_id } = await call('/api/v1/websites', { domain: 'localhost' })
    const site = { user, website_id, tracking_id, page: {} } as Site
    site.origin = await startServer(() => site.page)
    site.page = { body: snippet(site) }
    const monitor = { friendly_name: 'Shop', url: `${site.origin}/`, website_id }
    site.monitor_id = (await call('/api/monitors', monitor)).id
    site.provider = await alerting.makeSlack(user)
    await call(`/api/monitors/${site.monitor_id}/notifications`, { provider_id: site.provider.id })
    const history = Array.from({ length: 28 * 24 }, (_, hour) => ({
      hour_ms: Math.floor(now_ms / HOUR_MS - hour) * HOUR_MS,
      // Varies with the traffic, so that a website with little traffic has little at every hour.
      visits: Math.round(per_minute * (60 + (((hour * 7) % 11) - 5) / 10)),
    }))
    const model = buildModel(history, { timezone: 'UTC', disturbed: [] })
    await app.database.admin.query(
      `insert into traffic_models (team_id, website_id, model, built_at, due_at) values ($1, $2, $3, now(), now() + interval '1 day')`,
      [user.id, website_id, JSON.stringify(model)],
    )
    if (silent_minutes < 180)
      await visit(site, now_ms - 180 * MINUTE_MS, now_ms - silent_minutes * MINUTE_MS, per_minute)
    return site
  }

  const snippet: Watching['snippet'] = ({ tracking_id }) =>
    `<head><script defer src="https://watch.example.org/t/${tracking_id}.js"></script></head>`

  return {
    ...alerting,
    parts,
    now_ms,
    makeSite,
    visit,
    snippet,
    async watch(minutes = 0, more = {}) {
      // Before that, no test has visits.
      const memory: WatchMemory = { minutes: createRecentMinutes(now_ms - 180 * MINUTE_MS), models: new Map() }
      const clock = { now: () => new Date(now_ms + minutes * MINUTE_MS + 31_000) }
      await watchTraffic({ ...parts, clock, ...more }, memory)
    },
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- The collector listens on a connection of its own, and nothing signals that no further event will come.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../../src/platform/clickhouse/index.ts'
import { startLoader } from '../../../src/platform/inbox/index.ts'
import { type Answer, startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { until } from '../../support/until.ts'

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

export interface TestSite {
  id: number
  domain: string
  tracking_id: string
  owner: TestUser
}

export type StoredRow = Record<string, unknown> & { kind: string; path: string; visitor_id: string }

export interface Collecting {
  app: TestApp
  makeSite(fields?: Record<string, string>, owner?: TestUser): Promise<TestSite>
  post(site: Pick<TestSite, 'tracking_id'>, events: unknown, options?: PostOptions): Promise<Answer>
  /** A page view in the format of the tracker, each with its own id. */
  pageview(site: Pick<TestSite, 'domain'>, path?: string, more?: object): Record<string, unknown>
  /** Waits for that many rows in ClickHouse, and returns all of them. */
  rows(site: Pick<TestSite, 'id'>, count: number, table?: 'events' | 'filtered_events'): Promise<StoredRow[]>
  /** Waits for these counts of dropped events, by reason; returns the last counts after a timeout. */
  drops(site: TestSite, expected: Record<string, number>): Promise<Record<string, number>>
  /** Changes settings and waits until the collectors have been notified. */
  change(site: TestSite, fields: Record<string, string>): Promise<void>
  /** Runs `fn` and waits for the notification that follows. */
  notified(fn: () => Promise<unknown>): Promise<void>
}

interface PostOptions {
  agent?: string
  headers?: Record<string, string>
  type?: string
}

const rowsOf = (table: string) =>
  defineQuery({
    name: 'test.rows',
    sql: `SELECT *, toUnixTimestamp64Milli(time) AS time_ms FROM ${table} FINAL WHERE website_id = {id:UInt64} ORDER BY time, pageview_id, number`,
    params: z.object({ id: z.int() }),
    row: z.record(z.string(), z.unknown()),
  })

let lastId = 1_000_000n

/** The program with its collector, a loader and embedded ClickHouse in its own folder. */
export async function startCollecting(env: Record<string, string> = {}, { load = true } = {}): Promise<Collecting> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-collect-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const app = await startApp({ SITEWATCH_DATA_DIR: folder, ...env }, { collector: true })
  const { postgres, clickhouse, log } = app.parts
  const tables = { events: 'events', filtered_events: 'filtered_events' }
  if (load) {
    const loader = startLoader({ postgres, clickhouse, log, tables, poll_ms: 50 })
    afterAll(() => loader.stop())
  }
  let owner: TestUser | undefined

  const readRows = async (id: number, table: string): Promise<StoredRow[]> =>
    (await clickhouse.read(rowsOf(table), { id })) as StoredRow[]

  let onNotice: (() => void) | undefined
  await postgres.listen('websites', (payload) => (payload === null ? undefined : onNotice?.()))
  const notified = async (fn: () => Promise<unknown>): Promise<void> => {
    const notice = new Promise<void>((resolve) => (onNotice = resolve))
    await fn()
    await notice
    // The collector listens on another connection, which is notified at the same time.
    await wait(500)
  }

  return {
    app,
    notified,
    async makeSite(fields = {}, by) {
      owner ??= await app.makeUser()
      const user = by ?? owner
      const domain = fields['domain'] ?? `s${(lastId++).toString(36)}.example.com`
      const answer = await app.call('POST', '/api/v1/websites', { key: user.key, form: { ...fields, domain } })
      if (answer.status !== 201) throw new Error(answer.text)
      const { id, tracking_id } = answer.body.data as { id: number; tracking_id: string }
      return { id, domain, tracking_id, owner: user }
    },
    post: (site, events, { agent = CHROME, headers = {}, type = 'text/plain;charset=UTF-8' } = {}) =>
      app.call('POST', `/t/${site.tracking_id}`, {
        raw: { type, body: typeof events === 'string' ? events : JSON.stringify(events) },
        headers: { 'user-agent': agent, ...headers },
      }),
    pageview: (site, pagePath = '/', more = {}) => ({
      n: 'pageview',
      u: `https://${site.domain}${pagePath}`,
      w: 1200,
      i: String(lastId++),
      k: 0,
      r: '',
      ...more,
    }),
    async rows({ id }, count, table = 'events') {
      const read = () => readRows(id, table)
      return until(
        async () => {
          const rows = await read()
          return rows.length >= count && rows
        },
        `${table} of website ${id} has ${count} rows`,
        read,
      )
    },
    async drops({ id, owner: user }, expected) {
      const read = async (): Promise<Record<string, number>> => {
        const answer = await app.call('GET', `/api/v1/websites/${id}/drops`, { key: user.key })
        const { reasons } = answer.body.data as { reasons: { reason: string; count: number }[] }
        return Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]))
      }
      if (Object.keys(expected).length === 0) await wait(1500)
      return until(
        async () => {
          const counts = await read()
          return Object.entries(expected).every(([reason, count]) => counts[reason] === count) && counts
        },
        `website ${id} has the drops ${JSON.stringify(expected)}`,
        read,
      )
    },
    change: (site, fields) =>
      notified(async () => {
        const answer = await app.call('PATCH', `/api/v1/websites/${site.id}`, { key: site.owner.key, form: fields })
        if (answer.status !== 200) throw new Error(answer.text)
      }),
  }
}

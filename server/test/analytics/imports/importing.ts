import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StatisticsImport } from '@sitewatch/contract'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, defineQuery, integer64 } from '../../../src/platform/clickhouse/index.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { type Answer, startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'
import { registryOf } from '../websites/websites.ts'
import { until } from '../../support/until.ts'

export interface ImportSite {
  id: number
  domain: string
  owner: TestUser
}

type Source = StatisticsImport['source']

export interface NewFile {
  source: Source
  file_name?: string
  content: Buffer | string
}

export const dayBefore = (days: number, now_ms = Date.now()): string =>
  new Date(now_ms - days * DAY_MS).toISOString().slice(0, 10)

/** The import requests of one owner for one website. */
export function importsOf(app: TestApp, { id, owner }: ImportSite) {
  const call = (method: string, rest = '', json?: unknown): Promise<Answer> =>
    app.call(method, `/api/v1/websites/${id}/imports${rest}`, { key: owner.key, ...(json !== undefined && { json }) })
  const show = async (import_id: number): Promise<StatisticsImport> => (await call('GET', `/${import_id}`)).body.data
  const upload = async (import_id: number, content: Buffer, from = 0): Promise<Answer> => {
    let answer: Answer | undefined
    for (let offset = from; offset < content.length; offset += 500_000) {
      const data = content.subarray(offset, offset + 500_000).toString('base64')
      answer = await call('PUT', `/${import_id}/file`, { offset, data })
    }
    if (!answer || answer.status !== 200) throw new Error(`upload answered ${answer?.status}: ${answer?.text}`)
    return answer
  }
  const create = async ({ source, file_name = 'file', content }: NewFile): Promise<number> => {
    const made = await call('POST', '', { source, file_name, file_bytes: Buffer.byteLength(content) })
    if (made.status !== 201) throw new Error(`create answered ${made.status}: ${made.text}`)
    const import_id = made.body.data.id as number
    await upload(import_id, Buffer.from(content))
    return import_id
  }
  const ended = async (import_id: number): Promise<StatisticsImport> => {
    const read = () => show(import_id)
    return until(
      async () => {
        const found = await read()
        return (found.status === 'done' || found.status === 'failed') && found
      },
      `import ${import_id} has ended`,
      read,
    )
  }
  return {
    call,
    show,
    upload,
    create,
    ended,
    async run(file: NewFile): Promise<StatisticsImport> {
      const import_id = await create(file)
      const started = await call('POST', `/${import_id}/start`, {})
      if (started.status !== 200) throw new Error(`start answered ${started.status}: ${started.text}`)
      return ended(import_id)
    },
    async undo(import_id: number): Promise<void> {
      const answer = await call('DELETE', `/${import_id}`)
      if (answer.status !== 200) throw new Error(`undo answered ${answer.status}: ${answer.text}`)
      await until(async () => (await call('GET', `/${import_id}`)).status === 404, `import ${import_id} is undone`)
    },
  }
}

const TABLES = ['events', 'event_days', 'imported_days', 'stats_builds', 'stats_days', 'stats_visits'] as const

/** The number of rows of a website in each table. */
export async function countRows(clickhouse: ClickHouse, website_id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const query = defineQuery({
      name: 'test.rows',
      sql: `SELECT count() AS total FROM ${table} ${table === 'events' || table === 'imported_days' ? 'FINAL' : ''} WHERE website_id = {id:UInt64}`,
      params: z.object({ id: z.int() }),
      row: z.object({ total: integer64 }),
    })
    counts[table] = (await clickhouse.read(query, { id: website_id }))[0]?.total ?? 0
  }
  return counts
}

export const NOTHING = Object.fromEntries(TABLES.map((table) => [table, 0]))

/** The API, a worker with its loader, and embedded ClickHouse in its own folder. */
export async function startImporting(env: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-import-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const app = await startApp({ SITEWATCH_DATA_DIR: folder, ...env })
  const worker = await startWorkerRole(app.parts)
  atEnd(() => worker.stop())
  return {
    app,
    async makeSite(fields: Record<string, string> = {}): Promise<ImportSite> {
      const owner = await app.makeUser()
      const { id, domain } = await registryOf(app, owner).make(fields)
      return { id, domain, owner }
    },
    count: (site: ImportSite) => countRows(app.parts.clickhouse, site.id),
    stats: async (site: ImportSite, path: string) =>
      (await app.call('GET', `/api/v1/websites/${site.id}/stats/${path}`, { key: site.owner.key })).body,
  }
}

/** `count` page views, one every ten seconds, three pages per visitor. */
export function makeEvents(
  { domain }: Pick<ImportSite, 'domain'>,
  count: number,
  from_ms = Date.parse(`${dayBefore(5)}T06:00:00Z`),
): string[] {
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: `event-${n}`,
      time: new Date(from_ms + n * 10_000).toISOString(),
      visitor: `visitor-${Math.floor(n / 3)}`,
      url: `https://${domain}/page/${n % 3}`,
      ...(n % 3 === 0 && { referrer: 'https://www.google.com/' }),
      country: 'DE',
      browser: 'Firefox',
    }),
  )
}

/** Truncates every hundredth line. */
export const breakLines = (lines: readonly string[]): string[] =>
  lines.map((line, n) => (n % 100 === 99 ? line.slice(0, 20) : line))

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { restartCluster, stopCluster } from '../scripts/postgres.ts'
import { type BenchDatabase, openDatabase } from './database.ts'
import type { Outcome } from './main.ts'
import { type Server, startServer } from './server.ts'
import type { LoadOptions, LoadResult } from './status-page/load.ts'

/**
 * A status page with 50 components in groups, 90 days of history and 10 manual incidents, requested 500 times a second from one process,
 * with Postgres and the client on the same cores. Then the same while Postgres crashes and restarts: no request may fail.
 */
const COMPONENTS = 50
const INCIDENTS_EACH = 20
const MANUAL_INCIDENTS = 10
const PER_SECOND = 500
const SECONDS = 20
const CONNECTIONS = 50
const MAX_P99_MS = 100

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, `.local/bench-status-page-${process.pid}`)
const SECRET = 'for this bench only, at least 32 characters'
const SLUG = 'bench-status'
const say = (text: string): void => void process.stderr.write(`${text}\n`)

async function makePage({ admin, team_id }: BenchDatabase): Promise<void> {
  await admin.query(
    `with made as (
       insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings, created_at)
       select $1, 'Service ' || n, 'https://service-' || n || '.example.com/', 'http', 60, true, 10, '{}', now() - interval '200 days'
       from generate_series(1, ${COMPONENTS}) n returning id),
     state as (
       insert into monitor_state (team_id, monitor_id, type, status, interval_ms, phase_ms, next_due_at, last_response_ms)
       select $1, id, 'http', 'up', 60000, 0, clock_ms() + 36000000, 120 from made)
     insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at, resolution)
     select $1, id, 'timeout', 'no answer', at, at, at + interval '40 minutes', 'recovered'
     from made, generate_series(1, ${INCIDENTS_EACH}) n, lateral (select now() - interval '4 days' * n - interval '1 hour' * (id % 24) as at) t`,
    [team_id],
  )
  await admin.query(
    `with page as (
       insert into status_pages (team_id, name, slug, description, visibility, show_response_times)
       values ($1, 'Bench status', '${SLUG}', 'What we run', 'public', true) returning id),
     written as (
       insert into status_page_incidents (team_id, status_page_id, kind, title, impact, published_at)
       select $1, page.id, 'incident', 'Incident ' || n, 'minor', now() - interval '1 day' * n
       from page, generate_series(1, ${MANUAL_INCIDENTS}) n returning id),
     updates as (
       insert into status_page_updates (team_id, page_incident_id, kind, status, body, posted_at)
       select $1, id, 'incident', (array['investigating', 'identified', 'monitoring', 'resolved'])[n],
         repeat('We know what it is. ', 10), now() - interval '1 day' + interval '1 hour' * n
       from written, generate_series(1, 4) n)
     insert into status_page_monitors (team_id, status_page_id, monitor_id, position, group_name)
     select $1, page.id, m.id, row_number() over (order by m.id), 'Group ' || m.id % 5 from page, monitors m where m.team_id = $1`,
    [team_id],
  )
}

async function sendLoad(options: LoadOptions): Promise<LoadResult> {
  const generator = fork(path.join(import.meta.dirname, 'status-page/load.ts'))
  generator.send(options)
  const [result] = (await once(generator, 'message')) as [LoadResult]
  generator.disconnect()
  say(JSON.stringify(result))
  return result
}

const startApi = (url: string): Promise<Server> =>
  startServer({
    url,
    secret: SECRET,
    roles: ['api'],
    env: {
      SITEWATCH_RATE_LIMIT_PER_MINUTE: '10000000',
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
    },
  })

/** Stops Postgres like a crash after a quarter of the load time, and restarts it half of the load time later. */
async function crash(): Promise<void> {
  const cluster = path.join(FOLDER, 'postgres')
  await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / 4))
  stopCluster(cluster, 'immediate')
  await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1000) / 2))
  restartCluster(cluster, 'immediate')
}

export async function run(): Promise<Outcome> {
  mkdirSync(FOLDER, { recursive: true })
  const database = await openDatabase(FOLDER, SECRET)
  database.admin.on('error', () => undefined)
  try {
    await makePage(database)
    const { port, child } = await startApi(database.url)
    const load = { port, path: `/s/${SLUG}`, per_second: PER_SECOND, connections: CONNECTIONS }
    const html = await (await fetch(`http://127.0.0.1:${port}/s/${SLUG}`)).text()
    await sendLoad({ ...load, seconds: 3 })
    const steady = await sendLoad({ ...load, seconds: SECONDS })
    const [restarting] = await Promise.all([sendLoad({ ...load, seconds: SECONDS }), crash()])
    child.kill('SIGTERM')
    await once(child, 'exit')
    const figures = {
      components: COMPONENTS,
      page_bytes: html.length,
      sent_bytes: Math.round(steady.bytes / Math.max(1, steady.answered)),
      per_second: Math.round(steady.answered / steady.seconds),
      p50_ms: steady.p50_ms,
      p99_ms: steady.p99_ms,
      max_ms: steady.max_ms,
      failed: steady.failed,
      restart: {
        answered: restarting.answered,
        failed: restarting.failed,
        p99_ms: restarting.p99_ms,
        max_ms: restarting.max_ms,
      },
    }
    const isFast = steady.p99_ms <= MAX_P99_MS && figures.per_second >= PER_SECOND * 0.99
    return { figures, isMet: isFast && steady.failed === 0 && restarting.failed === 0 }
  } finally {
    await database.admin.end().catch(() => undefined)
    stopCluster(path.join(FOLDER, 'postgres'), 'immediate')
    rmSync(FOLDER, { recursive: true, force: true })
  }
}

import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stopCluster } from '../scripts/postgres.ts'
import { readConfig } from '../server/src/config.ts'
import { buildDueDays } from '../server/src/analytics/stats/index.ts'
import { createLog } from '../server/src/platform/log.ts'
import { closeParts, openParts } from '../server/src/roles/parts.ts'
import { type BenchDatabase, openDatabase } from './database.ts'
import type { Outcome } from './main.ts'
import { startServer } from './server.ts'
import { makeOwner, openApi } from './stats/ask.ts'
import { fillClickHouse } from './stats/data.ts'
import { DASHBOARD, FILTER, PANELS } from './stats/questions.ts'

/**
 * The memory of one process with all roles and the embedded ClickHouse, 15 seconds after all queries of the screen of a website with a
 * million events were asked at once, with and without a filter, five times. By default, and with the settings of deploy/compose.yaml (`small`), in
 * turns; the figures are the largest.
 */
const EVENTS = 1_000_000
const ROUNDS = 3
const TIMES = 5
const WAIT_MS = 15_000
/** The memory limit of deploy/compose.yaml is 1 GB. */
const MAX_SMALL_PEAK_MB = 900
const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, `.local/bench-memory-${process.pid}`)
const SECRET = 'for this bench only, at least 32 characters'
const say = (text: string): void => void process.stderr.write(`${text}\n`)

function readSmallSettings(): Record<string, string> {
  const compose = readFileSync(path.join(ROOT, 'deploy/compose.yaml'), 'utf8')
  const found = Array.from(compose.matchAll(/^ +(NODE_OPTIONS|MALLOC_\w+): '?([^'\n]+)'?$/gm))
  if (found.length !== 3)
    throw new Error('deploy/compose.yaml has other settings than NODE_OPTIONS and two of MALLOC_…')
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]))
}

const settings = (url: string) => ({
  DATABASE_URL: url,
  SITEWATCH_SECRET: SECRET,
  SITEWATCH_DATA_DIR: path.join(FOLDER, 'clickhouse'),
})

async function fill({ url, admin }: BenchDatabase): Promise<{ website_id: number; cookie: string }> {
  const parts = await openParts(readConfig(settings(url)), createLog('error'))
  try {
    const { cookie, user_id } = await makeOwner(parts)
    const { rows } = await admin.query<{ id: string }>(
      `insert into websites (team_id, domain, tracking_id) values ($1, 'example.com', '00bench000000000') returning id`,
      [user_id],
    )
    const website_id = Number(rows[0]?.id)
    await fillClickHouse(parts.clickhouse, website_id, EVENTS)
    await buildDueDays(parts.clickhouse, { now_ms: Date.now(), days: 100, quiet_seconds: 0 })
    return { website_id, cookie }
  } finally {
    await closeParts(parts)
  }
}

/** In megabytes: resident, the most that was, and what of it are pages of files. */
function readMemory(pid = 0) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string): number =>
    Math.round((Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6)
  return { mb: read('VmRSS'), peak_mb: read('VmHWM'), files_mb: read('RssFile') }
}

async function measure(url: string, website: { website_id: number; cookie: string }, env: Record<string, string>) {
  const { port, child } = await startServer({
    url,
    secret: SECRET,
    roles: [],
    env: {
      ...settings(url),
      SITEWATCH_ANCHORS: 'none',
      SITEWATCH_RDAP_BOOTSTRAP: 'none',
      SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
  })
  const api = openApi(port, website.cookie, website.website_id)
  try {
    for (let time = 0; time < TIMES; time++) {
      for (const filter of ['', `&${FILTER}`]) {
        await Promise.all([...DASHBOARD, ...PANELS].map((question) => api.get(question + filter)))
      }
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    const memory = readMemory(child.pid)
    say(JSON.stringify({ ...env, ...memory }))
    return memory
  } finally {
    api.end()
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

type Memory = ReturnType<typeof readMemory>

const largest = (rounds: readonly Memory[], name: keyof Memory): number =>
  Math.max(...rounds.map((round) => round[name]))

export async function run(): Promise<Outcome> {
  mkdirSync(FOLDER, { recursive: true })
  const database = await openDatabase(FOLDER, SECRET)
  try {
    const website = await fill(database)
    const rounds = { default: [] as Memory[], small: [] as Memory[] }
    const small = readSmallSettings()
    for (let round = 0; round < ROUNDS; round++) {
      rounds.default.push(await measure(database.url, website, {}))
      rounds.small.push(await measure(database.url, website, small))
    }
    const figures = {
      default_mb: largest(rounds.default, 'mb'),
      default_peak_mb: largest(rounds.default, 'peak_mb'),
      small_mb: largest(rounds.small, 'mb'),
      small_peak_mb: largest(rounds.small, 'peak_mb'),
      small_files_mb: largest(rounds.small, 'files_mb'),
      events: EVENTS,
    }
    return { figures, isMet: figures.small_peak_mb <= MAX_SMALL_PEAK_MB }
  } finally {
    await database.admin.end()
    stopCluster(path.join(FOLDER, 'postgres'), 'immediate')
    rmSync(FOLDER, { recursive: true, force: true })
  }
}

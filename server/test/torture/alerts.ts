import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { restartCluster } from '../../../scripts/postgres.ts'
import { insertUserUnscoped } from '../../src/accounts/index.ts'
import { readConfig } from '../../src/config.ts'
import { insertProvider } from '../../src/notifications/store.ts'
import { createLog } from '../../src/platform/log.ts'
import { closeParts, openParts } from '../../src/roles/parts.ts'
import { TEST_SECRET } from '../support/secret.ts'
import type { Verdict } from './main.ts'
import { openWorld, pause, type Program, say, startProgram, type World } from './world.ts'

/**
 * Outages that open and end while the workers that tell of them, and Postgres, are killed at random. What the far side got
 * is compared with what happened: each beginning and each end must be there, and a second copy must say that it may be one.
 */
interface Size {
  outages: number
  providers: number
  kill_every_ms: number
  postgres_restarts: number
  /** All outages begin within this. */
  spread_ms: number
}

const FULL: Size = { outages: 10_000, providers: 100, kill_every_ms: 700, postgres_restarts: 20, spread_ms: 900_000 }
export const SMALL: Size = { outages: 2000, providers: 40, kill_every_ms: 600, postgres_restarts: 2, spread_ms: 40_000 }

interface Told {
  text: string
  marked: boolean
}

interface Sink {
  url: string
  told: Told[]
  close(): void
}

/** Slack's side: takes everything, now and then slowly, now and then not at all. */
async function startSink(): Promise<Sink> {
  const told: Told[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (Math.random() < 0.02) return response.writeHead(500).end('try again')
      const { blocks } = JSON.parse(body) as { blocks: { type: string; text?: { text: string } }[] }
      const title = blocks.find((block) => block.type === 'header')?.text?.text ?? ''
      const listed = blocks
        .filter((block) => block.type === 'section' && block.text)
        .map((block) => block.text?.text ?? '')
      told.push({ text: [title, ...listed].join('\n'), marked: body.includes('Possible repeat') })
      await pause(Math.random() * 20)
      return response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, told, close: () => server.close().closeAllConnections() }
}

const SETTINGS = { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_ANCHORS: 'none' }

let started = 0

/** Each with an engine of its own: a folder belongs to one process, and there is no history to load here. */
const startWorker = (world: World): Promise<Program> =>
  startProgram(world, ['worker'], { ...SETTINGS, SITEWATCH_DATA_DIR: `${world.folder}/worker-${started++}` })

/** One monitor an outage, called by its number, told through one of the providers. */
async function makeOutages(world: World, sink: Sink, size: Size): Promise<{ user_id: number; monitor_ids: number[] }> {
  const env = {
    DATABASE_URL: world.url,
    SITEWATCH_SECRET: TEST_SECRET,
    SITEWATCH_DATA_DIR: `${world.folder}/history`,
    ...SETTINGS,
  }
  const parts = await openParts(readConfig(env), createLog('silent'))
  try {
    const user = await parts.postgres.asRole('auth', (tx) =>
      insertUserUnscoped(tx, parts.vault, { email: 'alerts@example.com', password_hash: '-', is_administrator: false }),
    )
    const { config, vault, egress } = parts
    const provider_ids = await parts.postgres.asUser({ user_id: user.id, system: true }, async (tx) => {
      const ids: number[] = []
      for (let n = 0; n < size.providers; n++) {
        const input = { provider_type: 'slack', webhook_url: `${sink.url}/services/T/B/${n}` } as const
        ids.push((await insertProvider(tx, { config, vault, egress, quota: undefined }, input)).id)
      }
      return ids
    })
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into monitors (user_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds)
       select $1, 'o' || n, 'example.com', 'ping', 60, true, 10 from generate_series(0, $2 - 1) n order by n returning id`,
      [user.id, size.outages],
    )
    const monitor_ids = rows.map((row) => Number(row.id))
    await world.admin.query(
      `insert into assignments (user_id, monitor_id, provider_id)
       select $1, id, ($3::bigint[])[1 + (n - 1) % $4] from unnest($2::bigint[]) with ordinality as m (id, n)`,
      [user.id, monitor_ids, provider_ids, provider_ids.length],
    )
    return { user_id: user.id, monitor_ids }
  } finally {
    await closeParts(parts)
  }
}

/** As recording a check does it: the incident and its announcement in one transaction. Repeats itself until it is known to be done. */
async function changeIncident({ admin }: World, statement: string, values: unknown[]): Promise<void> {
  for (;;) {
    try {
      await admin.query(statement, values)
      return
    } catch {
      await pause(200)
    }
  }
}

const OPEN = `with opened as (
    insert into incidents (user_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
    select $1, $2, 'icmp', 'No answer.', now(), now() where not exists (select 1 from incidents where monitor_id = $2) returning id)
  select announce_incident(id, 'opened') from opened`
const RESOLVE = `with closed as (
    update incidents set resolved_at = now(), resolution = 'recovered' where user_id = $1 and monitor_id = $2 and resolved_at is null returning id)
  select announce_incident(id, 'resolved') from closed`

function startKiller(world: World, programs: Program[], size: Size) {
  let kills = 0
  let isOver = false
  const killForever = async (): Promise<void> => {
    while (!isOver) {
      await pause(Math.random() * 2 * size.kill_every_ms)
      const index = Math.floor(Math.random() * programs.length)
      const program = programs[index]
      if (isOver || !program) continue
      program.kill('SIGKILL')
      kills++
      await program.ended
      for (;;) {
        const next = await startWorker(world).catch(() => undefined)
        if (next) programs[index] = next
        if (next) break
      }
    }
  }
  const restartForever = async (): Promise<void> => {
    for (let n = 0; n < size.postgres_restarts && !isOver; n++) {
      await pause(size.spread_ms / (size.postgres_restarts + 1))
      if (!isOver) restartCluster(world.clusterFolder, 'immediate')
    }
  }
  const running = [killForever(), restartForever()]
  return {
    get kills() {
      return kills
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

async function waitUntilTold({ admin }: World, limit_ms = 180_000): Promise<void> {
  const until = Date.now() + limit_ms
  for (let left = -1; left !== 0; await pause(250)) {
    left = await admin.query<{ n: number }>(`select count(*)::int as n from deliveries where status = 'pending'`).then(
      ({ rows }) => rows[0]?.n ?? -1,
      () => -1,
    )
    if (Date.now() > until) return
  }
}

function compare(outages: number, told: readonly Told[]) {
  const seen = new Map<string, { times: number; unmarked: number }>()
  for (const { text: words, marked } of told) {
    for (const [, kind = '', name = ''] of words.matchAll(/(Down|Up again): (o\d+)\b/g)) {
      const before = seen.get(`${kind} ${name}`) ?? { times: 0, unmarked: 0 }
      seen.set(`${kind} ${name}`, {
        times: before.times + 1,
        unmarked: before.unmarked + (marked || before.times === 0 ? 0 : 1),
      })
    }
  }
  let missed = 0
  for (let n = 0; n < outages; n++) for (const kind of ['Down', 'Up again']) if (!seen.has(`${kind} o${n}`)) missed++
  const counts = [...seen.values()]
  return {
    missed,
    repeats: counts.reduce((sum, each) => sum + each.times - 1, 0),
    repeats_unmarked: counts.reduce((sum, each) => sum + each.unmarked, 0),
  }
}

export async function tortureAlerts(size: Size) {
  const world = await openWorld('alerts')
  const sink = await startSink()
  const programs: Program[] = []
  try {
    const { user_id, monitor_ids } = await makeOutages(world, sink, size)
    for (let n = 0; n < 2; n++) programs.push(await startWorker(world))
    say(`  ${size.outages} outages through ${size.providers} providers begin`)
    const killer = startKiller(world, programs, size)
    await Promise.all(
      monitor_ids.map(async (monitor_id) => {
        await pause(Math.random() * size.spread_ms)
        await changeIncident(world, OPEN, [user_id, monitor_id])
        await pause(2000 + Math.random() * 5000)
        await changeIncident(world, RESOLVE, [user_id, monitor_id])
      }),
    )
    await killer.stop()
    await waitUntilTold(world)
    return {
      outages: size.outages,
      ...compare(size.outages, sink.told),
      kills: killer.kills,
      messages: sink.told.length,
    }
  } finally {
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map((program) => program.ended))
    sink.close()
    await world.close()
  }
}

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const figures = await tortureAlerts(size === 'full' ? FULL : SMALL)
  return { figures, isHeld: figures.missed === 0 && figures.repeats_unmarked === 0 }
}

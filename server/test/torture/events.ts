import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import { restartCluster } from '../../../scripts/postgres.ts'
import { type ClickHouse, defineQuery, integer64, openClickHouse } from '../../src/platform/clickhouse/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { type ClickHouseFront, FAULTS, startClickHouseFront } from '../support/clickhouse-front.ts'
import { freePort } from '../support/free-port.ts'
import type { Ledger, Order } from './event-sender.ts'
import type { Verdict } from './main.ts'
import { openWorld, pause, type Program, say, startProgram, type World } from './world.ts'

/**
 * Events at a steady rate into several collectors, while collectors, workers, ClickHouse and Postgres are killed at random, all but Postgres
 * are stopped for longer than they keep their work, and ClickHouse is unavailable for a while and then answers with errors of its disk, also
 * for inserts that it has made. Every acknowledged event must be in ClickHouse, once.
 */
export interface EventSize {
  events: number
  events_per_s: number
  kills: number
  collectors: number
  workers: number
  clickhouse_away_ms: number
  clickhouse_broken_ms: number
  /** By SIGSTOP, and continued after this time. */
  stops: number
  stopped_ms: number
}

const FULL: EventSize = {
  events: 1_000_000,
  events_per_s: 2500,
  kills: 200,
  collectors: 3,
  workers: 2,
  clickhouse_away_ms: 60_000,
  clickhouse_broken_ms: 60_000,
  stops: 20,
  stopped_ms: 12_000,
}
/** The size for CI: fewer events and kills, the same processes. */
export const SMALL: EventSize = {
  events: 15_000,
  events_per_s: 1000,
  kills: 4,
  collectors: 2,
  workers: 1,
  clickhouse_away_ms: 4000,
  clickhouse_broken_ms: 3000,
  stops: 1,
  stopped_ms: 8000,
}

export interface EventFigures {
  acknowledged: number
  lost: number
  twice: number
  kills: number
  stops: number
  clickhouse_errors: number
  repeated_posts: number
  events_per_s: number
  stored_rows: number
}

const SITES = 20

export async function makeSites({
  admin,
  team_id,
}: Pick<World, 'admin' | 'team_id'>): Promise<{ id: number; tracking_id: string; domain: string }[]> {
  const { rows } = await admin.query<{ id: string; tracking_id: string; domain: string }>(
    `insert into websites (team_id, domain, tracking_id)
     select $1, 'site-' || n || '.example.com', '00' || lpad(n::text, 14, 'A') from generate_series(1, ${SITES}) n
     returning id, tracking_id, domain`,
    [team_id],
  )
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

export function startSender(order: Order): { ledger: Promise<Ledger>; enough(): void } {
  const child = fork(path.join(import.meta.dirname, 'event-sender.ts'))
  child.send(order)
  const ledger = once(child, 'message').then(([message]: ({ ledger: Ledger } | { error: string })[]) => {
    if (message === undefined || 'error' in message) throw new Error(message?.error ?? 'the sender said nothing')
    return message.ledger
  })
  return { ledger, enough: () => void child.send('enough') }
}

/** All running processes, and how each of them is killed and started again. */
class Processes {
  readonly #world: World
  readonly #size: EventSize
  readonly #programs: (Program | undefined)[] = []
  readonly ports: number[] = []
  #front: ClickHouseFront | undefined
  #frontPort = 0
  readonly #busy = new Map<number, Promise<void>>()
  kills = 0
  stops = 0
  clickhouse_errors = 0

  constructor(world: World, size: EventSize) {
    this.#world = world
    this.#size = size
  }

  get clickhouseUrl(): string {
    return `http://127.0.0.1:${this.#frontPort}`
  }

  async #startFront(): Promise<void> {
    const folder = path.join(this.#world.folder, 'clickhouse')
    this.#front = await startClickHouseFront({ folder, port: this.#frontPort })
    this.#frontPort = Number(new URL(this.#front.url).port)
  }

  async #startProgram(index: number): Promise<void> {
    const { collectors } = this.#size
    const isCollector = index < collectors
    const env = { CLICKHOUSE_URL: this.clickhouseUrl, ...(isCollector && { PORT: String(this.ports[index]) }) }
    this.#programs[index] = await startProgram(this.#world, [isCollector ? 'collector' : 'worker'], env)
  }

  async start(): Promise<void> {
    const { collectors, workers } = this.#size
    for (let n = 0; n < collectors; n++) this.ports.push(await freePort())
    await this.#startFront()
    for (let n = 0; n < collectors + workers; n++) await this.#startProgram(n)
  }

  /** Collectors and workers come first, then ClickHouse, then Postgres. */
  get #clickhouse(): number {
    return this.#size.collectors + this.#size.workers
  }

  /** One of the first processes that is neither stopped nor starts at the moment. */
  #pick(count: number): number | undefined {
    const choices = Array.from({ length: count }, (_, n) => n).filter((n) => !this.#busy.has(n))
    return choices[Math.floor(Math.random() * choices.length)]
  }

  /**
   * Kills a random running process and restarts it, which retries because a process that it needs may be down at that moment.
   */
  killOne(): void {
    const front = this.#clickhouse
    const choice = this.#pick(front + 2)
    if (choice === undefined) return
    this.kills++
    if (choice < front) {
      const program = this.#programs[choice]
      this.#meanwhile(choice, async () => {
        program?.kill('SIGKILL')
        await program?.ended
        await this.#again(() => this.#startProgram(choice))
      })
    } else if (choice === front) this.#takeClickHouseAway(0)
    else restartCluster(this.#world.clusterFolder, 'immediate')
  }

  stopOne(): void {
    const choice = this.#pick(this.#clickhouse + 1)
    if (choice === undefined) return
    this.stops++
    const send = (signal: 'SIGSTOP' | 'SIGCONT'): void =>
      choice === this.#clickhouse ? this.#front?.signal(signal) : this.#programs[choice]?.kill(signal)
    this.#meanwhile(choice, async () => {
      send('SIGSTOP')
      await pause(this.#size.stopped_ms)
      send('SIGCONT')
    })
  }

  /** For this time at least, and until each kind of error was met. */
  async breakClickHouse(ms: number): Promise<void> {
    await this.#busy.get(this.#clickhouse)
    this.#meanwhile(this.#clickhouse, async () => {
      this.#front?.setBroken(true)
      for (const until = Date.now() + ms; Date.now() < until || (this.#front?.faults ?? 0) < FAULTS.length;)
        await pause(50)
      this.#front?.setBroken(false)
      this.clickhouse_errors += this.#front?.faults ?? 0
    })
  }

  async takeClickHouseAway(ms: number): Promise<void> {
    await this.#busy.get(this.#clickhouse)
    this.#takeClickHouseAway(ms)
  }

  #takeClickHouseAway(ms: number): void {
    this.#meanwhile(this.#clickhouse, async () => {
      await this.#front?.kill()
      await pause(ms)
      await this.#again(() => this.#startFront())
    })
  }

  #meanwhile(choice: number, restart: () => Promise<void>): void {
    const running = restart().finally(() => this.#busy.delete(choice))
    this.#busy.set(choice, running)
  }

  /** Waits until everything runs again. */
  async settle(): Promise<void> {
    await Promise.all(this.#busy.values())
  }

  async #again(start: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await start()
      } catch (error) {
        if (attempt === 10) throw error
        await pause(500)
      }
    }
  }

  async stop(): Promise<void> {
    for (const program of this.#programs) program?.kill('SIGKILL')
    for (const program of this.#programs) await program?.ended
    await this.#front?.kill()
  }
}

async function killAtRandom(processes: Processes, size: EventSize): Promise<void> {
  const every_ms = ((size.events / size.events_per_s) * 1000 * 0.85) / size.kills
  const [broken_at, away_at] = [Math.floor(size.kills / 4), Math.floor(size.kills / 2)]
  for (let next = 0; processes.kills < size.kills; next = processes.kills) {
    if (next === broken_at) await processes.breakClickHouse(size.clickhouse_broken_ms)
    if (next === away_at) {
      processes.kills++
      await processes.takeClickHouseAway(size.clickhouse_away_ms)
    } else processes.killOne()
    if (processes.stops * size.kills < processes.kills * size.stops) processes.stopOne()
    await pause(every_ms * (0.5 + Math.random()))
  }
  await processes.settle()
}

async function waitUntilLoaded({ admin }: World, limit_ms = 180_000): Promise<void> {
  const until = Date.now() + limit_ms
  for (;;) {
    const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from inbox where kind = 'events'`)
    if (rows[0]?.n === 0) return
    if (Date.now() > until) throw new Error(`${rows[0]?.n} batches are still in the inbox`)
    await pause(200)
  }
}

const readViews = defineQuery({
  name: 'torture.views',
  sql: `SELECT pageview_id, count() AS events, uniqExact(number) AS different FROM events FINAL
    WHERE website_id = {website_id:UInt64} GROUP BY pageview_id`,
  params: z.object({ website_id: z.int() }),
  row: z.object({ pageview_id: z.string(), events: integer64, different: integer64 }),
  timeout_seconds: 60,
})

const countStored = defineQuery({
  name: 'torture.stored',
  sql: 'SELECT count() AS stored FROM events',
  params: z.object({}),
  row: z.object({ stored: integer64 }),
})

export async function compareEvents(clickhouse: ClickHouse, ids: readonly number[], ledger: Ledger) {
  const expected = new Map(ledger.acknowledged)
  let lost = 0
  let twice = 0
  for (const website_id of ids) {
    for (const { pageview_id, events, different } of await clickhouse.read(readViews, { website_id })) {
      const due = expected.get(pageview_id) ?? 0
      expected.delete(pageview_id)
      lost += Math.max(0, due - different)
      twice += events - different + Math.max(0, different - due)
    }
  }
  for (const due of expected.values()) lost += due
  return { lost, twice }
}

export async function tortureEvents(size: EventSize): Promise<EventFigures> {
  const world = await openWorld('events')
  const processes = new Processes(world, size)
  try {
    const sites = await makeSites(world)
    await processes.start()
    say(`  ${size.events} events at ${size.events_per_s}/s, ${size.kills} kills`)
    const { ports } = processes
    const sender = startSender({ ports, sites, events: size.events, events_per_s: size.events_per_s })
    const killing = killAtRandom(processes, size).finally(sender.enough)
    const [ledger] = await Promise.all([sender.ledger, killing])
    await waitUntilLoaded(world)
    const where = { SITEWATCH_DATA_DIR: world.folder, CLICKHOUSE_URL: processes.clickhouseUrl }
    const clickhouse = await openClickHouse(where, createLog('silent'))
    const compared = await compareEvents(
      clickhouse,
      sites.map(({ id }) => id),
      ledger,
    )
    const [stored] = await clickhouse.read(countStored, {})
    await clickhouse.close()
    const acknowledged = ledger.acknowledged.reduce((sum, [, events]) => sum + events, 0)
    return {
      acknowledged,
      ...compared,
      kills: processes.kills,
      stops: processes.stops,
      clickhouse_errors: processes.clickhouse_errors,
      repeated_posts: ledger.repeats,
      events_per_s: Math.round(acknowledged / ledger.seconds),
      stored_rows: stored?.stored ?? 0,
    }
  } finally {
    await processes.stop()
    await world.close()
  }
}

export const isHeld = (figures: EventFigures, size: EventSize): boolean =>
  figures.lost === 0 &&
  figures.twice === 0 &&
  figures.acknowledged >= size.events &&
  figures.kills >= size.kills &&
  figures.stops >= size.stops &&
  figures.clickhouse_errors >= FAULTS.length

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const chosen = size === 'full' ? FULL : SMALL
  const figures = await tortureEvents(chosen)
  return { figures, isHeld: isHeld(figures, chosen) }
}

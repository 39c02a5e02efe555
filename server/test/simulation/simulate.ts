import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@sitewatch/contract/durations'
import { makeRandom, type Random } from '../../src/demo/random.ts'
import { acknowledgeIncident } from '../../src/monitoring/incidents/index.ts'
import type { IncidentChange } from '../../src/monitoring/checks/index.ts'
import { LOCAL_LOCATIONS } from '../../src/monitoring/checks/judge/judge-result.ts'
import { createLocalSource } from '../../src/monitoring/checks/schedule/source.ts'
import { EMPTY_PROBE_FIELDS, NO_TIMINGS, type ProbeResult } from '../../src/monitoring/checks/run/result.ts'
import { readConfig } from '../../src/config.ts'
import type { Egress } from '../../src/platform/egress/index.ts'
import type { Task } from '../../src/platform/jobs/index.ts'
import { announceIncidents } from '../../src/roles/announce.ts'
import { TEST_SECRET } from '../support/secret.ts'
import type { JournalRow, SimulatedDatabase } from './database.ts'
import { Network, type Received, type Weather } from './network.ts'
import { Machine, Scheduler } from './scheduler.ts'
import { drawStory, isWithin, type Story } from './story.ts'
import { Worker } from './worker.ts'

/** A Monday. */
const STARTED_AT = Date.parse('2026-03-02T00:00:00Z')
/** After a fault, beats are really sent for as long as they may change something: also releaseQueues waits for a minute. */
const UNQUIET_MS = 100 * SECOND_MS
/** Longer than all retries, Retry-After and quiet periods together. */
const SETTLED_WITHIN_MS = HOUR_MS
const GIVEN_UP_WITHIN_MS = 27 * HOUR_MS

/** What was changed by a planted fault, so that a test sees it found. */
export interface Plant {
  tasks?: (tasks: readonly Task[]) => readonly Task[]
  egress?: (egress: Egress) => Egress
}

export interface LogLine {
  at: number
  text: string
}

/** A stop or the death of a worker. */
export interface Disturbance {
  machine: string
  from: number
  to: number
}

/** Everything that happened, for the promises to be compared with. */
export interface Outcome {
  story: Story
  log: LogLine[]
  journal: JournalRow[]
  received: Received[]
  changes: { at: number; change: IncidentChange }[]
  disturbances: Disturbance[]
  jumps: { at: number; by_ms: number }[]
  /** What was still open when the time was over; null if everything settled. */
  unsettled: string | null
  leftovers: string[]
}

const config = readConfig({ DATABASE_URL: 'postgres://simulation.invalid', SITEWATCH_SECRET: TEST_SECRET })

const probeOf = (isBroken: boolean): ProbeResult => ({
  ...EMPTY_PROBE_FIELDS,
  outcome: isBroken
    ? { kind: 'failure', cause: { kind: 'connect', http_status: null, message: 'Connection refused.' } }
    : { kind: 'success' },
  timings: NO_TIMINGS,
  private_target: true,
})

class Simulation {
  readonly story: Story
  readonly log: LogLine[] = []
  readonly changes: Outcome['changes'] = []
  readonly disturbances: Disturbance[] = []
  readonly jumps: Outcome['jumps'] = []
  unsettled: string | null = null
  readonly network: Network
  readonly #database: SimulatedDatabase
  readonly #scheduler = new Scheduler()
  readonly #plant: Plant
  readonly #draw: Record<'network' | 'faults' | 'people' | 'product', Random>
  readonly #world = new Machine('world')
  readonly #workers = new Set<Worker>()
  readonly #beats = new Map<string, number>()
  #workersStarted = 0
  #offset_ms = STARTED_AT
  #setClockTo = -1
  #unquiet_until = 0
  #isChanged = false
  #wakeProber = (_delay_ms: number): void => undefined

  constructor(database: SimulatedDatabase, seed: number, plant: Plant) {
    this.#database = database
    this.#plant = plant
    this.story = drawStory(seed)
    const [network, faults, people, product] = [1, 2, 3, 4].map((n) => makeRandom(seed * 7 + n * 1_000_003))
    if (!network || !faults || !people || !product) throw new Error('unreachable')
    this.#draw = { network, faults, people, product }
    this.network = new Network({
      scheduler: this.#scheduler,
      random: network,
      weatherOf: (id) => this.#weatherOf(id),
      say: (text) => this.#say(text),
    })
  }

  get #now(): number {
    return this.#scheduler.now
  }

  #wall(): number {
    return Math.round(this.#offset_ms + this.#now)
  }

  #say(text: string): void {
    this.log.push({ at: this.#now, text })
  }

  #weatherOf(provider_id: number): Weather {
    const provider = this.story.providers.find(({ id }) => id === provider_id)
    if (provider?.dead_from != null && this.#now >= provider.dead_from) return 'dead'
    return provider && isWithin(provider.sick, this.#now) ? 'sick' : 'healthy'
  }

  /** Only when somebody is about to ask: most turns do not reach Postgres. */
  #touch = async (): Promise<void> => {
    const wall = this.#wall()
    if (wall === this.#setClockTo) return
    this.#setClockTo = wall
    await this.#database.setClock(wall, this.#now)
  }

  /** Somebody may have something to do now. */
  #onChange = (): void => {
    this.#isChanged = true
  }

  async #query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    await this.#touch()
    if (!text.trimStart().startsWith('select')) this.#isChanged = true
    return (await this.#database.admin.query<Row>(text, values)).rows
  }

  /** Between two calls of a worker. Most are a moment apart, so that the others come between; at some, the machine stops or dies. */
  #pause = async (machine: Machine): Promise<void> => {
    if (machine.isDead) return this.#scheduler.end()
    const random = this.#draw.faults
    const drawn = random()
    const { death_share, stop_share, well_from } = this.story
    const isIll = this.#now < well_from
    if (isIll && drawn < death_share) {
      await this.#kill(machine)
      return this.#scheduler.end()
    }
    if (isIll && drawn < death_share + stop_share) {
      const ms = random() < 0.5 ? 500 + random() * 8000 : 6000 + random() * 120_000
      await this.#disturb(machine, ms)
      this.#say(`${machine.name} stops for ${Math.round(ms)} ms`)
      machine.stopped_until = this.#now + ms
      return this.#scheduler.sleep(machine, 0)
    }
    if (drawn > 0.6) await this.#scheduler.sleep(machine, random() * 40)
  }

  async #disturb(machine: Machine, ms: number): Promise<void> {
    this.disturbances.push({ machine: machine.name, from: this.#now, to: this.#now + ms })
    await this.#beUnquiet(ms + UNQUIET_MS)
  }

  /** Writes the beats that were skipped, because now somebody reads them. */
  async #beUnquiet(ms: number): Promise<void> {
    const isQuiet = this.#now > this.#unquiet_until
    this.#unquiet_until = Math.max(this.#unquiet_until, this.#now + ms)
    for (const { machine } of isQuiet ? this.#workers : []) {
      const seen_at = this.#beats.get(machine.name)
      if (machine.isDead || seen_at === undefined) continue
      await this.#query(
        `insert into worker_liveness (pool_id, worker_ids, seen_at) values ($1, array[$1], to_timestamp($2 / 1000.0))
         on conflict (pool_id) do update set seen_at = excluded.seen_at`,
        [machine.name, seen_at],
      )
    }
  }

  async #kill(machine: Machine): Promise<void> {
    this.#say(`${machine.name} dies`)
    const ms = this.#draw.faults() * 60 * SECOND_MS
    await this.#disturb(machine, ms)
    machine.isDead = true
    this.#scheduler.start(this.#world, () => this.#startWorker(), ms)
  }

  async #startWorker(): Promise<void> {
    const { product } = this.#draw
    const worker: Worker = new Worker(`worker ${++this.#workersStarted}`, {
      scheduler: this.#scheduler,
      random: product,
      config,
      clock: { now: () => new Date(this.#wall()) },
      postgres: this.#database.postgres,
      jobs: this.#database.jobs,
      pause: this.#pause,
      touch: this.#touch,
      onChange: this.#onChange,
      isQuiet: () => this.#now > this.#unquiet_until,
      onBeat: (machine) => void this.#beats.set(machine.name, this.#wall()),
      egressOf: (machine) => this.#egressOf(machine),
      say: (text) => this.#say(text),
      ...(this.#plant.tasks && { change: this.#plant.tasks }),
    })
    this.#workers.add(worker)
    this.#say(`${worker.machine.name} starts`)
    await worker.register()
    worker.wake(0)
  }

  #egressOf(machine: Machine): Egress {
    const egress = { request: (request) => this.network.request(machine, request) } as Egress
    return this.#plant.egress?.(egress) ?? egress
  }

  async #makeWorld(): Promise<void> {
    const { monitors, providers, escalation, reminder_minutes } = this.story
    const { team_id } = this.#database
    await this.#query(
      `insert into providers (id, team_id, provider_type, is_default, settings, confirmed_at) overriding system value
       select id, $1, 'webhook', false, json_build_object('webhook_url', 'http://simulation.invalid/' || id, '$target', id), now()
       from unnest($2::bigint[]) as p (id) order by id`,
      [team_id, providers.map(({ id }) => id)],
    )
    await this.#query(
      `insert into monitors (id, team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings) overriding system value
       select id, $1, 'monitor ' || id, 'http://simulation.invalid/' || id, 'http', seconds, true, 10, '{"method": "GET", "request_headers": {}, "expected_status": ["200-399"], "follow_redirects": true, "keyword_mode": "present", "verify_tls": true}' from unnest($2::bigint[], $3::int[]) as m (id, seconds) order by id`,
      [team_id, monitors.map(({ id }) => id), monitors.map(({ interval_seconds }) => interval_seconds)],
    )
    await this.#query(
      `insert into monitor_state (team_id, monitor_id, type, status, unobserved_since, interval_ms, phase_ms, next_due_at)
       select team_id, id, type, 'pending', clock_ms(), interval_seconds * 1000, id * 1000, clock_ms() + id * 100 from monitors order by id`,
    )
    for (const { id, parent_ids, provider_ids } of monitors) {
      await this.#query(
        `insert into assignments (team_id, monitor_id, provider_id, enabled) select $1, $2, id, true from unnest($3::bigint[]) as p (id)`,
        [team_id, id, provider_ids],
      )
      await this.#query(
        `insert into monitor_dependencies (team_id, monitor_id, parent_id) select $1, $2, id from unnest($3::bigint[]) as p (id)`,
        [team_id, id, parent_ids],
      )
    }
    if (reminder_minutes !== null)
      await this.#query('insert into notification_preferences (team_id, reminder_minutes) values ($1, $2)', [
        team_id,
        reminder_minutes,
      ])
    if (escalation) await this.#makePolicy(escalation)
  }

  async #makePolicy({ steps, repeats, repeat_minutes }: NonNullable<Story['escalation']>): Promise<void> {
    const { team_id } = this.#database
    await this.#query(
      `insert into escalation_policies (team_id, name, repeats, repeat_minutes, is_default) values ($1, 'policy', $2, $3, true)`,
      [team_id, repeats, repeat_minutes],
    )
    for (const [index, step] of steps.entries()) {
      await this.#query(
        `insert into escalation_steps (team_id, policy_id, position, after_minutes, repeats, repeat_minutes)
         values ($1, 1, $2, $3, $4, $5)`,
        [team_id, index + 1, step.after_minutes, step.repeats, step.repeat_minutes],
      )
      await this.#query(
        `insert into escalation_targets (team_id, policy_id, step, position, provider_id)
         select $1, 1, $2, position, id from unnest($3::bigint[]) with ordinality as t (id, position)`,
        [team_id, index + 1, step.provider_ids],
      )
    }
  }

  /** One prober, which is always well: how probers fail and take over is what the torture of checks shows. */
  #startProber(): void {
    const prober = new Machine('prober')
    const { postgres } = this.#database
    const found: IncidentChange[] = []
    const source = createLocalSource(postgres, {
      name: 'simulation',
      location: '',
      locations: LOCAL_LOCATIONS,
      record: {
        postgres,
        isHistoryFull: () => true,
        onIncidentChange: async (tx, changes) => {
          found.splice(0, found.length, ...changes)
          await announceIncidents(tx, changes)
        },
      },
      onPoison: (error) => {
        throw error
      },
      onClockStep: () => undefined,
    })
    const check = async (): Promise<void> => {
      await this.#touch()
      await source.beat()
      const { held } = await source.claim([{ location: '', type: 'http', limit: 500 }], [])
      this.#onChange()
      if (held.length === 0) return
      const finished = held.map((one) => ({
        ...one,
        probe: probeOf(this.#isBroken(one.check.monitor_id)),
        anchors: 'not_asked' as const,
        started_ms: performance.now(),
      }))
      await this.#scheduler.sleep(prober, 5 + this.#draw.product() * 50)
      await this.#touch()
      await source.report(finished)
      this.#onChange()
      for (const change of found.splice(0)) this.#noteChange(change)
    }
    let wake_at = Infinity
    let isChecking = false
    this.#wakeProber = (delay_ms) => {
      const at = this.#now + delay_ms + 1
      if (wake_at <= at || isChecking) return
      wake_at = at
      this.#scheduler.start(
        prober,
        async () => {
          if (wake_at !== at) return
          isChecking = true
          await check()
          isChecking = false
          wake_at = Infinity
        },
        delay_ms + 1,
      )
    }
  }

  #isBroken(monitor_id: number): boolean {
    return isWithin(this.story.monitors.find(({ id }) => id === monitor_id)?.outages ?? [], this.#now)
  }

  #noteChange(change: IncidentChange): void {
    this.changes.push({ at: this.#now, change })
    const incident = 'incident_id' in change ? ` (incident ${change.incident_id}, ${change.alert})` : ''
    this.#say(`monitor ${change.monitor_id} ${change.kind}${incident}`)
    if (change.kind !== 'opened' || this.#draw.people() > this.story.acknowledged_share) return
    const delay_ms = this.#draw.people() * 15 * MINUTE_MS
    this.#scheduler.start(this.#world, () => this.#acknowledge(change.incident_id), delay_ms)
  }

  async #acknowledge(incident_id: number): Promise<void> {
    await this.#touch()
    const [open] = await this.#query('select from incidents where id = $1 and resolved_at is null', [incident_id])
    if (!open) return
    this.#say(`somebody acknowledges incident ${incident_id}`)
    await this.#database.postgres.asUser({ team_id: this.#database.team_id, system: true }, (tx) =>
      acknowledgeIncident(tx, incident_id, { by: 'somebody', key_id: null }),
    )
    this.#onChange()
  }

  /** An outage is noticed within seconds instead of at the next slot, minutes later, so that a story is short. */
  async #checkSoon(monitor_id: number): Promise<void> {
    await this.#query(
      `update monitor_state set next_due_at = greatest(least(next_due_at, clock_ms() + $2), last_slot + 1)
       where monitor_id = $1 and claimed_by = 0`,
      [monitor_id, Math.round(this.#draw.people() * 20 * SECOND_MS)],
    )
  }

  #planWorld(): void {
    for (const { id, outages } of this.story.monitors) {
      for (const { from, to } of outages) {
        for (const at of [from, to]) this.#scheduler.start(this.#world, () => this.#checkSoon(id), Math.max(0, at))
      }
    }
    for (const { at, by_ms } of this.story.clock_jumps) {
      this.#scheduler.start(
        this.#world,
        async () => {
          await this.#beUnquiet(UNQUIET_MS)
          this.#offset_ms += by_ms
          this.jumps.push({ at, by_ms })
          this.#say(`the clock jumps by ${by_ms} ms`)
          this.#onChange()
          await this.#touch()
        },
        at,
      )
    }
  }

  /** Every minute: the jobs that graphile-worker adds by its crontab, without those that would find nothing to do. */
  async #tick(): Promise<void> {
    const isServed = [...this.#workers].some(({ machine }) => !machine.isDead && machine.stopped_until <= this.#now)
    const [todo] = await this.#query<Record<'release' | 'escalate' | 'pending' | 'open', boolean>>(`
      select exists (select from held_alerts where look_at <= now()) as release,
        exists (select from escalations where look_at <= now() or planned_at > now()) as escalate,
        exists (select from deliveries where status = 'pending') as pending,
        exists (select from incidents where resolved_at is null) as open`)
    if (!isServed || !todo) return
    const names = [
      ...(todo.release ? ['release_alerts'] : []),
      ...(todo.escalate ? ['escalate'] : []),
      ...(todo.pending ? ['requeue_deliveries'] : []),
      ...(todo.open && this.story.reminder_minutes !== null ? ['remind'] : []),
    ]
    for (const name of names) await this.#query(`select graphile_worker.add_job($1, '{}', max_attempts := 1)`, [name])
    if (names.length > 0) this.#onChange()
  }

  async #runMinutes(): Promise<void> {
    const { well_from, providers } = this.story
    const isDead = providers.some(({ dead_from }) => dead_from !== null)
    const jumped_ms = this.story.clock_jumps.reduce((sum, { by_ms }) => sum + Math.abs(by_ms), 0)
    const until = well_from + jumped_ms + (isDead ? GIVEN_UP_WITHIN_MS : SETTLED_WITHIN_MS)
    const until_quiet = well_from + jumped_ms + SETTLED_WITHIN_MS
    for (;;) {
      // Later, only what was given up after a day is left, and looking every minute would change nothing.
      await this.#scheduler.sleep(this.#world, this.#now < until_quiet ? MINUTE_MS : 20 * MINUTE_MS)
      await this.#tick()
      if (this.#now < well_from) continue
      const left = await this.#listOpen()
      if (left === null) break
      if (this.#now > until) {
        this.unsettled = left
        break
      }
    }
    this.#scheduler.stop()
  }

  async #listOpen(): Promise<string | null> {
    const [row] = await this.#query<{ left: string | null }>(`
      select nullif(concat_ws(', ',
        (select 'pending deliveries ' || string_agg(id::text, ' ' order by id) from deliveries where status = 'pending'),
        (select 'open incidents ' || string_agg(id::text, ' ' order by id) from incidents where resolved_at is null),
        (select 'held alerts of incidents ' || string_agg(incident_id::text, ' ' order by incident_id) from held_alerts),
        (select 'escalations of incidents ' || string_agg(incident_id::text, ' ' order by incident_id) from escalations
          where look_at is not null),
        (select 'locked jobs ' || string_agg(id::text || ' by ' || locked_by, ', ' order by id) from graphile_worker._private_jobs
          where locked_by is not null),
        (select 'locked queues ' || string_agg(queue_name || ' by ' || locked_by, ', ' order by id)
          from graphile_worker._private_job_queues where locked_by is not null)), '') as left`)
    return row?.left ?? null
  }

  /** Wakes whoever has something to do, like the notifications of Postgres do. */
  #afterTurn = async (): Promise<void> => {
    if (!this.#isChanged) return
    const [due] = await this.#query<{ job: number | null; check: number | null }>(`
      select (select extract(epoch from min(j.run_at)) * 1000 from graphile_worker._private_jobs j
          left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
          where j.is_available and q.is_available is not false)::float8 as job,
        (select min(next_due_at) from monitor_state where claimed_by = 0)::float8 as check`)
    this.#isChanged = false
    const wall = this.#wall()
    if (due?.job != null) for (const worker of this.#workers) worker.wake(Math.max(0, due.job - wall))
    if (due?.check != null) this.#wakeProber(Math.max(0, due.check - wall))
  }

  async run(): Promise<void> {
    await this.#makeWorld()
    this.#startProber()
    for (let n = 0; n < this.story.workers; n++) this.#scheduler.start(this.#world, () => this.#startWorker())
    this.#planWorld()
    this.#scheduler.start(this.#world, () => this.#runMinutes())
    const [now, random] = [performance.now, Math.random]
    // The code under test takes durations and jitter from these; everything else that it uses is passed to it.
    performance.now = () => this.#now
    Math.random = this.#draw.product
    try {
      await this.#scheduler.run(this.#afterTurn)
    } finally {
      performance.now = now
      Math.random = random
    }
  }
}

/** Runs one seed to its end. */
export async function simulate(database: SimulatedDatabase, seed: number, plant: Plant = {}): Promise<Outcome> {
  await database.empty()
  const simulation = new Simulation(database, seed, plant)
  await simulation.run()
  const { story, log, changes, disturbances, jumps, unsettled, network } = simulation
  const { rows } = await database.admin.query<{ task: string; error: string | null }>(`
    select t.identifier as task, j.last_error as error from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'deliver' and j.key is not null`)
  return {
    story,
    log,
    journal: await database.readJournal(),
    received: network.received,
    changes,
    disturbances,
    jumps,
    unsettled,
    leftovers: rows.map(({ task, error }) => `a job ${task} is left: ${error}`),
  }
}

/** The same for every run of a seed. */
export const hashOf = ({ log, journal }: Outcome): string =>
  createHash('sha256')
    .update(JSON.stringify([log, journal]))
    .digest('hex')
    .slice(0, 16)

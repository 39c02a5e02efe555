import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { insertProvider } from '../../src/alerting/notifications/store.ts'
import { readConfig } from '../../src/config.ts'
import { insertUserUnscoped } from '../../src/identity/accounts/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { closeParts, openParts } from '../../src/roles/parts.ts'
import { TEST_SECRET } from '../support/secret.ts'
import type { Verdict } from './main.ts'
import { openWorld, pause, type Program, say, startProgram, type World } from './world.ts'

/**
 * Incidents with an escalation policy of three steps, while the two workers that escalate are killed at random. Half of the incidents are
 * acknowledged at a random time. Every due step must be sent exactly once, and none that became due after the acknowledgement. The clock of
 * the database runs faster, so that a minute of a policy takes some seconds; the workers and their jobs are the real ones.
 */
export interface Size {
  incidents: number
  providers: number
  kill_every_ms: number
  min_kills: number
  /** How many seconds of the policy pass in a second. */
  speed: number
  spread_ms: number
}

const FULL: Size = {
  incidents: 1000,
  providers: 60,
  kill_every_ms: 900,
  min_kills: 100,
  speed: 4,
  spread_ms: 120_000,
}
export const SMALL: Size = {
  incidents: 60,
  providers: 12,
  kill_every_ms: 1500,
  min_kills: 3,
  speed: 30,
  spread_ms: 4000,
}

const STEPS = 3
const SIGNING_SECRET = `whsec_${'a'.repeat(32)}`
const SETTINGS = { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_ANCHORS: 'none' }

interface Received {
  incident_id: number
  step: number
  is_marked: boolean
}

/** The received messages: the step, the incident, and whether it is marked as a possible repeat. */
async function startSink() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data } = JSON.parse(body) as {
        data: {
          possible_repeat: boolean
          events: { incident: { incident_id: number; escalation: { step: number } } }[]
        }
      }
      for (const { incident } of data.events) {
        const { incident_id, escalation } = incident
        received.push({ incident_id, step: escalation.step, is_marked: data.possible_repeat })
      }
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

const startWorker = (world: World): Promise<Program> =>
  startProgram(world, ['worker'], { ...SETTINGS, CLICKHOUSE_URL: 'http://127.0.0.1:9' })

/** Each monitor has one of the policies, and each policy three steps with its own provider. Nothing is assigned. */
async function makeMonitors(world: World, sink_url: string, size: Size): Promise<{ team_id: number; ids: number[] }> {
  const env = {
    DATABASE_URL: world.url,
    SITEWATCH_SECRET: TEST_SECRET,
    SITEWATCH_DATA_DIR: `${world.folder}/history`,
    ...SETTINGS,
  }
  const parts = await openParts(readConfig(env), createLog('silent'))
  try {
    const { config, vault, egress, postgres } = parts
    const user = { email: 'escalations@example.com', password_hash: '-', is_administrator: false, is_verified: true }
    const { id: team_id } = await postgres.asRole('auth', (tx) => insertUserUnscoped(tx, vault, user))
    const providers = await postgres.asUser({ team_id, user_id: team_id, system: true }, async (tx) => {
      const made: number[] = []
      for (let n = 0; n < size.providers; n++) {
        const input = {
          provider_type: 'webhook',
          webhook_url: `${sink_url}/${n}`,
          signing_secret: SIGNING_SECRET,
        } as const
        made.push((await insertProvider(tx, { config, vault, egress, quota: undefined }, input)).id)
      }
      return made
    })
    const { rows } = await world.admin.query<{ id: string }>(
      `with policies as (
         insert into escalation_policies (team_id, name, repeats, repeat_minutes)
         select $1, n::text, 0, 1 from generate_series(1, $2::int / 3) n returning id),
       numbered as (select id, row_number() over (order by id) as n, count(*) over () as total from policies),
       steps as (
         insert into escalation_steps (team_id, policy_id, position, after_minutes, repeats, repeat_minutes)
         select $1, id, s, case s when 1 then 0 else 1 end, 0, 1 from numbered, generate_series(1, 3) s returning policy_id, position),
       targets as (
         insert into escalation_targets (team_id, policy_id, step, position, provider_id)
         select $1, s.policy_id, s.position, 1, ($3::bigint[])[(p.n - 1) * 3 + s.position]
         from steps s join numbered p on p.id = s.policy_id)
       insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings, escalation_policy_id)
       select $1, 'm' || n, 'example.com', 'ping', 60, true, 10, '{}',
         (select id from numbered where numbered.n = m.n % numbered.total + 1)
       from generate_series(1, $4::int) m (n) returning id`,
      [team_id, size.providers, providers, size.incidents],
    )
    return { team_id, ids: rows.map((row) => Number(row.id)) }
  } finally {
    await closeParts(parts)
  }
}

const OPEN = `with opened as (
    insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
    values ($1, $2, 'icmp', 'No answer.', now(), now()) returning id)
  select id, start_escalations(array[id]) from opened`

function startKiller(world: World, programs: Program[], { kill_every_ms, min_kills }: Size) {
  let kills = 0
  let isOver = false
  const killForever = async (): Promise<void> => {
    while (!isOver || kills < min_kills) {
      await pause(Math.random() * 2 * kill_every_ms)
      const index = Math.floor(Math.random() * programs.length)
      programs[index]?.kill('SIGKILL')
      await programs[index]?.ended
      kills++
      programs[index] = await startWorker(world)
    }
  }
  const running = killForever()
  return {
    count: () => kills,
    async stop() {
      isOver = true
      await running
    },
  }
}

/** Jobs follow the real clock and would be late for the fast one, so they are added continuously. Ends when nothing is left to send. */
async function pushForever({ admin }: World, isOver: () => boolean, limit_ms: number): Promise<void> {
  const until = Date.now() + limit_ms
  for (let left = -1; (!isOver() || left !== 0) && Date.now() < until; await pause(100)) {
    const { rows } = await admin.query<{ left: number }>(
      `select add_escalate_job(now()), (select count(*) from escalations where look_at is not null)::int
         + (select count(*) from deliveries where status = 'pending')::int as left`,
    )
    left = rows[0]?.left ?? -1
  }
}

async function compare({ admin }: World, acknowledged: ReadonlyMap<number, number>, received: readonly Received[]) {
  const { rows } = await admin.query<{ incident_id: string; steps: number[]; due: number[]; sent: number }>(
    `select i.id as incident_id, array(select m.step::int from escalation_messages m where m.incident_id = i.id order by m.position) as steps,
       array(select (extract(epoch from m.due_at) * 1000)::float from escalation_messages m where m.incident_id = i.id order by m.position) as due,
       (select count(*) from deliveries d where d.incident_id = i.id and d.kind = 'escalation' and d.status = 'sent')::int as sent
     from incidents i`,
  )
  const arrived = Map.groupBy(received, ({ incident_id, step }) => `${incident_id} ${step}`)
  const figures = { sent: 0, missed: 0, not_delivered: 0, after_acknowledgement: 0, repeats: 0, repeats_unmarked: 0 }
  for (const { incident_id, steps, due, sent } of rows) {
    const acknowledged_at = acknowledged.get(Number(incident_id))
    const isOrdered = steps.every((step, index) => step === index + 1)
    if (!isOrdered || sent !== steps.length || (acknowledged_at === undefined && steps.length !== STEPS))
      figures.missed++
    figures.sent += sent
    figures.after_acknowledgement += due.filter((at) => acknowledged_at !== undefined && at > acknowledged_at).length
    for (const step of steps) {
      const copies = arrived.get(`${incident_id} ${step}`) ?? []
      if (copies.length === 0) figures.not_delivered++
      figures.repeats += Math.max(0, copies.length - 1)
      figures.repeats_unmarked += Math.max(0, copies.filter(({ is_marked }) => !is_marked).length - 1)
    }
  }
  return figures
}

export async function tortureEscalations(size: Size) {
  const world = await openWorld('escalations', { fast: true })
  const sink = await startSink()
  const programs: Program[] = []
  const { admin } = world
  try {
    const { team_id, ids } = await makeMonitors(world, sink.url, size)
    const started = new Date().toISOString()
    await admin.query(`create or replace function checks_clock() returns timestamptz language sql volatile
      as $$ select timestamptz '${started}' + (clock_timestamp() - timestamptz '${started}') * ${size.speed} $$`)
    for (let n = 0; n < 2; n++) programs.push(await startWorker(world))
    say(`  ${size.incidents} incidents escalate`)
    const began = performance.now()
    const killer = startKiller(world, programs, size)
    const acknowledged = new Map<number, number>()
    let isOpened = false
    const pushing = pushForever(world, () => isOpened, size.spread_ms + 150_000)
    await Promise.all(
      ids.map(async (monitor_id) => {
        await pause(Math.random() * size.spread_ms)
        const { rows } = await admin.query<{ id: string }>(OPEN, [team_id, monitor_id])
        if (Math.random() < 0.5) return
        await pause((Math.random() * 150_000) / size.speed)
        const id = Number(rows[0]?.id)
        await admin.query('update incidents set acknowledged_at = now() where id = $1', [id])
        // After the commit: steps that become due from now on must not be sent.
        const { rows: after } = await admin.query<{ now: string }>('select clock_ms() as now')
        acknowledged.set(id, Number(after[0]?.now))
      }),
    )
    isOpened = true
    await pushing
    await killer.stop()
    return {
      incidents: size.incidents,
      acknowledged: acknowledged.size,
      ...(await compare(world, acknowledged, sink.received)),
      kills: killer.count(),
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map((program) => program.ended))
    sink.close()
    await world.close()
  }
}

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const figures = await tortureEscalations(size === 'full' ? FULL : SMALL)
  const { missed, not_delivered, after_acknowledgement, repeats_unmarked } = figures
  return { figures, isHeld: missed + not_delivered + after_acknowledgement + repeats_unmarked === 0 }
}

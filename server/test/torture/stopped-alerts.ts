import { type AlertSink, compareAlerts, startAlertSink } from './alert-sink.ts'
import { changeIncident, makeOutages, OPEN, RESOLVE, startWorker, waitUntilDelivered } from './outages.ts'
import { openWorld, pause, type Program, say, type World } from './world.ts'

/**
 * Workers that are stopped (SIGSTOP) while each is in the middle of sending, for much longer than it takes another worker to get their jobs, and
 * then continue. What the other worker recorded must stay as it is, and no message may arrive a third time.
 */
interface StoppedSize {
  outages: number
  stopped_ms: number
  workers: number
}

export const STOPPED: StoppedSize = { outages: 20, stopped_ms: 120_000, workers: 4 }
/** A little more than the six seconds after which a silent worker loses its jobs. */
export const SMALL_STOPPED: StoppedSize = { outages: 4, stopped_ms: 10_000, workers: 2 }

interface Recorded {
  id: string
  status: string
  attempts: number
  sent_at: string | null
}

/** After this time a resumed request has ended, and has been retried if its outcome were recorded. */
const RETRY_MS = 8000

const readDeliveries = async ({ admin }: World): Promise<Recorded[]> =>
  (await admin.query<Recorded>(`select id, status, attempts, sent_at::text from deliveries order by id`)).rows

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(50)
}

/** Each outage has its own provider, so that all messages are being sent at the moment at which the workers are stopped. */
async function stopAll(
  world: World,
  sink: AlertSink,
  { outages, stopped_ms, programs }: StoppedSize & { programs: Program[] },
) {
  const size = { outages, providers: outages, kill_every_ms: null, min_kills: 0, postgres_restarts: 0, spread_ms: 0 }
  const { team_id, monitor_ids } = await makeOutages(world, sink, size)
  await Promise.all(monitor_ids.map((id) => changeIncident(world, OPEN, [team_id, id])))
  await waitFor(() => sink.received.length === outages)
  const stopped_at = Date.now()
  for (const program of programs) program.kill('SIGSTOP')
  say(`  ${programs.length} workers stopped in the middle of ${outages} messages`)
  return { monitor_ids, until: stopped_at + stopped_ms }
}

export async function tortureStopped(size: StoppedSize, open = () => openWorld('stopped', { fast: true })) {
  const world = await open()
  const gate = Promise.withResolvers<void>()
  const never = new Promise<void>(() => undefined)
  // Half of the first copies are answered while their worker is stopped, the others never.
  const hold = (n: number) => (n >= size.outages ? undefined : n % 2 === 0 ? gate.promise : never)
  const sink = await startAlertSink({ hold })
  const programs: Program[] = []
  try {
    for (let n = 0; n < size.workers; n++) programs.push(await startWorker(world))
    const { monitor_ids, until } = await stopAll(world, sink, { ...size, programs: [...programs] })
    gate.resolve()
    const stopped = programs.splice(0)
    programs.push(await startWorker(world), ...stopped)
    await waitFor(() => sink.received.length === 2 * size.outages)
    await waitUntilDelivered(world, 60_000)
    await Promise.all(monitor_ids.map((id) => changeIncident(world, RESOLVE, [id])))
    await waitUntilDelivered(world, 60_000)
    const before = await readDeliveries(world)
    await pause(until - Date.now())
    for (const program of programs) program.kill('SIGCONT')
    await pause(RETRY_MS)
    const after = await readDeliveries(world)
    const received = [...sink.received]
    const changed = before.filter((row, n) => JSON.stringify(row) !== JSON.stringify(after[n]))
    // Every queue must still move.
    await Promise.all(monitor_ids.map((id) => changeIncident(world, OPEN_AGAIN, [id])))
    await waitUntilDelivered(world, 60_000)
    const last = await readDeliveries(world)
    const { missed, repeats_unmarked, max_copies, marked } = compareAlerts(size.outages, received)
    return {
      stopped: size.outages,
      stopped_seconds: size.stopped_ms / 1000,
      delivered_before: before.filter(({ status }) => status === 'sent').length,
      overwritten: changed.length,
      copies_beyond_two: Math.max(0, max_copies - 2),
      missed,
      repeats_unmarked,
      marked,
      pending_at_end: last.filter(({ status }) => status === 'pending').length,
      messages: sink.received.length,
    }
  } finally {
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map((program) => program.ended))
    sink.close()
    await world.close()
  }
}

/** The next outage of the same monitor. */
const OPEN_AGAIN = `with opened as (
    insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
    select team_id, id, 'icmp', 'No answer.', now(), now() from monitors where id = $1 returning id)
  select announce_incident(id, 'opened') from opened`

export function isStoppedHeld({
  stopped,
  delivered_before,
  overwritten,
  copies_beyond_two,
  missed,
  repeats_unmarked,
  pending_at_end,
  messages,
}: Awaited<ReturnType<typeof tortureStopped>>): boolean {
  const isComplete = delivered_before === 2 * stopped && messages === 4 * stopped
  return isComplete && overwritten + copies_beyond_two + missed + repeats_unmarked + pending_at_end === 0
}

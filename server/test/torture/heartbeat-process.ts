import { LOCAL_LOCATIONS } from '../../src/monitoring/checks/judge/judge-result.ts'
import { createLocalSource } from '../../src/monitoring/checks/schedule/source.ts'
import { type CheckRunner, runCheck } from '../../src/monitoring/checks/schedule/run-check.ts'
import { createHeartbeatReader } from '../../src/monitoring/heartbeats/index.ts'
import { createPingWriter } from '../../src/monitoring/heartbeats/ping-writer.ts'
import { connectPostgres, sql } from '../../src/platform/postgres/index.ts'

/**
 * Receives pings and judges them like the program, one step of a simulated clock at a time. Each request is answered when its work is
 * done; the sender may kill this process before that. `heartbeat-process.ts DATABASE_URL`
 */
export type Request =
  | { id: number; kind: 'beat'; is_first: boolean }
  | { id: number; kind: 'ping'; token_hash: string; is_success: boolean }
  | { id: number; kind: 'judge' }

const [connectionString = ''] = process.argv.slice(2)
const postgres = connectPostgres({ connectionString, size: 4, onError: () => undefined })
const writer = createPingWriter(postgres, { onCheck: () => undefined, onError: () => undefined })
const source = createLocalSource(postgres, {
  name: `torture/${process.pid}`,
  location: '',
  locations: LOCAL_LOCATIONS,
  record: { postgres, onIncidentChange: () => Promise.resolve(), isHistoryFull: () => true },
  onPoison: (error) => process.stderr.write(`poison: ${String(error)}\n`),
  onClockStep: () => undefined,
})
const runner: CheckRunner = {
  egress: { request: unused, resolve: unused, connect: unused, query: unused },
  makeHeaders: () => ({}),
  anchors: { judge: async () => 'not_asked', suspect: () => undefined } as never,
  stalls: { sumStalledSince: () => 0, stop: () => undefined },
  isMaintained: () => false,
  openSecrets: () => ({}),
  readFacts: createHeartbeatReader(postgres),
}

function unused(): never {
  throw new Error('a heartbeat reaches nobody')
}

/** The simulated clock moves in steps, so only a start counts as a gap, not the time without a beat. */
const NEVER_SILENT = 2_000_000_000

async function beat(is_first: boolean): Promise<void> {
  await postgres.asRole('collector', (tx) => tx.execute(sql`select beat_receiver(${is_first}, ${NEVER_SILENT})`))
}

async function nudge(): Promise<void> {
  const { count } = await postgres.asRole('collector', (tx) =>
    tx.one(sql<{ count: number }>`select nudge_heartbeats() as count`),
  )
  if (count > 0) await nudge()
}

async function judge(): Promise<void> {
  await nudge()
  await source.beat()
  for (;;) {
    const { held } = await source.claim([{ location: '', type: 'heartbeat', limit: 500 }], [])
    if (held.length === 0) return
    try {
      await source.report(
        await Promise.all(held.map(async (one) => ({ ...one, ...(await runCheck(runner, one.check)) }))),
      )
    } catch (error) {
      // A slow machine or a restarted Postgres ends a transaction. The claims would stay, because this process lives on, and the request to
      // judge again would not find them.
      await source.release(held)
      throw error
    }
  }
}

async function answer(request: Request): Promise<boolean> {
  if (request.kind === 'beat') await beat(request.is_first)
  if (request.kind === 'judge') await judge()
  if (request.kind !== 'ping') return true
  const { token_hash, is_success } = request
  return writer.add({
    token_hash,
    kind: is_success ? 'success' : 'fail',
    exit_status: null,
    run_id: null,
    body: null,
  })
}

process.on('message', (request: Request) => {
  answer(request).then(
    (isDone) => process.send?.({ id: request.id, isDone }),
    () => process.send?.({ id: request.id, isDone: false }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, isDone: true })

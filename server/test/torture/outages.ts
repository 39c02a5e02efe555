import { readConfig } from '../../src/config.ts'
import { insertProvider } from '../../src/alerting/notifications/store.ts'
import { insertUserUnscoped } from '../../src/identity/accounts/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { closeParts, openParts } from '../../src/roles/parts.ts'
import { TEST_SECRET } from '../support/secret.ts'
import type { AlertSink } from './alert-sink.ts'
import { pause, type Program, startProgram, type World } from './world.ts'

/** Outages, each of a monitor with one of the providers. */
export interface Size {
  outages: number
  providers: number
  /** On average; null: no kills. */
  kill_every_ms: number | null
  /** The minimum number of kills: killing continues until then, even if all outages have ended. */
  min_kills: number
  postgres_restarts: number
  /** All outages begin within this time. */
  spread_ms: number
  /** Of all messages, how many the service takes without acknowledging them in order. */
  fault_share?: number
  /** The first outages use few providers and begin early: beyond ten a minute their alerts are held and sent in lists. */
  storm?: { outages: number; providers: number; spread_ms: number }
  /** Held alerts and retries become due when the outages have ended, instead of a minute after they began. */
  ends_waits?: boolean
}

const SETTINGS = { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_ANCHORS: 'none' }

let started = 0

/** There is no history to load here, so no server runs at CLICKHOUSE_URL. */
export const startWorker = (world: World): Promise<Program> =>
  startProgram(world, ['worker'], {
    ...SETTINGS,
    BASE_URL: `http://worker-${started++}.test`,
    CLICKHOUSE_URL: 'http://127.0.0.1:9',
  })

function findProvider({ providers, storm }: Size, outage: number): number {
  if (storm && outage < storm.outages) return outage % storm.providers
  const first = storm?.providers ?? 0
  return first + (outage % (providers - first))
}

/** One monitor per outage, named by its number, with one of the providers. */
export async function makeOutages(
  world: World,
  sink: AlertSink,
  size: Size,
): Promise<{ team_id: number; monitor_ids: number[] }> {
  const env = {
    DATABASE_URL: world.url,
    SITEWATCH_SECRET: TEST_SECRET,
    SITEWATCH_DATA_DIR: `${world.folder}/history`,
    ...SETTINGS,
  }
  const parts = await openParts(readConfig(env), createLog('silent'))
  try {
    const user = await parts.postgres.asRole('auth', (tx) =>
      insertUserUnscoped(tx, parts.vault, {
        email: 'alerts@example.com',
        password_hash: '-',
        is_administrator: false,
        is_verified: true,
      }),
    )
    const { config, vault, egress } = parts
    const provider_ids = await parts.postgres.asUser(
      { team_id: user.id, user_id: user.id, system: true },
      async (tx) => {
        const ids: number[] = []
        for (let n = 0; n < size.providers; n++) {
          const input = { provider_type: 'slack', webhook_url: `${sink.url}/services/T/B/${n}` } as const
          ids.push((await insertProvider(tx, { config, vault, egress, quota: undefined }, input)).id)
        }
        return ids
      },
    )
    const { rows } = await world.admin.query<{ id: string }>(
      `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
       select $1, 'o' || n, 'example.com', 'ping', 60, true, 10, '{}' from generate_series(0, $2 - 1) n order by n returning id`,
      [user.id, size.outages],
    )
    const monitor_ids = rows.map((row) => Number(row.id))
    const assigned = monitor_ids.map((_id, n) => provider_ids[findProvider(size, n)])
    await world.admin.query(
      `insert into assignments (team_id, monitor_id, provider_id)
       select $1, id, provider_id from unnest($2::bigint[], $3::bigint[]) as m (id, provider_id)`,
      [user.id, monitor_ids, assigned],
    )
    return { team_id: user.id, monitor_ids }
  } finally {
    await closeParts(parts)
  }
}

/** Like the code that records a check: the incident and its announcement in one transaction. Repeated until it succeeds. */
export async function changeIncident({ admin }: World, statement: string, values: unknown[]): Promise<void> {
  for (;;) {
    try {
      await admin.query(statement, values)
      return
    } catch {
      await pause(200)
    }
  }
}

export const OPEN = `with opened as (
    insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
    values ($1, $2, 'icmp', 'No answer.', now(), now()) on conflict (monitor_id) where resolved_at is null do nothing returning id)
  select announce_incident(id, 'opened') from opened`
export const RESOLVE = `with closed as (
    update incidents set resolved_at = now(), resolution = 'recovered'
    where monitor_id = $1 and resolved_at is null returning id)
  select announce_incident(id, 'resolved') from closed`

/** Makes the alerts that are held because of a storm a minute older. */
export const endHold = (world: World): Promise<void> =>
  changeIncident(
    world,
    `update deliveries set created_at = created_at - interval '1 minute' where status = 'pending' and attempts = 0`,
    [],
  ).then(() => endWaits(world))

/** Only jobs that exist become due: one that is missing stays missing, so that its loss is found. */
const endWaits = (world: World): Promise<void> =>
  changeIncident(
    world,
    `update graphile_worker._private_jobs set run_at = now()
     where key like 'deliver %' and locked_at is null and run_at > now()`,
    [],
  )

export async function waitUntilDelivered(world: World, limit_ms: number, ends_waits = false): Promise<void> {
  const { admin } = world
  const until = Date.now() + limit_ms
  for (let left = -1; left !== 0; await pause(250)) {
    if (ends_waits) await endWaits(world)
    left = await admin.query<{ n: number }>(`select count(*)::int as n from deliveries where status = 'pending'`).then(
      ({ rows }) => rows[0]?.n ?? -1,
      () => -1,
    )
    if (Date.now() > until) return
  }
}

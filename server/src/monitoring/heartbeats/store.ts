import { isAtLeast, type ListOf, type Monitor, type Ping } from '@sitewatch/contract'
import { readDataKey, type Vault } from '../../identity/accounts/index.ts'
import type { Actor } from '../../http/auth.ts'
import { notFound } from '../../http/problem.ts'
import { randomBase62 } from '../../platform/base62.ts'
import { createBatchedLookup } from '../../platform/batched-lookup.ts'
import { HIDDEN } from '../../platform/mask.ts'
import { type Postgres, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { open, seal, sha256 } from '../../platform/secrets.ts'
import { type HeartbeatFacts, planPings } from '../checks/index.ts'

export interface HeartbeatParts {
  vault: Vault
  base_url: string
}

const TOKEN_BYTES = 16
const TOKEN_CHARACTERS = 22

export const isPingToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)

const bindToken = (monitor_id: number): string => `heartbeats.token/${monitor_id}`

/** Creates the ping URL of the monitor. */
export async function insertHeartbeat(tx: UserTx, vault: Vault, monitor_id: number): Promise<void> {
  const token = randomBase62(TOKEN_BYTES, TOKEN_CHARACTERS)
  const sealed = seal(await readDataKey(tx, vault, tx.team_id), token, bindToken(monitor_id))
  await tx.execute(sql`
    insert into heartbeats (team_id, monitor_id, token_hash, token_sealed, armed_at)
    values (${tx.team_id}, ${monitor_id}, ${sha256(token)}, ${sealed}, clock_ms())`)
}

/** A ping that was due before now is no longer late. Runs before the monitor's state is locked: a ping locks in the same order. */
export async function armHeartbeat(tx: UserTx, monitor_id: number): Promise<void> {
  await tx.execute(sql`
    update heartbeats set armed_at = clock_ms() where team_id = ${tx.team_id} and monitor_id = ${monitor_id}`)
}

/** Deletes its URL and its pings. Also runs before the monitor's state is locked. */
export async function deleteHeartbeat(tx: UserTx, monitor_id: number): Promise<void> {
  await tx.execute(sql`delete from heartbeats where team_id = ${tx.team_id} and monitor_id = ${monitor_id}`)
}

interface HeartbeatRow {
  monitor_id: number
  token_sealed: Buffer
  armed_at: number
  last_ping_at: number | null
  last_success_at: number | null
}

const toTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

function findExpected(monitor: Monitor, { armed_at, last_success_at }: HeartbeatRow): number | null {
  const { period_seconds, cron, timezone, is_active } = monitor
  if (last_success_at === null || timezone === null || !is_active) return null
  return planPings({ period_seconds, cron, timezone }, 0).findNext(Math.max(armed_at, last_success_at))
}

/** Whoever has the URL may send pings, so it is shown only to those who may also change monitors. */
export const maySeePingUrl = ({ role, scopes }: Pick<Actor, 'role' | 'scopes'>): boolean =>
  isAtLeast(role, 'editor') && scopes.has('monitors:write')

export interface HeartbeatView extends HeartbeatParts {
  showsPingUrl: boolean
}

/** Adds the fields about pings to heartbeat monitors. A guest sees no row. */
export async function showHeartbeats(
  tx: UserTx,
  { vault, base_url, showsPingUrl }: HeartbeatView,
  monitors: readonly Monitor[],
): Promise<Monitor[]> {
  const ids = monitors.filter(({ type }) => type === 'heartbeat').map(({ id }) => id)
  if (ids.length === 0) return [...monitors]
  const found = await tx.query(sql<HeartbeatRow>`
    select monitor_id, token_sealed, armed_at, last_ping_at, last_success_at from heartbeats
    where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])`)
  const rows = new Map(found.map((row) => [row.monitor_id, row]))
  const key = found.length > 0 && showsPingUrl ? await readDataKey(tx, vault, tx.team_id) : null
  return monitors.map((monitor) => {
    if (monitor.type !== 'heartbeat') return monitor
    const row = rows.get(monitor.id)
    const token = row && key ? open(key, row.token_sealed, bindToken(monitor.id))?.toString() : undefined
    const ping_url = `${base_url.replace(/\/$/, '')}/hb/${token ?? HIDDEN}`
    const shown = { ...monitor, url: ping_url, ping_url }
    if (!row) return shown
    return { ...shown, last_ping_at: toTime(row.last_ping_at), next_ping_at: toTime(findExpected(monitor, row)) }
  })
}

type PingRow = Omit<Ping, 'object' | 'received_at'> & { received_at: number }

export async function listPings(
  tx: UserTx,
  { id, page, pageSize }: { id: number; page: number; pageSize: number },
): Promise<ListOf<Ping>> {
  const monitor = await tx.maybe(sql<{ id: number }>`
    select id from monitors where team_id = ${tx.team_id} and id = ${id} and deleted_at is null`)
  if (!monitor) throw notFound()
  const { rows, total } = await listPage(tx, {
    select: sql<PingRow>`select number as id, monitor_id, kind, exit_status, run_id, run_ms, body, received_at`,
    from: sql`from heartbeat_pings where team_id = ${tx.team_id} and monitor_id = ${id}`,
    order_by: sql`number desc`,
    page,
    page_size: pageSize,
  })
  return {
    rows: rows.map((row) => ({ object: 'ping', ...row, received_at: new Date(row.received_at).toISOString() })),
    total,
  }
}

type FactsRow = HeartbeatFacts & { monitor_id: number }

const MAX_PER_READ = 500

/** Reads the facts that a prober judges. Checks that run at the same time share a query. */
export function createHeartbeatReader(postgres: Postgres): (monitor_id: number) => Promise<HeartbeatFacts> {
  const find = createBatchedLookup(MAX_PER_READ, async (keys) => {
    const rows = await postgres.asRole(
      'prober',
      (tx) =>
        tx.query(sql<FactsRow>`
          select monitor_id, now_ms, armed_at, last_success_at, is_failed, exit_status, run_ms, body, received_until, outages
          from read_heartbeats(${keys.map(Number)}::bigint[])`),
      { isPrompt: true },
    )
    const facts = new Map(rows.map((row) => [String(row.monitor_id), row]))
    return (key) => facts.get(key)
  })
  return async (monitor_id) => {
    const facts = await find(String(monitor_id))
    if (!facts) throw new Error(`monitor ${monitor_id} has no heartbeat`)
    return facts
  }
}

import { isMonitorType, type MonitorType } from '@sitewatch/contract'
import { type Postgres, sql } from '../../../platform/postgres/index.ts'
import { NOT_FLAPPING } from '../judge/flap.ts'
import type { ClaimRooms } from './pool.ts'
import type { MonitorState } from '../judge/state.ts'
import type { ClaimedCheck, SealedSecrets } from '../judge/claimed-check.ts'

/** How many checks of one location and type to claim. */
export interface ClaimRequest extends Pair {
  readonly limit: number
  /** Teams and hosts whose checks could not start here, so other probers should claim them. */
  readonly busy?: ClaimRooms
  /** `busy` also has the teams and hosts that used up the previous claims. */
  readonly isOthersTurn?: boolean
}

/** The claimed checks of one location and type: one list per column. */
interface ClaimRow {
  location: string
  type: MonitorType
  monitor_ids: string
  team_ids: string
  host_keys: string
  /** As many were due as requested, so there may be more. */
  is_more: boolean
  statuses: string
  interval_ms: string
  phase_ms: string
  last_slots: string
  next_due_at: string
  incident_floor_at: string
  /** Null if no check has one. */
  tls_expires_at: (string | null)[] | null
  unsettled: ((Omit<TransientState, 'flips'> & { flips: number[] | null; website_id?: number | null }) | null)[]
  urls: string[]
  timeout_seconds: string
  settings: Record<string, unknown>[]
  /** Null if no check has secrets. */
  secrets: (SealedSecrets | null)[] | null
}

type TransientState = Pick<
  MonitorState,
  'unknown' | 'unobserved_since' | 'failures' | 'first_failure_at' | 'first_success_at' | 'flips' | 'flapping'
>

const NO_TRANSIENT_STATE: TransientState = {
  unknown: null,
  unobserved_since: null,
  failures: 0,
  first_failure_at: null,
  first_success_at: null,
  ...NOT_FLAPPING,
}
/** Parses `{1,2,3}`, an array of numbers or of words that need no quotes. */
const readWords = (list: string): string[] => list.slice(1, -1).split(',')
const readNumbers = (list: string): number[] => readWords(list).map(Number)

function toClaimedChecks(row: ClaimRow): ClaimedCheck[] {
  const { location, type, unsettled, urls, settings, secrets } = row
  const team_ids = readNumbers(row.team_ids)
  const host_keys = readNumbers(row.host_keys)
  const statuses = readWords(row.statuses) as MonitorState['status'][]
  const interval_ms = readNumbers(row.interval_ms)
  const phase_ms = readNumbers(row.phase_ms)
  const last_slots = readNumbers(row.last_slots)
  const next_due_at = readNumbers(row.next_due_at)
  const incident_floor_at = readNumbers(row.incident_floor_at)
  const timeout_seconds = readNumbers(row.timeout_seconds)
  return readNumbers(row.monitor_ids).map((monitor_id, n) => {
    const tls_expires_at = row.tls_expires_at?.[n] ?? null
    return {
      monitor_id,
      team_id: team_ids[n] ?? 0,
      location,
      type,
      host_key: host_keys[n] ?? 0,
      tls_expires_at: tls_expires_at === null ? null : new Date(tls_expires_at).toISOString(),
      website_id: unsettled[n]?.website_id ?? null,
      state: {
        ...readTransientState(unsettled[n] ?? null),
        status: statuses[n] ?? 'pending',
        interval_ms: interval_ms[n] ?? 0,
        phase_ms: phase_ms[n] ?? 0,
        last_slot: last_slots[n] ?? 0,
        next_due_at: next_due_at[n] ?? 0,
        incident_floor_at: incident_floor_at[n] ?? 0,
      },
      url: urls[n] ?? '',
      timeout_seconds: timeout_seconds[n] ?? 0,
      settings: settings[n] ?? {},
      sealed: secrets?.[n] ?? null,
    }
  })
}

function readTransientState(unsettled: ClaimRow['unsettled'][number]): TransientState {
  if (unsettled === null) return NO_TRANSIENT_STATE
  const { website_id: _, ...state } = unsettled
  return { ...state, flips: state.flips ?? NOT_FLAPPING.flips }
}

export interface Pair {
  readonly location: string
  readonly type: MonitorType
}

export interface Beat {
  prober_id: number
  now_ms: number
  /** Locations and types with checks to claim. */
  pairs: Pair[]
}

export interface Claimed {
  checks: ClaimedCheck[]
  /** The database's clock at the claim, and when the next check is due by it: null when none is planned. */
  now_ms: number
  next_due_at: number | null
  /** There may be more due checks. */
  is_more: boolean
}

/** A prober repeats its calls, so a connection that hangs is given up early. */
const PROMPT = { isPrompt: true } as const

/** Everything a prober may do. Each is one function in the database; the role has no rights on tables. */
export function beatProber(
  postgres: Postgres,
  {
    prober_id,
    name,
    location,
    locations,
  }: { prober_id: number; name: string; location: string; locations: readonly string[] },
): Promise<Beat> {
  return postgres.asRole(
    'prober',
    async (tx) => {
      const [beat, pairs] = await Promise.all([
        tx.one(sql<Omit<Beat, 'pairs'>>`select prober_id, now_ms from beat_prober(${prober_id}, ${name}, ${location})`),
        tx.query(sql<Pair>`select location, type from list_check_pairs(${locations}::text[])`),
      ])
      return { ...beat, pairs: pairs.filter(({ type }) => isMonitorType(type)) }
    },
    PROMPT,
  )
}

export function claimChecks(
  postgres: Postgres,
  prober_id: number,
  requests: readonly ClaimRequest[],
): Promise<Claimed> {
  const locations = requests.map(({ location }) => location)
  const types = requests.map(({ type }) => type)
  const limits = requests.map(({ limit }) => limit)
  const busy = JSON.stringify(requests.map((one) => one.busy ?? {}))
  return postgres.asRole(
    'prober',
    async (tx) => {
      const [rows, next] = await Promise.all([
        tx.query(sql<ClaimRow>`
        select location, type, monitor_ids::text, team_ids::text, host_keys::text, is_more, statuses::text, interval_ms::text, phase_ms::text,
          last_slots::text, next_due_at::text, incident_floor_at::text, tls_expires_at, unsettled, urls,
          timeout_seconds::text, settings, secrets
        from claim_due_checks(${prober_id}, ${locations}::text[], ${types}::text[], ${limits}::integer[],
          ${busy}::jsonb)`),
        tx.one(sql<{ now_ms: number; next_due_at: number | null }>`
        select clock_ms() as now_ms, find_next_due(${locations}::text[], ${types}::text[]) as next_due_at`),
      ])
      return { checks: rows.flatMap(toClaimedChecks), is_more: rows.some((row) => row.is_more), ...next }
    },
    PROMPT,
  )
}

type Pairs = readonly { readonly monitor_id: number; readonly location: string }[]

/** `others`: release everything this prober holds except `pairs`. This recovers a claim whose response was lost. */
export function releaseChecks(
  postgres: Postgres,
  prober_id: number,
  { pairs, others }: { pairs: Pairs; others: boolean },
): Promise<number> {
  const ids = pairs.map(({ monitor_id }) => monitor_id)
  const locations = pairs.map(({ location }) => location)
  return postgres.asRole(
    'prober',
    async (tx) => {
      const { released } = await tx.one(sql<{ released: number }>`
      select release_checks(${prober_id}, ${ids}::bigint[], ${locations}::text[], ${others}) as released`)
      return released
    },
    PROMPT,
  )
}

export async function signOffProber(postgres: Postgres, prober_id: number): Promise<void> {
  await releaseChecks(postgres, prober_id, { pairs: [], others: true })
  await postgres.asRole('prober', (tx) => tx.execute(sql`select sign_off_prober(${prober_id})`), PROMPT)
}

/** Reschedules checks after the database's clock was set back. */
export async function replanChecks(postgres: Postgres): Promise<number> {
  const { replanned } = await postgres.asRole(
    'prober',
    (tx) => tx.one(sql<{ replanned: number }>`select replan_checks() as replanned`),
    PROMPT,
  )
  return replanned
}

/** Stores whether a local prober, identified by its name, reaches an anchor. */
export async function noteProberOnline(postgres: Postgres, name: string, is_online: boolean): Promise<void> {
  await postgres.asRole('prober', (tx) => tx.execute(sql`select note_prober_online(${name}, ${is_online})`))
}

import { type Postgres, sql } from '../platform/postgres/index.ts'
import { CALM } from './flap.ts'
import type { MonitorState } from './state.ts'

export const CHECK_TYPES = ['http', 'ping'] as const
export type CheckType = (typeof CHECK_TYPES)[number]

/** What a check needs to know of its monitor. What only an http check has is null for a ping. */
export interface CheckSettings {
  readonly url: string
  readonly timeout_seconds: number
  readonly method: 'GET' | 'HEAD' | 'POST' | null
  readonly headers_sealed: Buffer | null
  /** Of the owner, wrapped; only where there are sealed headers. */
  readonly data_key: Buffer | null
  readonly request_body: string | null
  readonly expected_status: readonly string[]
  readonly follow_redirects: boolean | null
  readonly keyword: string | null
  readonly keyword_mode: 'present' | 'absent' | null
  readonly verify_tls: boolean | null
}

/**
 * A due check that this prober has in hand, with the state it was due in. Nothing but a result, or a person's change,
 * which discards the result, can move that state meanwhile; so it need not be read again to be recorded.
 */
export interface ClaimedCheck {
  readonly monitor_id: number
  readonly user_id: number
  /** '' for the monitor's own row. */
  readonly location: string
  readonly type: CheckType
  readonly tls_expires_at: string | null
  readonly state: MonitorState
  readonly settings: CheckSettings
}

export interface Wanted extends Pair {
  readonly limit: number
}

interface ClaimRow {
  monitor_id: number
  user_id: number
  location: string
  type: CheckType
  status: MonitorState['status']
  interval_ms: number
  phase_ms: number
  last_slot: number
  next_due_at: number
  incident_floor_at: number
  tls_expires_at: string | null
  unsettled: (Omit<Unsettled, 'flips'> & { flips: number[] | null }) | null
  url: string
  timeout_seconds: number
  method: CheckSettings['method']
  expected_status: string | null
  follow_redirects: boolean | null
  verify_tls: boolean | null
  extras: {
    headers_sealed: string | null
    data_key: string | null
    request_body: string | null
    keyword: string | null
    keyword_mode: CheckSettings['keyword_mode']
  } | null
}

type Unsettled = Pick<
  MonitorState,
  'unknown' | 'unobserved_since' | 'failures' | 'first_failure_at' | 'first_success_at' | 'flips' | 'flapping'
>

const SETTLED: Unsettled = {
  unknown: null,
  unobserved_since: null,
  failures: 0,
  first_failure_at: null,
  first_success_at: null,
  ...CALM,
}
const NO_EXTRAS = { headers_sealed: null, data_key: null, request_body: null, keyword: null, keyword_mode: null }

const decode = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text, 'base64'))

function toClaimedCheck(row: ClaimRow): ClaimedCheck {
  const { monitor_id, user_id, location, type, tls_expires_at, unsettled, extras } = row
  const { status, interval_ms, phase_ms, last_slot, next_due_at, incident_floor_at } = row
  const { url, timeout_seconds, method, follow_redirects, verify_tls } = row
  const schedule = { status, interval_ms, phase_ms, last_slot, next_due_at, incident_floor_at }
  const expected_status = readList(row.expected_status)
  const plain = { url, timeout_seconds, method, follow_redirects, verify_tls, expected_status }
  return {
    monitor_id,
    user_id,
    location,
    type,
    tls_expires_at,
    state: { ...SETTLED, ...unsettled, flips: unsettled?.flips ?? CALM.flips, ...schedule },
    settings: extras
      ? { ...plain, ...extras, headers_sealed: decode(extras.headers_sealed), data_key: decode(extras.data_key) }
      : { ...plain, ...NO_EXTRAS },
  }
}

const lists = new Map<string, readonly string[]>()

/** `{200-399,404}`: codes and ranges never need quoting. Few different ones, so each is read once. */
function readList(text: string | null): readonly string[] {
  if (text === null) return []
  const known = lists.get(text)
  if (known) return known
  const list = text.slice(1, -1).split(',')
  if (lists.size < 1000) lists.set(text, list)
  return list
}

export interface Pair {
  readonly location: string
  readonly type: CheckType
}

export interface Beat {
  prober_id: number
  now_ms: number
  /** What there is to ask for. */
  pairs: Pair[]
}

export interface Claimed {
  checks: ClaimedCheck[]
  /** The database's clock at the claim, and when the next check is due by it: null when none is planned. */
  now_ms: number
  next_due_at: number | null
}

/** The few things a prober may do. Each is one function in the database; the role has no right to any table. */
export function beatProber(
  postgres: Postgres,
  {
    prober_id,
    name,
    location,
    locations,
  }: { prober_id: number; name: string; location: string; locations: readonly string[] },
): Promise<Beat> {
  return postgres.asRole('prober', async (tx) => {
    const [beat, pairs] = await Promise.all([
      tx.one(sql<Omit<Beat, 'pairs'>>`select prober_id, now_ms from beat_prober(${prober_id}, ${name}, ${location})`),
      tx.query(sql<Pair>`select location, type from list_check_pairs(${locations}::text[])`),
    ])
    return { ...beat, pairs }
  })
}

export function claimChecks(postgres: Postgres, prober_id: number, wanted: readonly Wanted[]): Promise<Claimed> {
  const locations = wanted.map(({ location }) => location)
  const types = wanted.map(({ type }) => type)
  const limits = wanted.map(({ limit }) => limit)
  return postgres.asRole('prober', async (tx) => {
    const [rows, next] = await Promise.all([
      tx.query(sql<ClaimRow>`
        select * from claim_checks(${prober_id}, ${locations}::text[], ${types}::text[], ${limits}::integer[])`),
      tx.one(sql<{ now_ms: number; next_due_at: number | null }>`
        select clock_ms() as now_ms, find_next_due(${locations}::text[], ${types}::text[]) as next_due_at`),
    ])
    return { checks: rows.map(toClaimedCheck), ...next }
  })
}

type Pairs = readonly { readonly monitor_id: number; readonly location: string }[]

/** `others`: everything this prober holds apart from `pairs`, which is how a claim whose answer was lost comes back. */
export function releaseChecks(
  postgres: Postgres,
  prober_id: number,
  { pairs, others }: { pairs: Pairs; others: boolean },
): Promise<number> {
  const ids = pairs.map(({ monitor_id }) => monitor_id)
  const locations = pairs.map(({ location }) => location)
  return postgres.asRole('prober', async (tx) => {
    const { released } = await tx.one(sql<{ released: number }>`
      select release_checks(${prober_id}, ${ids}::bigint[], ${locations}::text[], ${others}) as released`)
    return released
  })
}

export async function signOffProber(postgres: Postgres, prober_id: number): Promise<void> {
  await releaseChecks(postgres, prober_id, { pairs: [], others: true })
  await postgres.asRole('prober', (tx) => tx.execute(sql`select sign_off_prober(${prober_id})`))
}

/** After the database's clock was set back. */
export async function replanChecks(postgres: Postgres): Promise<number> {
  const { replanned } = await postgres.asRole('prober', (tx) =>
    tx.one(sql<{ replanned: number }>`select replan_checks() as replanned`),
  )
  return replanned
}

import { CAUSE_KINDS, MonitorType } from '@sitewatch/contract'
import { z } from 'zod'

/** What a prober elsewhere and the server say to each other: JSON over HTTPS, one POST each, under /probe/v1/. */

const Id = z.int().min(0)
const Milliseconds = z.number().min(0).max(600_000)

/** As Postgres and ClickHouse store it: without NUL and without half a surrogate pair. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((given) => given.replaceAll('\0', '').toWellFormed())
const LATEST_DATE = new Date('9999-12-31T00:00:00Z')

export const BeatRequest = z.strictObject({ prober_id: Id, name: z.string().min(1).max(200) })
export const BeatAnswer = z.object({
  prober_id: Id,
  types: z.array(MonitorType),
  /** Whether a claim may say who is busy: a server of the version before refuses what it does not know. */
  knows_busy: z.boolean().default(false),
})

const Rooms = z.record(z.string().regex(/^-?\d{1,15}$/), z.int().min(0))
const BusyOwners = z.strictObject({
  user_room: z.int().min(0),
  host_room: z.int().min(0),
  users: Rooms,
  hosts: Rooms,
  pairs: z.array(z.string().regex(/^-?\d{1,19}$/)),
})

export const MAX_PER_CLAIM = 200
export const ClaimRequest = z.strictObject({
  prober_id: Id,
  wanted: z
    .array(z.strictObject({ type: MonitorType, limit: z.int().min(1).max(MAX_PER_CLAIM), busy: BusyOwners.optional() }))
    .max(2),
  /** Everything it has in hand: what the server believes it has besides is given back. */
  held: z.array(Id).max(10_000),
  is_lost: z.boolean(),
})
export const ClaimAnswer = z.object({
  checks: z.array(
    z.object({
      monitor_id: Id,
      type: MonitorType,
      /** 0 from a server of the version before, which does not say. */
      user_id: Id.default(0),
      host_key: z.int().optional(),
      seen_slot: z.int(),
      late_ms: z.number(),
      headers: z.record(z.string(), z.string()),
      settings: z.object({
        url: z.string(),
        timeout_seconds: z.number(),
        method: z.enum(['GET', 'HEAD', 'POST']).nullable(),
        request_body: z.string().nullable(),
        expected_status: z.array(z.string()),
        follow_redirects: z.boolean().nullable(),
        keyword: z.string().nullable(),
        keyword_mode: z.enum(['present', 'absent']).nullable(),
        verify_tls: z.boolean().nullable(),
      }),
    }),
  ),
  idle_ms: z.number().nullable(),
  is_more: z.boolean().default(false),
  /** By which the checks are known as ours. */
  probe_headers: z.record(z.string(), z.string()),
})
export type ClaimAnswer = z.output<typeof ClaimAnswer>

const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('success') }),
  z.strictObject({
    kind: z.literal('failure'),
    cause: z.strictObject({
      kind: z.enum(CAUSE_KINDS),
      http_status: z.int().min(100).max(999).nullable(),
      message: text(500),
    }),
  }),
  z.strictObject({
    kind: z.literal('unknown'),
    reason: z.enum(['offline', 'probe', 'maintenance']),
    message: text(500),
  }),
])

const Result = z.strictObject({
  monitor_id: Id,
  seen_slot: z.int(),
  /** How long ago it began: clocks need not agree. */
  ago_ms: Milliseconds,
  anchors: z.enum(['online', 'offline', 'not_asked']),
  probe: z.strictObject({
    outcome: Outcome,
    timings: z.strictObject({
      dns_ms: Milliseconds,
      connect_ms: Milliseconds,
      tls_ms: Milliseconds,
      first_byte_ms: Milliseconds,
      total_ms: Milliseconds,
    }),
    private_target: z.boolean(),
    http_status: z.int().min(100).max(999).nullable(),
    tls_expires_at: z.coerce.date().max(LATEST_DATE).nullable(),
    evidence: z
      .strictObject({
        status: z.int(),
        headers: z.record(z.string().max(100), text(200)),
        body: text(300),
      })
      .nullable(),
    jitter_ms: Milliseconds,
    loss_percent: z.number().min(0).max(100).transform(Math.round),
  }),
})

export const MAX_PER_REPORT = 50
export const ReportRequest = z.strictObject({ prober_id: Id, results: z.array(Result).max(MAX_PER_REPORT) })
export type RemoteResult = z.output<typeof Result>
export const ReleaseRequest = z.strictObject({ prober_id: Id, monitor_ids: z.array(Id).max(10_000) })
export const SignOffRequest = z.strictObject({ prober_id: Id })
export const Done = z.object({})

import { CAUSE_KINDS, MONITOR_TYPE_NAMES, MonitorType } from '@sitewatch/contract'
import { z } from 'zod'
import { MAX_CHAIN, MAX_NAME_LENGTH, MAX_NAMES } from '../../../platform/egress/index.ts'

/** Protocol between a remote prober and the server: JSON over HTTPS, one POST per action, under /probe/v1/. */

const Id = z.int().min(0)
export const MAX_MS = 600_000
const Milliseconds = z.number().min(0).max(MAX_MS)

/** Removes NUL and lone surrogates, which Postgres and ClickHouse cannot store. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll('\0', '').toWellFormed())
const LATEST_DATE = new Date('9999-12-31T23:59:59.999Z')

const TypeName = z.string().min(1).max(40)

export const BeatRequest = z.strictObject({
  prober_id: Id,
  name: z.string().min(1).max(200),
  /** Check types that the prober supports: it gets no others. */
  types: z.array(TypeName).max(100),
})
export const BeatAnswer = z.object({
  prober_id: Id,
  types: z.array(TypeName),
})

const Rooms = z.record(z.string().regex(/^-?\d{1,15}$/), z.int().min(0))
const ClaimRooms = z.strictObject({
  team_room: z.int().min(0),
  host_room: z.int().min(0),
  teams: Rooms,
  hosts: Rooms,
  pairs: z.array(z.string().regex(/^-?\d{1,19}$/)),
})

export const MAX_PER_CLAIM = 200
export const ClaimRequest = z.strictObject({
  prober_id: Id,
  wanted: z
    .array(z.strictObject({ type: MonitorType, limit: z.int().min(1).max(MAX_PER_CLAIM), busy: ClaimRooms.optional() }))
    .max(MONITOR_TYPE_NAMES.length),
  /** All checks the prober holds. With `is_lost`, the server releases its other claims. */
  held: z.array(Id).max(10_000),
  is_lost: z.boolean(),
})
export const ClaimAnswer = z.object({
  checks: z.array(
    z.object({
      monitor_id: Id,
      type: MonitorType,
      team_id: Id,
      host_key: z.int(),
      seen_slot: z.int(),
      late_ms: z.number(),
      /** The secret settings, decrypted, because a remote prober has no keys. */
      secrets: z.record(z.string(), z.unknown()),
      settings: z.looseObject({ url: z.string(), timeout_seconds: z.number() }),
    }),
  ),
  idle_ms: z.number().nullable(),
  is_more: z.boolean(),
  /** Headers that identify Sitewatch checks. */
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

const CertificateText = text(MAX_NAME_LENGTH)
const Certificate = z.strictObject({
  fingerprint: text(100),
  subject: CertificateText,
  issuer: CertificateText,
  names: z.array(CertificateText).max(MAX_NAMES),
  expires_at: z.coerce.date().max(LATEST_DATE).nullable(),
  chain: z
    .array(z.strictObject({ subject: CertificateText, issuer: CertificateText, expires_at: z.iso.datetime() }))
    .max(MAX_CHAIN),
})

const Result = z.strictObject({
  monitor_id: Id,
  seen_slot: z.int(),
  /** Time since the check started. Needs no clock sync. */
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
    certificate: Certificate.nullable(),
    evidence: z
      .strictObject({
        status: z.int().nullable(),
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

import { isMonitorType, MONITOR_TYPE_NAMES } from '@sitewatch/contract'
import type { z } from 'zod'
import { DEADLINES } from '../../../platform/deadline.ts'
import { requestTrusted } from '../../../platform/egress/trusted.ts'
import type { ClaimRequest } from '../schedule/claim.ts'
import type { ClaimedCheck } from '../judge/claimed-check.ts'
import type { ProbeHeaders } from '../run/check-type.ts'
import type { CheckSource, FinishedCheck, HeldCheck } from '../schedule/source.ts'
import type { OpenedSecrets } from '../schedule/run-check.ts'
import { createState } from '../judge/state.ts'
import { BeatAnswer, ClaimAnswer, Done, MAX_MS, MAX_PER_CLAIM, MAX_PER_REPORT } from './wire.ts'

interface RemoteOptions {
  server: string
  token: string
  location: string
  name: string
  timeout_ms?: number
  /** The server rejects this result and always will, so it is dropped. */
  onRejected?: (error: RemoteFailure, monitor_id: number) => void
}

export interface RemoteSource extends CheckSource {
  /** From the latest server response. */
  makeHeaders(): ProbeHeaders
  openSecrets(check: ClaimedCheck): OpenedSecrets
}

/** The server keeps the state. Here it only carries the slot. */
const NO_STATE = createState(0, { schedule: { interval_ms: 1000, phase_ms: 0 }, is_active: true })

/** The server rejects the request or is unreachable. The prober keeps retrying. */
class RemoteFailure extends Error {
  override name = 'RemoteFailure'
  readonly status: number | null

  constructor(message: string, status: number | null) {
    super(message)
    this.status = status
  }
}

/** Two hundred checks of each type, each with a body of 8 KiB and its headers. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

async function post<Answer>(
  { server, token, timeout_ms = DEADLINES.attempt_ms }: RemoteOptions,
  request: { action: string; body: object },
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const base = server.replace(/\/+$/, '')
  const answer = await requestTrusted(`${base}/probe/v1/${request.action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
    timeout_ms,
    max_body_bytes: MAX_ANSWER_BYTES,
  })
  if (!answer.ok) throw new RemoteFailure(`${base} is unreachable: ${answer.message}`, null)
  const text = answer.body.toString()
  if (answer.status !== 200)
    throw new RemoteFailure(`${base} returned ${answer.status}: ${text.slice(0, 300)}`, answer.status)
  return schema.parse(JSON.parse(text))
}

function toClaimedCheck(location: string, claimed: ClaimAnswer['checks'][number]): ClaimedCheck {
  const { monitor_id, team_id, type, host_key, seen_slot } = claimed
  const { url, timeout_seconds, ...settings } = claimed.settings
  return {
    monitor_id,
    team_id,
    location,
    type,
    host_key,
    tls_expires_at: null,
    website_id: null,
    state: { ...NO_STATE, last_slot: seen_slot },
    url,
    timeout_seconds,
    settings,
    sealed: null,
  }
}

const toRequest = ({ type, limit, busy }: ClaimRequest): object => ({
  type,
  limit: Math.min(limit, MAX_PER_CLAIM),
  busy,
})

export function createRemoteSource(options: RemoteOptions): RemoteSource {
  const { location, name } = options
  const secretsOf = new WeakMap<ClaimedCheck, OpenedSecrets>()
  let probe_headers: ProbeHeaders = {}
  let prober_id = 0
  let is_lost = false

  const call = <Answer>(action: string, body: object, schema: z.ZodType<Answer>): Promise<Answer> =>
    post(options, { action, body }, schema)
  const beat: CheckSource['beat'] = async () => {
    const answer = await call('beat', { prober_id, name, types: MONITOR_TYPE_NAMES }, BeatAnswer)
    prober_id = answer.prober_id
    return answer.types.filter(isMonitorType).map((type) => ({ location, type }))
  }
  const sending = (prober: number): Sending => ({
    ...options,
    send: (finished) => call('report', { prober_id: prober, results: finished.map(describeFinished) }, Done),
    onDropped: () => void (is_lost = true),
  })
  const toHeld = (claimed: ClaimAnswer['checks'][number]): HeldCheck => {
    const check = toClaimedCheck(location, claimed)
    secretsOf.set(check, claimed.secrets)
    return { prober_id, check }
  }
  return {
    beat,
    async claim(requests, held) {
      if (prober_id === 0) await beat()
      const heldHere = held.filter((one) => one.prober_id === prober_id).map((one) => one.check.monitor_id)
      const wanted = requests.map(toRequest)
      const request = { prober_id, wanted, held: heldHere, is_lost }
      is_lost = true
      const answer = await call('claim', request, ClaimAnswer)
      is_lost = false
      probe_headers = answer.probe_headers
      const { checks, idle_ms, is_more } = answer
      return { held: checks.map(toHeld), idle_ms, late_ms: checks.map(({ late_ms }) => late_ms), is_more }
    },
    report: (finished) => sendAll(finished, sending),
    async release(held) {
      for (const [id, group] of Map.groupBy(held, (one) => one.prober_id)) {
        const monitor_ids = group.map((one) => one.check.monitor_id)
        await call('release', { prober_id: id, monitor_ids }, Done).catch((error: unknown) => {
          is_lost = true
          ignoreUnknownProber(error)
        })
      }
    },
    async signOff() {
      if (prober_id !== 0) await call('sign-off', { prober_id }, Done)
    },
    makeHeaders: () => probe_headers,
    openSecrets: (check) => secretsOf.get(check) ?? {},
  }
}

/** Ignores 404: the server removed this prober and its claims, so other probers now own those checks. */
function ignoreUnknownProber(error: unknown): void {
  if (!(error instanceof RemoteFailure) || error.status !== 404) throw error
}

/** Not valid, or too large. Repeating it would not help. */
const isRejected = (error: unknown): error is RemoteFailure =>
  error instanceof RemoteFailure && (error.status === 400 || error.status === 413 || error.status === 422)

async function sendAll(finished: readonly FinishedCheck[], of: (prober_id: number) => Sending): Promise<void> {
  for (const [prober_id, group] of Map.groupBy(finished, (one) => one.prober_id))
    for (let at = 0; at < group.length; at += MAX_PER_REPORT)
      await sendBisecting(group.slice(at, at + MAX_PER_REPORT), of(prober_id))
}

interface Sending extends Pick<RemoteOptions, 'onRejected'> {
  send: (finished: readonly FinishedCheck[]) => Promise<unknown>
  /** The server still counts the check as held here. */
  onDropped: () => void
}

/** A result that the server rejects must not block the others. */
async function sendBisecting(finished: readonly FinishedCheck[], sending: Sending): Promise<void> {
  const { onRejected } = sending
  try {
    await sending.send(finished)
  } catch (error) {
    if (!isRejected(error)) return ignoreUnknownProber(error)
    const [first] = finished
    if (first && finished.length === 1) {
      onRejected?.(error, first.check.monitor_id)
      return sending.onDropped()
    }
    const half = finished.length >> 1
    await sendBisecting(finished.slice(0, half), sending)
    await sendBisecting(finished.slice(half), sending)
  }
}

const describeFinished = ({ check, probe, anchors, started_ms }: FinishedCheck): object => ({
  monitor_id: check.monitor_id,
  seen_slot: check.state.last_slot,
  ago_ms: Math.min(MAX_MS, Math.max(0, performance.now() - started_ms)),
  anchors,
  probe,
})

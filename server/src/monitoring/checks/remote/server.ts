import { findSettingFacts } from '@sitewatch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { LimitRequest } from '../../../http/limit-by-network.ts'
import { problem } from '../../../http/problem.ts'
import { readJson } from '../../../http/read-json.ts'
import type { HttpServer } from '../../../http/server.ts'
import { cutLists } from '../../../http/validate-large.ts'
import { type Postgres, type RoleTx, sql } from '../../../platform/postgres/index.ts'
import { runInSlices } from '../../../platform/slices.ts'
import { beatProber, claimChecks, releaseChecks, signOffProber } from '../schedule/claim.ts'
import type { ClaimedCheck } from '../judge/claimed-check.ts'
import type { ProbeHeaders } from '../run/check-type.ts'
import { type CheckedResult, judgeResult } from '../judge/judge-result.ts'
import { readTrafficUnscoped } from '../../second-opinion/index.ts'
import { type OnPoison, recordBatch } from '../record/record-batch.ts'
import type { RecordParts } from '../record/record-results.ts'
import type { CheckRunner } from '../schedule/run-check.ts'
import { readState, STATE_COLUMNS, type StateRow } from '../judge/state-columns.ts'
import { findLocationUnscoped } from './locations.ts'
import {
  BeatRequest,
  type ClaimAnswer,
  ClaimRequest,
  ReleaseRequest,
  type RemoteResult,
  ReportRequest,
  SignOffRequest,
} from './wire.ts'

export interface RemoteParts {
  postgres: Postgres
  record: RecordParts
  makeHeaders: () => ProbeHeaders
  openSecrets: CheckRunner['openSecrets']
  isMaintained: CheckRunner['isMaintained']
  onPoison: OnPoison
}

/** API for probers of one location. The token determines the location, and a prober cannot access any other location. */
class RemoteProberApi {
  readonly #parts: RemoteParts
  readonly #location: string

  constructor(parts: RemoteParts, location: string) {
    this.#parts = parts
    this.#location = location
  }

  async beat({ prober_id, name, types }: z.output<typeof BeatRequest>) {
    const location = this.#location
    const beat = await beatProber(this.#parts.postgres, { prober_id, name, location, locations: [location] })
    const shared = beat.pairs.map((pair) => pair.type).filter((type) => types.includes(type))
    return { prober_id: beat.prober_id, types: shared }
  }

  async claim({ prober_id, wanted, held, is_lost }: z.output<typeof ClaimRequest>): Promise<ClaimAnswer> {
    await this.#require(prober_id)
    const { postgres } = this.#parts
    if (is_lost) await releaseChecks(postgres, prober_id, { pairs: this.#pair(held), others: true })
    const pairs = wanted.map(({ type, limit, busy }) => ({
      type,
      limit,
      location: this.#location,
      ...(busy && { busy }),
    }))
    const claimed = await claimChecks(postgres, prober_id, pairs)
    return {
      checks: claimed.checks.map((check) => this.#describe(check, claimed.now_ms)),
      idle_ms: claimed.next_due_at === null ? null : claimed.next_due_at - claimed.now_ms,
      is_more: claimed.is_more,
      probe_headers: { ...this.#parts.makeHeaders() },
    }
  }

  /** Decrypts secrets here: a remote prober has no keys. */
  #describe(check: ClaimedCheck, now_ms: number): ClaimAnswer['checks'][number] {
    const { names, secrets: secret, defaults } = findSettingFacts(check.type)
    const stored = { ...defaults, ...check.settings }
    const settings = Object.fromEntries(
      names.filter((name) => !secret.includes(name)).map((name) => [name, stored[name]]),
    )
    return {
      monitor_id: check.monitor_id,
      type: check.type,
      team_id: check.team_id,
      host_key: check.host_key,
      seen_slot: check.state.last_slot,
      late_ms: now_ms - (check.state.next_due_at ?? now_ms),
      secrets: this.#parts.openSecrets(check),
      settings: { ...settings, url: check.url, timeout_seconds: check.timeout_seconds },
    }
  }

  async report({ prober_id, results }: z.output<typeof ReportRequest>) {
    await this.#require(prober_id)
    const { postgres, record, onPoison } = this.#parts
    const ids = results.map((result) => result.monitor_id)
    const held = await postgres.asRole('worker', (tx) => readHeld(tx, { prober_id, location: this.#location, ids }))
    const findTraffic = await readTrafficUnscoped(
      postgres,
      [...held.values()].map(({ check }) => check),
    )
    const judged = results.flatMap((result) => {
      const found = held.get(result.monitor_id)
      if (!found || found.check.state.last_slot !== result.seen_slot) return []
      const { check, now_ms } = found
      return [judgeResult(this.#toResult(check, result, now_ms), now_ms, findTraffic(check))]
    })
    return { counted: await recordBatch({ postgres, record, onPoison }, prober_id, judged) }
  }

  #toResult(check: CheckedResult['check'], { probe, anchors, ago_ms }: RemoteResult, now_ms: number): CheckedResult {
    const checked_at = Math.round(now_ms - ago_ms)
    if (probe.outcome.kind !== 'failure' || !this.#parts.isMaintained(check.monitor_id)) {
      return { check, probe, anchors, checked_at }
    }
    const outcome = {
      kind: 'unknown',
      reason: 'maintenance',
      message: 'The check failed during a maintenance window.',
    } as const
    return { check, probe: { ...probe, outcome }, anchors: 'not_asked', checked_at }
  }

  async release({ prober_id, monitor_ids }: z.output<typeof ReleaseRequest>) {
    await this.#require(prober_id)
    await releaseChecks(this.#parts.postgres, prober_id, { pairs: this.#pair(monitor_ids), others: false })
    return {}
  }

  async signOff({ prober_id }: z.output<typeof SignOffRequest>) {
    await this.#require(prober_id)
    await signOffProber(this.#parts.postgres, prober_id)
    return {}
  }

  #pair(monitor_ids: readonly number[]) {
    return monitor_ids.map((monitor_id) => ({ monitor_id, location: this.#location }))
  }

  async #require(prober_id: number): Promise<void> {
    const found = await this.#parts.postgres.asRole(
      'worker',
      (tx) => tx.maybe(sql`select 1 from probers where id = ${prober_id} and location = ${this.#location}`),
      { readOnly: true },
    )
    if (!found) throw problem('not_found', { detail: 'Unknown prober. Send a beat first.' })
  }
}

type HeldRow = StateRow &
  Pick<ClaimedCheck, 'monitor_id' | 'team_id' | 'location' | 'type' | 'tls_expires_at' | 'website_id'> & {
    now_ms: number
  }

async function readHeld(
  tx: RoleTx<'worker'>,
  { prober_id, location, ids }: { prober_id: number; location: string; ids: readonly number[] },
) {
  const rows = await tx.query(sql<HeldRow>`
    select s.monitor_id, s.team_id, s.location, s.type, s.tls_expires_at, clock_ms() as now_ms, ${STATE_COLUMNS},
      case when s.status = 'suspected' then (select m.website_id from monitors m where m.id = s.monitor_id) end as website_id
    from monitor_state s where s.monitor_id = any(${ids}::bigint[]) and s.location = ${location}
      and s.claimed_by = ${prober_id}`)
  return new Map(
    rows.map(({ monitor_id, team_id, location: at, type, tls_expires_at, website_id, now_ms, ...state }) => [
      monitor_id,
      {
        now_ms,
        check: { monitor_id, team_id, location: at, type, tls_expires_at, website_id, state: readState(state) },
      },
    ]),
  )
}

const ACTIONS = {
  beat: { schema: BeatRequest, run: (api: RemoteProberApi, body: never) => api.beat(body) },
  claim: { schema: ClaimRequest, run: (api: RemoteProberApi, body: never) => api.claim(body) },
  report: { schema: ReportRequest, run: (api: RemoteProberApi, body: never) => api.report(body) },
  release: { schema: ReleaseRequest, run: (api: RemoteProberApi, body: never) => api.release(body) },
  'sign-off': { schema: SignOffRequest, run: (api: RemoteProberApi, body: never) => api.signOff(body) },
} as const

async function parseBody(body: Buffer | undefined): Promise<unknown> {
  if (body === undefined || body.length === 0)
    throw problem('malformed_body', { detail: 'The body is not valid JSON.' })
  return readJson(body)
}

const MAX_RECENT_TOKENS = 1000
/** A report has fifty results, each with a certificate of up to forty texts. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Not part of the public contract: both sides are Sitewatch, of the same or an adjacent release. */
export function mountRemoteProbers(
  { app }: HttpServer,
  {
    postgres,
    limitStrangers,
    open,
  }: { postgres: Postgres; limitStrangers: LimitRequest; open: () => Promise<RemoteParts> },
): void {
  /** Recently accepted tokens skip the rate limit: only token guessing is limited, not busy probers. */
  const recent = new Set<string>()
  const requireLocation = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const token = /^Bearer (swp_[\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!recent.has(token)) await limitStrangers(request, reply)
    const location =
      token !== '' && (await postgres.asRole('worker', (tx) => findLocationUnscoped(tx, token), { readOnly: true }))
    recent.delete(token)
    if (location) {
      if (recent.size >= MAX_RECENT_TOKENS) recent.clear()
      recent.add(token)
      return location
    }
    throw problem('unauthenticated', {
      detail: 'Send the token printed by "sitewatch location create".',
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  for (const [name, { schema, run }] of Object.entries(ACTIONS)) {
    app.post(
      `/probe/v1/${name}`,
      { config: { id: `probe.${name}` }, bodyLimit: MAX_BODY_BYTES },
      async (request, reply) => {
        const location = await requireLocation(request, reply)
        const sent = await parseBody(request.body as Buffer | undefined)
        const parsed = schema.safeParse(await runInSlices(cutLists(schema, sent)))
        if (!parsed.success)
          throw problem('validation_failed', {
            detail: 'The version of this prober is not compatible with this server.',
            cause: parsed.error,
          })
        const answer = await run(new RemoteProberApi(await open(), location), parsed.data as never)
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(answer))
      },
    )
  }
}

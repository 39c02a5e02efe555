import { deriveKey, isSame, open, seal, sha256 } from '../platform/secrets.ts'
import { sql, type UserTx } from '../platform/postgres/index.ts'
import { invalid, problem } from './problem.ts'
import type { AnswerFile } from './serve.ts'

/** The response of a handler, as it is sent. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
  events?: (signal: AbortSignal) => AsyncIterable<unknown>
  file?: AnswerFile
}

export interface IdempotentCall {
  route_id: string
  key: string
  /** The caller's own credential: part of the key that the stored answer is encrypted under. */
  token: string
  /** Path and body of the call. The same key with another request is refused. */
  request: string
}

interface Row {
  body_hash: Buffer
  status: number | null
  answer: Buffer | null
}

const RETENTION = sql`interval '24 hours'`

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalid('Idempotency-Key', 'invalid_format', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  }
  return header
}

const keyHash = (call: IdempotentCall): Buffer => sha256(`${call.route_id}\n${call.key}`)
const binding = (call: IdempotentCall): string => `idempotency/${call.route_id}`
const answerKey = (call: IdempotentCall): Buffer => deriveKey(`${call.token}\n${call.key}`, 'idempotent answer')

/** Held until the transaction ends, so two requests with the same key never run at once. */
async function lock(tx: UserTx, call: IdempotentCall): Promise<void> {
  const id = sha256(`${tx.team_id}\n${tx.user_id}\n${call.route_id}\n${call.key}`).readBigInt64BE()
  const { free } = await tx.one(
    sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${id.toString()}::bigint) as free`,
  )
  if (!free) {
    throw problem('request_in_progress', {
      detail: 'A request with this Idempotency-Key is still in progress. Retry later.',
      headers: { 'retry-after': '1' },
    })
  }
}

/** The stored answer if this call was made before; undefined when it is new. */
async function findAnswer(tx: UserTx, call: IdempotentCall): Promise<Answer | undefined> {
  await lock(tx, call)
  const row = await tx.maybe(sql<Row>`
    select body_hash, status, answer from idempotency
    where team_id = ${tx.team_id} and user_id = ${tx.user_id} and route = ${call.route_id} and key_hash = ${keyHash(call)}
      and created_at > now() - ${RETENTION}`)
  if (!row) return undefined
  if (!isSame(row.body_hash, sha256(call.request))) {
    throw invalid('Idempotency-Key', 'other_request', 'Idempotency-Key was already used with a different request.')
  }
  if (row.status === null || row.answer === null) {
    throw problem('request_in_progress', {
      detail:
        'The first request with this Idempotency-Key is still in progress or was interrupted, so its outcome is unknown. Wait, or retry with a new key.',
    })
  }
  const plain = open(answerKey(call), row.answer, binding(call))
  if (!plain) {
    throw invalid(
      'Idempotency-Key',
      'other_credential',
      'Idempotency-Key was already used with a different credential.',
    )
  }
  const stored = JSON.parse(plain.toString()) as Answer
  return { ...stored, headers: { ...stored.headers, 'idempotent-replayed': 'true' } }
}

async function storeStarted(tx: UserTx, call: IdempotentCall): Promise<void> {
  await tx.execute(sql`
    insert into idempotency (team_id, user_id, route, key_hash, body_hash)
    values (${tx.team_id}, ${tx.user_id}, ${call.route_id}, ${keyHash(call)}, ${sha256(call.request)})
    on conflict (team_id, user_id, route, key_hash) do update
      set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()`)
}

async function storeAnswer(tx: UserTx, call: IdempotentCall, answer: Answer): Promise<void> {
  const sealed = seal(answerKey(call), JSON.stringify(answer), binding(call))
  await tx.execute(sql`
    update idempotency set status = ${answer.status}, answer = ${sealed}
    where team_id = ${tx.team_id} and user_id = ${tx.user_id} and route = ${call.route_id} and key_hash = ${keyHash(call)}`)
}

/** In one transaction: the effect and its stored answer commit together. */
export async function runOnce(tx: UserTx, call: IdempotentCall, run: () => Promise<Answer>): Promise<Answer> {
  const before = await findAnswer(tx, call)
  if (before) return before
  await storeStarted(tx, call)
  const answer = await run()
  await storeAnswer(tx, call, answer)
  return answer
}

/**
 * For an effect outside the database: "started" is committed before it happens. If the process dies in between, a retry
 * is answered that the outcome is unknown, and the effect does not happen twice. A failure is not stored: only a 2xx is replayed.
 */
export async function runOnceOutside(
  asUser: <T>(fn: (tx: UserTx) => Promise<T>) => Promise<T>,
  call: IdempotentCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const before = await asUser(async (tx) => {
    const found = await findAnswer(tx, call)
    if (!found) await storeStarted(tx, call)
    return found
  })
  if (before) return before
  const answer = await run().catch(async (error: unknown) => {
    await asUser((tx) =>
      tx.execute(sql`
        delete from idempotency
        where team_id = ${tx.team_id} and user_id = ${tx.user_id} and route = ${call.route_id} and key_hash = ${keyHash(call)} and status is null`),
    )
    throw error
  })
  // Not undone if this fails: the effect has happened, so a retry must not repeat it.
  await asUser((tx) => storeAnswer(tx, call, answer))
  return answer
}

import { MAX_PING_BODY_BYTES } from '@sitewatch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressReader, networkOf, readClient } from '../../http/client-address.ts'
import { problem } from '../../http/problem.ts'
import { type Bucket, consumeAll } from '../../http/rate-limit.ts'
import type { HttpServer } from '../../http/server.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { ReceivedPing } from './ping-writer.ts'
import type { PingReceiver } from './receiver.ts'
import { isPingToken } from './store.ts'

export interface PingParts {
  /** Undefined while the schema is not migrated. */
  receiver: () => PingReceiver | undefined
  readAddress: AddressReader
  /** For each token. */
  perToken: Bucket
  /** For each network that sends unknown tokens. */
  unknown: Bucket
}

/** A body longer than what we keep is accepted too: a job must not fail because of long output. */
const BODY_LIMIT = 1024 * 1024
const MAX_RUN_ID = 64
const MAX_EXIT_STATUS = 255
/** Tokens that were found recently. A network that is limited because of unknown tokens can still use these. */
const MAX_KNOWN_TOKENS = 100_000
/** Cleared when full, so that pings from ever new networks cannot fill the memory. `unknown` still limits each of them. */
const MAX_LIMITED_NETWORKS = 100_000

interface PingRoute {
  Params: { token: string; action?: string }
  Querystring: { rid?: string | string[] }
}

/** A success, /start, /fail or the exit status of the job; undefined for anything else. */
function readAction(action: string | undefined): Pick<ReceivedPing, 'kind' | 'exit_status'> | undefined {
  if (action === undefined) return { kind: 'success', exit_status: null }
  if (action === 'start' || action === 'fail') return { kind: action, exit_status: null }
  const exit_status = /^\d{1,3}$/.test(action) ? Number(action) : Number.NaN
  if (!(exit_status <= MAX_EXIT_STATUS)) return undefined
  return { kind: exit_status === 0 ? 'success' : 'fail', exit_status }
}

/** Line breaks stay. Postgres does not store NUL, and an escape sequence must not reach a terminal. */
// oxlint-disable-next-line no-control-regex -- the regex removes control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g

/** Cutting may leave half a character at the end. */
function readBody(body: unknown): string | null {
  if (!Buffer.isBuffer(body) || body.length === 0) return null
  const decoded = body.subarray(0, MAX_PING_BODY_BYTES).toString()
  const text = body.length > MAX_PING_BODY_BYTES ? decoded.replace(/\uFFFD$/, '') : decoded
  return text.replaceAll(CONTROL, '')
}

function readRunId({ rid }: PingRoute['Querystring']): string | null {
  if (rid === undefined || rid === '') return null
  if (typeof rid === 'string' && rid.length <= MAX_RUN_ID && /^[\w.:-]+$/.test(rid)) return rid
  const detail = `rid must be at most ${MAX_RUN_ID} letters, digits or any of . : _ -`
  throw problem('validation_failed', { detail, errors: [{ field: 'rid', code: 'invalid_format', message: detail }] })
}

function readPing(request: FastifyRequest<PingRoute>): ReceivedPing {
  const { token, action } = request.params
  const parsedAction = readAction(action)
  if (!isPingToken(token) || !parsedAction) throw problem('not_found', { detail: 'Path not found.' })
  const body = readBody(request.body)
  return { token_hash: sha256(token).toString('hex'), ...parsedAction, run_id: readRunId(request.query), body }
}

const LATER = { 'retry-after': '2' }

/** Where jobs send their pings. Not part of the API: no key, no envelope. */
export function mountPings(server: HttpServer, { receiver, readAddress, perToken, unknown }: PingParts): void {
  const knownTokens = new Set<string>()
  const limitedUntil = new Map<string, number>()

  const isLimited = (network: string): boolean => {
    const until = limitedUntil.get(network)
    if (until === undefined) return false
    if (until > performance.now()) return true
    limitedUntil.delete(network)
    return false
  }
  const countUnknown = async (network: string, reply: FastifyReply): Promise<void> => {
    const state = await unknown.consume(network)
    if (limitedUntil.size >= MAX_LIMITED_NETWORKS) limitedUntil.clear()
    if (!state.allowed) limitedUntil.set(network, performance.now() + state.reset_seconds * 1000)
    if (state.remaining === 0) reply.header('retry-after', String(state.reset_seconds))
  }
  const remember = (token_hash: string): void => {
    if (knownTokens.size >= MAX_KNOWN_TOKENS) knownTokens.clear()
    knownTokens.add(token_hash)
  }

  const handler = async (request: FastifyRequest<PingRoute>, reply: FastifyReply): Promise<string> => {
    const ping = readPing(request)
    const network = networkOf(readClient(readAddress, request))
    if (!knownTokens.has(ping.token_hash) && isLimited(network)) {
      throw problem('rate_limited', { detail: 'Too many unknown ping URLs. Try again in a minute.', headers: LATER })
    }
    await consumeAll([[perToken, ping.token_hash]], (headers) => void reply.headers(headers))
    const activeReceiver = receiver()
    if (!activeReceiver || activeReceiver.isFull)
      throw problem('unavailable', { detail: 'Pings cannot be stored yet. Try again.', headers: LATER })
    const isFound = await activeReceiver.add(ping).catch((error: unknown) => {
      throw problem('unavailable', { detail: 'The ping could not be stored. Try again.', headers: LATER, cause: error })
    })
    if (!isFound) {
      await countUnknown(network, reply)
      throw problem('not_found', { detail: 'Unknown ping URL. Copy it from the page of the monitor.' })
    }
    remember(ping.token_hash)
    void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    return 'OK\n'
  }
  for (const url of ['/hb/:token', '/hb/:token/:action']) {
    server.app.route<PingRoute>({
      method: ['GET', 'POST'],
      url,
      bodyLimit: BODY_LIMIT,
      config: { id: 'heartbeats.ping' },
      handler,
    })
  }
}

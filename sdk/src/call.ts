import type { Call, CallOptions, CallRequest } from './call-types.ts'
import { errorFromAnswer, SitewatchError } from './error.ts'

export interface ClientOptions {
  /** Where the service is, with its path if it has one: `https://host/watch`. On the service's own pages, that path or ''. */
  base_url: string
  /** An API key. Without one the browser's session is used, on the service's own pages. */
  key?: string | undefined
  /** The team in which a session acts, read for each call. Default: the personal team. A key acts in its own team. */
  team_id?: (() => number | undefined) | undefined
  fetch?: typeof fetch | undefined
  /** How many times a call that can be repeated safely is retried. Default: 2. */
  retries?: number | undefined
  /** For each attempt. Default: 60,000, because a provider test waits for the provider. */
  timeout_ms?: number | undefined
}

/** If the server asks for a longer wait than this, the call fails: the error says how long to wait. */
const LONGEST_WAIT_MS = 30_000
const FIRST_WAIT_MS = 250

const etags = new WeakMap<object, string>()

function readIfMatch(given: string | object): string {
  if (typeof given === 'string') return given
  const etag = etags.get(given)
  // Sending no If-Match instead would silently overwrite what the caller meant to protect.
  if (etag === undefined) throw new TypeError('if_match: this object has no known ETag. Pass the result of show().')
  return etag
}

/** Not crypto.randomUUID(): browsers have it only over https, and people run this at home over http. */
function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function encodeQuery(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.append(name, String(value))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}

function encodeHeaders(request: CallRequest, client: ClientOptions, options: CallOptions): Record<string, string> {
  const mayRepeatPost = request.method === 'POST' && request.anonymous !== true && client.retries !== 0
  const idempotencyKey = options.idempotency_key ?? (mayRepeatPost ? makeIdempotencyKey() : undefined)
  const team_id = options.team_id ?? client.team_id?.()
  return {
    accept: 'application/json',
    ...(request.body && { 'content-type': 'application/json' }),
    ...(client.key !== undefined && { authorization: `Bearer ${client.key}` }),
    ...(team_id !== undefined && request.anonymous !== true && { 'sitewatch-team': String(team_id) }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(options.if_match !== undefined && { 'if-match': readIfMatch(options.if_match) }),
  }
}

/**
 * How long to wait before the call is retried; undefined when it must not be. 429 and 503 were refused before they had any effect,
 * and 409 with Retry-After means that the first attempt still runs. If no answer arrived, the call may have taken effect: only a
 * GET and a POST with an Idempotency-Key are retried. A second DELETE would answer 404, a second PUT would fail on its If-Match or
 * on a password that is no longer the current one.
 */
function waitBeforeRetry(
  error: SitewatchError,
  request: CallRequest,
  { attempt, max_wait_ms = LONGEST_WAIT_MS }: { attempt: number; max_wait_ms: number | undefined },
): number | undefined {
  const { status, retry_after_seconds } = error
  const isRefused = status === 429 || status === 503 || (status === 409 && retry_after_seconds !== undefined)
  const isUnknown = status === 0 || status === 502 || status === 504
  const isRepeatable = request.method === 'GET' || (request.method === 'POST' && request.anonymous !== true)
  if (!isRefused && !(isUnknown && isRepeatable)) return undefined
  const wait_ms = retry_after_seconds === undefined ? undefined : retry_after_seconds * 1000
  if (wait_ms !== undefined) return wait_ms <= max_wait_ms ? wait_ms : undefined
  // With jitter, so that clients that were cut off together do not retry together.
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random())
}

function pause(wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, wait_ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

function errorFromFailure(cause: unknown, url: string, timeout: AbortSignal): SitewatchError {
  if (timeout.aborted)
    return new SitewatchError({ code: 'timeout', status: 0, detail: `No response from ${url} in time.`, cause })
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const words = inner instanceof Error && inner.message !== '' ? inner.message : String(inner)
  return new SitewatchError({ code: 'unreachable', status: 0, detail: `No response from ${url}: ${words}`, cause })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unwrap(response: Response, body: unknown, isList: boolean): unknown {
  if (!response.ok || typeof body !== 'object' || body === null || !('data' in body)) {
    throw errorFromAnswer(response, body)
  }
  if (isList) return body
  const { data } = body
  const etag = response.headers.get('etag')
  if (etag !== null && typeof data === 'object' && data !== null) etags.set(data, etag)
  return data
}

/** Every operation goes through this function: it sends the request, retries where that is safe, and throws SitewatchError. */
export function createCall(client: ClientOptions): Call {
  const { key, retries = 2, timeout_ms = 60_000 } = client
  // A browser's fetch must be called as a plain function, not as a member of our options.
  const send: typeof fetch = client.fetch ?? ((input, init) => fetch(input, init))
  const base = client.base_url.replace(/\/+$/, '')

  async function attempt(request: CallRequest, headers: Record<string, string>, signal: AbortSignal | undefined) {
    const url = base + request.path + encodeQuery(request.query)
    const timeout = AbortSignal.timeout(timeout_ms)
    let response: Response
    let text: string
    try {
      response = await send(url, {
        method: request.method,
        headers,
        redirect: 'manual',
        credentials: key === undefined ? 'same-origin' : 'omit',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(request.body && { body: JSON.stringify(request.body) }),
      })
      text = await response.text()
    } catch (cause) {
      signal?.throwIfAborted()
      throw errorFromFailure(cause, base + request.path, timeout)
    }
    return unwrap(response, parseJson(text), request.list === true)
  }

  return async <T>(request: CallRequest, options: CallOptions = {}): Promise<T> => {
    const headers = encodeHeaders(request, client, options)
    for (let tries = 0; ; tries++) {
      try {
        return (await attempt(request, headers, options.signal)) as T
      } catch (error) {
        if (!(error instanceof SitewatchError) || tries >= retries) throw error
        const wait_ms = waitBeforeRetry(error, request, { attempt: tries, max_wait_ms: options.max_wait_ms })
        if (wait_ms === undefined) throw error
        await pause(wait_ms, options.signal)
      }
    }
  }
}

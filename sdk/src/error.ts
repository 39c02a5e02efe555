import type { Problem, ProblemCode } from './client.gen.ts'

/**
 * The codes of the API, and those of failures on the way to it: `unreachable` (no answer, or the connection broke), `timeout`,
 * `redirected` (base_url redirects elsewhere) and `unexpected_answer` (the answer is not from this API).
 */
export type SitewatchErrorCode = ProblemCode | 'unreachable' | 'timeout' | 'redirected' | 'unexpected_answer'

export interface ErrorFacts {
  code: SitewatchErrorCode
  /** 0 when there was no answer. */
  status: number
  detail: string
  errors?: Problem['errors'] | undefined
  request_id?: string | undefined
  required_scope?: string | undefined
  required_role?: string | undefined
  retry_after_seconds?: number | undefined
  cause?: unknown
}

export class SitewatchError extends Error {
  override readonly name = 'SitewatchError'
  readonly code: SitewatchErrorCode
  readonly status: number
  readonly detail: string
  /** For `validation_failed`: each invalid field and what is wrong with it. */
  readonly errors: readonly { field: string; code: string; message: string }[]
  /** Give it to the operator: the log has the cause under this id. */
  readonly request_id: string | undefined
  readonly required_scope: string | undefined
  readonly required_role: string | undefined
  readonly retry_after_seconds: number | undefined

  constructor(facts: ErrorFacts) {
    super(`${facts.code}: ${facts.detail}`, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.detail = facts.detail
    this.errors = facts.errors ?? []
    this.request_id = facts.request_id
    this.required_scope = facts.required_scope
    this.required_role = facts.required_role
    this.retry_after_seconds = facts.retry_after_seconds
  }
}

/** Seconds from now, from either form of Retry-After. */
export function readRetryAfter(header: string | null, now_ms: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date_ms = Date.parse(header)
  return Number.isNaN(date_ms) ? undefined : Math.max(0, (date_ms - now_ms) / 1000)
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body
}

/** The error for an answer that is not a success. `body` is undefined when it was not JSON. */
export function errorFromAnswer(response: Response, body: unknown): SitewatchError {
  const { status, headers, type } = response
  const common = {
    status,
    request_id: headers.get('x-request-id') ?? undefined,
    retry_after_seconds: readRetryAfter(headers.get('retry-after'), Date.now()),
  }
  if (isProblem(body)) {
    const { code, detail, errors, required_scope, required_role, request_id } = body
    const facts = { detail, errors, required_scope, required_role, request_id }
    return new SitewatchError({ ...common, ...facts, code: code as ProblemCode })
  }
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const location = headers.get('location')
    const detail = `The URL redirects${location === null ? '' : ` to ${location}`}. Use the final URL.`
    return new SitewatchError({ ...common, code: 'redirected', detail })
  }
  const detail = `The response (status ${status}) is not from this API. Check the URL.`
  return new SitewatchError({ ...common, code: 'unexpected_answer', detail })
}

import { type Problem, PROBLEMS, type ProblemCode } from '@sitewatch/contract'

export interface FieldError {
  field: string
  code: string
  message: string
}

interface Details {
  /** For the caller. */
  detail?: string
  /** Heading of the page that a browser gets instead of JSON. Heading and detail are then `msg` texts without values. */
  heading?: string
  errors?: FieldError[]
  required_scope?: string
  required_role?: string
  headers?: Record<string, string>
  /** For the log only. */
  cause?: unknown
}

export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode
  readonly details: Details

  constructor(code: ProblemCode, details: Details) {
    super(details.detail ?? PROBLEMS[code].title, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

/** throw problem('target_not_allowed', { detail, cause }) */
export function problem(code: ProblemCode, details: Details = {}): ProblemError {
  return new ProblemError(code, details)
}

export function invalid(field: string, code: string, message: string): ProblemError {
  return problem('validation_failed', { detail: message, errors: [{ field, code, message }] })
}

/** The same text for a missing record and for one of another team, always. */
export const notFound = (): ProblemError => problem('not_found', { detail: 'Record not found.' })

export function problemBody(error: ProblemError, base_url: string, request_id: string): Problem {
  const { status, title } = PROBLEMS[error.code]
  const { required_scope, required_role, errors } = error.details
  return {
    type: `${base_url}/docs/problems/${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    ...(required_scope !== undefined && { required_scope }),
    ...(required_role !== undefined && { required_role }),
    ...(errors && { errors }),
    request_id,
  }
}

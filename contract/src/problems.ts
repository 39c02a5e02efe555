export interface ProblemKind {
  status: number
  title: string
  /** What a person reads on /docs/problems/<code>: what happened, and what to do next. */
  help: string
}

/** Every way a request can fail. Each code has a page; a handler can raise only what its route declares. */
export const PROBLEMS = {
  malformed_body: {
    status: 400,
    title: 'Malformed body',
    help: 'The body is not valid JSON (or not a valid form). Check quoting and that the Content-Type header says what you send.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    help: 'Send your API key as "Authorization: Bearer sw_…", or sign in. A key that was revoked or has expired, and a session that has ended, get this answer too.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    help: 'Your key is valid but may not do this. The field required_scope names what is missing; create a key that has it. Account routes need a signed-in session, not a key.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request',
    help: "A signed-in browser may write only from this service's own pages and only as JSON. For anything else use an API key.",
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is no such record that you may see, or no such path. Records of other accounts answer exactly like missing ones.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The path exists but not with this method. The Allow header lists the methods that work.',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    help: 'You already have a record with this value. Update that one, or choose another value.',
  },
  request_in_progress: {
    status: 409,
    title: 'Request in progress',
    help: 'A request with the same Idempotency-Key is still running, or was interrupted before its outcome was known. Wait and retry, or send a new key to do it again.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    help: 'The record has changed since you read it. Read it again and send its new ETag in If-Match.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    help: 'The body is larger than this route takes. Send less.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    help: 'The request did not arrive whole within 30 seconds. Send it again.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request header fields too large',
    help: 'The address and the headers together are longer than 16 KiB. Send less, for example fewer cookies.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send application/json. The websites routes also take application/x-www-form-urlencoded.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    help: 'One or more fields or parameters are not acceptable; errors lists each with its field, a code and a message.',
  },
  target_not_allowed: {
    status: 422,
    title: 'Target not allowed',
    help: 'This service does not connect to that address. Private, local and special-purpose addresses, and the public addresses of the server itself, are closed unless the operator opens them with SITEWATCH_ALLOW_PRIVATE_TARGETS.',
  },
  provider_test_failed: {
    status: 422,
    title: 'Provider test failed',
    help: 'The test notification could not be sent; detail says what the far side answered or which setting is missing.',
  },
  report_not_sent: {
    status: 422,
    title: 'Report not sent',
    help: 'The report could not be sent; detail says what the mail server answered or which setting is missing.',
  },
  mail_not_sent: {
    status: 422,
    title: 'Mail not sent',
    help: 'This server cannot send mail; detail says which setting is missing.',
  },
  limit_reached: {
    status: 422,
    title: 'Limit reached',
    help: 'The operator limits how many of these one account may have. Delete one, or ask the operator for more.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in Retry-After and try again.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    help: 'Something went wrong on our side. Report the request_id to the operator: the log has the cause under it.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    help: 'The service cannot answer now, for example while it restarts. Retry after the seconds in Retry-After.',
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

interface ProblemKind {
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
    help: 'The body is not valid JSON (or not a valid form). Check the quoting and that the Content-Type header matches the body.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    help: 'Send your API key as "Authorization: Bearer sw_…", or sign in. You also get this response if the key was revoked or has expired, or if the session has ended.',
  },
  address_not_allowed: {
    status: 403,
    title: 'Address not allowed',
    help: 'Your key is valid, but not from this address. Use it from one of its allowed_addresses, or create a key that allows this one. Behind a proxy, the operator must list the proxy in SITEWATCH_TRUSTED_PROXIES.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    help: 'Your key is valid but lacks a scope. The field required_scope names it; create a key that has it. Account routes require a signed-in session, not a key.',
  },
  key_limited: {
    status: 403,
    title: 'Key is limited',
    help: 'Your key is limited to some websites and monitors. It can read and change those, but cannot create, delete or move websites and monitors, and cannot use what a team shares, such as keys, providers and status pages. Use a key without limits.',
  },
  insufficient_role: {
    status: 403,
    title: 'Insufficient role',
    help: 'Your role in this team does not allow this. The field required_role names the least role that does; ask an owner or admin of the team for it.',
  },
  team_requires_two_factor: {
    status: 403,
    title: 'Two-factor authentication required',
    help: 'This team requires its members to use two-factor authentication. Enable it under Settings → Security; until then you can use your other teams.',
  },
  cross_site_request: {
    status: 403,
    title: 'Cross-site request',
    help: 'Requests with a session cookie must come from this site and send JSON. For anything else, use an API key.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'The record or path does not exist. Records of other accounts get the same response as missing ones.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    help: 'The path does not support this method. The Allow header lists the supported methods.',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    help: 'You already have a record with this value. Update that one, or choose another value.',
  },
  not_possible: {
    status: 409,
    title: 'Not possible now',
    help: 'Something else has to be done first. The detail says what, for example that a team needs another owner before its last one leaves.',
  },
  request_in_progress: {
    status: 409,
    title: 'Request in progress',
    help: 'A request with the same Idempotency-Key is still in progress, or was interrupted before its outcome was known. Wait and retry, or repeat it with a new key.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    help: 'The record has changed since you read it. Read it again and send its new ETag in If-Match.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    help: 'The body is larger than this route allows, or has too many values: above 128 KiB, at most 200,000 values, and 15,000 in one entry of a list. Send less data.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    help: 'The complete request was not received within 30 seconds. Send it again.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request header fields too large',
    help: 'The URL and the headers together are larger than 16 KiB. Send less, for example fewer cookies.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    help: 'Send application/json. The website routes also accept application/x-www-form-urlencoded.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    help: 'One or more fields or parameters are invalid. The errors array lists each with its field, a code and a message.',
  },
  target_not_allowed: {
    status: 422,
    title: 'Target not allowed',
    help: 'Sitewatch does not connect to this address. Private, local and special-purpose addresses, and the public addresses of the server itself, are blocked unless the administrator allows them with SITEWATCH_ALLOW_PRIVATE_TARGETS.',
  },
  provider_test_failed: {
    status: 422,
    title: 'Provider test failed',
    help: 'The test notification could not be sent. The detail contains the response of the provider or the missing setting.',
  },
  report_not_sent: {
    status: 422,
    title: 'Report not sent',
    help: 'The report could not be sent. The detail contains the response of the mail server or the missing setting.',
  },
  mail_not_sent: {
    status: 422,
    title: 'Mail not sent',
    help: 'This server cannot send e-mail. The detail names the missing setting.',
  },
  limit_reached: {
    status: 422,
    title: 'Limit reached',
    help: 'Your account has reached its limit. Delete a record, or ask your administrator for a higher limit.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for the number of seconds in Retry-After and try again.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    help: 'Something went wrong on the server. Send the request_id to your administrator, who can find the cause in the server log.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    help: 'The service is temporarily unavailable, for example during a restart. Retry after the number of seconds in Retry-After.',
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

import { SitewatchError, type SitewatchErrorCode } from '@sitewatch/sdk'

const NEXT: Partial<Record<SitewatchErrorCode, string>> = {
  unreachable: 'Check your connection. Nothing was changed if the service did not get the request.',
  timeout: 'The service is slow to answer. Look whether it was done before you try again.',
  unexpected_answer: 'Something between you and the service answered instead of it, such as a proxy. Reload the page.',
  redirected: 'The service has moved. Open it at its new address.',
  unauthenticated: 'Sign in again.',
  insufficient_scope: 'Ask whoever runs this service for the right to do it.',
  rate_limited: 'Wait a moment and try again.',
  unavailable: 'The service is busy or restarting. Try again in a moment.',
  internal_error: 'This is our fault. Try again; if it stays, tell whoever runs the service the number below.',
  precondition_failed: 'Somebody changed it meanwhile. Reload to see the current state, then make your change again.',
  limit_reached: 'Delete what you no longer need, or ask whoever runs this service for a higher limit.',
  not_found: 'It may have been deleted. Go back to the list.',
  validation_failed: 'Correct what is marked and send it again.',
}

export function describeError(error: unknown): { title: string; next: string } {
  if (error instanceof SitewatchError) {
    return { title: error.detail, next: NEXT[error.code] ?? 'Change it and try again.' }
  }
  return { title: 'This page ran into an error of its own.', next: 'Reload the page and try again.' }
}

import { SitewatchError, type SitewatchErrorCode } from '@sitewatch/sdk'

const NEXT: Partial<Record<SitewatchErrorCode, string>> = {
  unreachable: 'Check your connection and try again. The request may not have been received.',
  timeout: 'The server is slow to respond. Check whether your change was saved before you try again.',
  unexpected_answer: 'A proxy between you and the server sent an unexpected response. Reload the page.',
  redirected: 'The server has moved. Open it at its new URL.',
  unauthenticated: 'Sign in again.',
  insufficient_scope: 'You do not have permission. Ask an administrator.',
  rate_limited: 'Wait a moment and try again.',
  unavailable: 'The server is busy or restarting. Try again in a moment.',
  internal_error:
    'Something went wrong on the server. Try again; if it keeps happening, send the request ID below to your administrator.',
  precondition_failed:
    'Someone else changed it in the meantime. Reload to see the current version, then make your change again.',
  limit_reached: 'Delete what you no longer need, or ask your administrator for a higher limit.',
  not_found: 'It may have been deleted. Go back to the list.',
  validation_failed: 'Correct the marked fields and try again.',
}

export function describeError(error: unknown): { title: string; next: string } {
  if (error instanceof SitewatchError) {
    return { title: error.detail, next: NEXT[error.code] ?? 'Change it and try again.' }
  }
  return { title: 'This page ran into an error.', next: 'Reload the page and try again.' }
}

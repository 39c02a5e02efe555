import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { SitewatchError, type SitewatchErrorCode } from '@sitewatch/sdk'
import { BrowserError } from '../platform/browser-error.ts'
import { translateLabel } from '../platform/language.ts'

const NEXT_STEPS: Partial<Record<SitewatchErrorCode, MessageDescriptor>> = {
  unreachable: msg`Check your connection and try again. The request may not have been received.`,
  timeout: msg`The server is slow to respond. Check whether your change was saved before you try again.`,
  unexpected_answer: msg`A proxy between you and the server sent an unexpected response. Reload the page.`,
  redirected: msg`The server has moved. Open it at its new URL.`,
  unauthenticated: msg`Sign in again.`,
  insufficient_scope: msg`You do not have permission. Ask an administrator.`,
  insufficient_role: msg`Ask an owner or admin of the team for another role.`,
  team_requires_two_factor: msg`Enable it under Settings → Security, then reload this page. Your other teams work as before.`,
  rate_limited: msg`Wait a moment and try again.`,
  unavailable: msg`The server is busy or restarting. Try again in a moment.`,
  internal_error: msg`Something went wrong on the server. Try again; if it keeps happening, send the request ID below to your administrator.`,
  precondition_failed: msg`Someone else changed it in the meantime. Reload to see the current version, then make your change again.`,
  limit_reached: msg`Delete what you no longer need, or ask your administrator for a higher limit.`,
  not_found: msg`It may have been deleted. Go back to the list.`,
  validation_failed: msg`Correct the marked fields and try again.`,
}

export function describeError(error: unknown): { title: string; next: string } {
  if (error instanceof SitewatchError) {
    return { title: translateLabel(error.detail), next: t(NEXT_STEPS[error.code] ?? msg`Change it and try again.`) }
  }
  if (error instanceof BrowserError) return { title: error.message, next: error.next }
  return { title: t`This page ran into an error.`, next: t`Reload the page and try again.` }
}

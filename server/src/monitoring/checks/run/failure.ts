import type { Failure, FailureKind } from '../../../platform/egress/index.ts'
import type { CauseKind } from './cause.ts'
import type { ProbeOutcome } from './result.ts'

/** The contract has a closed set of causes. Other failures map to the nearest cause, and the message names the actual one. */
const CAUSES: Record<Exclude<FailureKind, 'aborted' | 'local'>, CauseKind> = {
  not_allowed: 'connect',
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  protocol: 'connect',
  too_many_redirects: 'http_status',
}

/** What a failed request, connection or lookup says about the target. */
export function describeFailure({ kind, message }: Failure): ProbeOutcome {
  if (kind === 'local' || kind === 'aborted') return { kind: 'unknown', reason: 'probe', message }
  return { kind: 'failure', cause: { kind: CAUSES[kind], http_status: null, message } }
}

export const SUCCESS: ProbeOutcome = { kind: 'success' }

/** A failure that is not about HTTP. */
export const failWith = (kind: CauseKind, message: string): ProbeOutcome => ({
  kind: 'failure',
  cause: { kind, http_status: null, message },
})

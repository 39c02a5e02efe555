import { type Connection, type Egress, type Failure, parseHostPort } from '../../../platform/egress/index.ts'
import { describeFailure, SUCCESS } from './failure.ts'
import { EMPTY_PROBE_FIELDS, type ProbeResult } from './result.ts'

/** The result of a conversation with a target. */
export type Verdict = Pick<ProbeResult, 'outcome' | 'evidence' | 'tls_expires_at' | 'certificate'>

export const PASSED: Verdict = { outcome: SUCCESS, evidence: null, tls_expires_at: null, certificate: null }

export const isVerdict = (result: Verdict | Failure): result is Verdict => 'outcome' in result

/** Connects to a stored `host:port` and has the conversation. */
export async function converse(
  egress: Pick<Egress, 'connect'>,
  { url, timeout_ms }: { readonly url: string; readonly timeout_ms: number },
  talk: (connection: Connection) => Promise<Verdict | Failure>,
): Promise<ProbeResult> {
  const endpoint = parseHostPort(url)
  if (!endpoint) throw new Error('a stored target has a host and a port')
  const result = await egress.connect({ ...endpoint, timeout_ms }, talk)
  const { timings, private_target } = result
  const verdict = result.ok ? result.value : { outcome: describeFailure(result) }
  return { ...EMPTY_PROBE_FIELDS, timings, private_target, ...verdict }
}

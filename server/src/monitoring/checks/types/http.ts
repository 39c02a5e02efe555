import type { Egress, EgressAnswer } from '../../../platform/egress/index.ts'
import type { Cause } from '../judge/cause.ts'
import { defineCheckType, type ProbeHeaders } from '../run/check-type.ts'
import { collectEvidence, decodeBody } from '../run/evidence.ts'
import { describeFailure, SUCCESS } from '../run/failure.ts'
import { EMPTY_PROBE_FIELDS, type ProbeResult } from '../run/result.ts'

export interface HttpTarget {
  readonly url: string
  readonly timeout_ms: number
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** Secret headers of the owner. They are never sent to another origin after a redirect. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly expected_status: readonly string[]
  readonly follow_redirects: boolean
  readonly keyword: string | null
  readonly keyword_mode: 'present' | 'absent'
  readonly verify_tls: boolean
}

/** Identifies requests of Sitewatch checks. */
export const PROBE_HEADER = 'x-sitewatch-probe'

const MAX_REDIRECTS = 5
/** Enough for the evidence and to verify that a body arrives. With a keyword, the egress limit of 1 MiB applies. */
const UNSEARCHED_BODY_BYTES = 4096

export async function probeHttp(
  egress: Pick<Egress, 'request'>,
  target: HttpTarget,
  headers: ProbeHeaders,
): Promise<ProbeResult> {
  const answer = await egress.request({
    url: target.url,
    method: target.method,
    headers,
    secret_headers: target.headers,
    ...(target.body !== null && { body: target.body }),
    timeout_ms: target.timeout_ms,
    ...(target.keyword === null && { max_body_bytes: UNSEARCHED_BODY_BYTES }),
    follow_redirects: target.follow_redirects ? MAX_REDIRECTS : 0,
    verify_tls: target.verify_tls,
  })
  const { timings, private_target } = answer
  if (!answer.ok) return { ...EMPTY_PROBE_FIELDS, timings, private_target, outcome: describeFailure(answer) }
  const cause = judgeAnswer(target, answer)
  return {
    ...EMPTY_PROBE_FIELDS,
    timings,
    private_target,
    http_status: answer.status,
    tls_expires_at: answer.tls_expires_at,
    outcome: cause === null ? SUCCESS : { kind: 'failure', cause },
    evidence: cause === null ? null : collectEvidence(answer, Object.values(target.headers)),
  }
}

function judgeAnswer(target: HttpTarget, answer: EgressAnswer): Cause | null {
  if (!isExpected(target.expected_status, answer.status)) {
    const message = `The server returned status ${answer.status}; expected ${target.expected_status.join(', ')}.`
    return { kind: 'http_status', http_status: answer.status, message }
  }
  if (target.keyword === null) return null
  const found = decodeBody(answer.body, answer.headers['content-type']).includes(target.keyword)
  if (found === (target.keyword_mode === 'present')) return null
  const message = found ? 'The page contains the keyword.' : 'The page does not contain the keyword.'
  return { kind: 'keyword', http_status: answer.status, message }
}

/** Accepts codes and ranges in the format of the contract: "204", "200-399". */
export function isExpected(expected: readonly string[], status: number): boolean {
  return expected.some((text) => {
    const [from = '', to = from] = text.split('-')
    return status >= Number(from) && status <= Number(to)
  })
}

/** Users cannot set the probe header: a visitor could pass as a check. */
function withoutOurs(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = Object.keys(headers)
  if (!names.some((name) => name.toLowerCase() === PROBE_HEADER)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== PROBE_HEADER))
}

export const http = defineCheckType('http', {
  // One tenant gets at most two thirds of these.
  concurrency: { size: 400, per_host: 32 },
  wanted: 'an http or https URL without user name or password',
  vet(egress, url) {
    const vetted = egress.vetUrl(url)
    return vetted.ok ? { ok: true, url } : vetted
  },
  /** Only POST sends a body, and a HEAD response has no body to search for a keyword. */
  settle(settings, changes) {
    const hasUnusedBody = settings.method !== 'POST' && settings.request_body !== null
    if (hasUnusedBody && changes.request_body) {
      return { ok: false, field: 'request_body', message: 'request_body is only allowed with method POST.' }
    }
    if (settings.method === 'HEAD' && settings.keyword !== null) {
      const message = 'keyword cannot be used with method HEAD, because the response has no body.'
      return { ok: false, field: 'keyword', message }
    }
    return { ok: true, settings: hasUnusedBody ? { ...settings, request_body: null } : settings }
  },
  reconfirm: ['method'],
  run({ egress, makeHeaders }, { url, timeout_ms, settings }) {
    const { request_headers, request_body: body, ...rest } = settings
    return probeHttp(egress, { url, timeout_ms, headers: withoutOurs(request_headers), body, ...rest }, makeHeaders())
  },
})

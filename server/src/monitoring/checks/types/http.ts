import type { SettingsOf } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { Egress, EgressAnswer } from '../../../platform/egress/index.ts'
import type { CauseKind } from '../run/cause.ts'
import { describeAssertion, findFailed, listExpressions } from '../run/assertions.ts'
import { defineCheckType, PROBE_HEADER, type ProbeHeaders, type SettledSettings } from '../run/check-type.ts'
import { collectEvidence, decodeBody } from '../run/evidence.ts'
import { describeFailure, SUCCESS } from '../run/failure.ts'
import { makeAuthHeader, settleAuth } from '../run/http-auth.ts'
import { EMPTY_PROBE_FIELDS, type ProbeOutcome, type ProbeResult } from '../run/result.ts'

export interface HttpTarget {
  readonly url: string
  readonly timeout_ms: number
  readonly method: SettingsOf<'http'>['method']
  /** Secret headers of the monitor. They are never sent to another origin after a redirect. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly expected_status: readonly string[]
  readonly follow_redirects: boolean
  readonly keyword: string | null
  readonly keyword_mode: 'present' | 'absent'
  readonly verify_tls: boolean
  readonly ip_version: SettingsOf<'http'>['ip_version']
  readonly assertions: SettingsOf<'http'>['assertions']
  /** In addition to the headers: values that must not be shown in evidence. */
  readonly secrets: readonly string[]
}

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
    ...(!isSearched(target) && { max_body_bytes: UNSEARCHED_BODY_BYTES }),
    ...(target.ip_version !== 'any' && { family: target.ip_version === 'ipv4' ? 4 : 6 }),
    follow_redirects: target.follow_redirects ? MAX_REDIRECTS : 0,
    verify_tls: target.verify_tls,
  })
  const { timings, private_target } = answer
  if (!answer.ok) return { ...EMPTY_PROBE_FIELDS, timings, private_target, outcome: describeFailure(answer) }
  const outcome = await judgeAnswer(target, answer)
  const secrets = [...Object.values(target.headers), ...target.secrets]
  return {
    ...EMPTY_PROBE_FIELDS,
    timings,
    private_target,
    http_status: answer.status,
    tls_expires_at: answer.tls_expires_at,
    certificate: answer.certificate,
    outcome,
    evidence: outcome.kind === 'failure' ? collectEvidence(answer, secrets) : null,
  }
}

/** Whether the keyword or an assertion needs the body. */
const isSearched = ({ keyword, assertions }: Pick<HttpTarget, 'keyword' | 'assertions'>): boolean =>
  keyword !== null || assertions.some(({ source }) => source === 'body' || source === 'json')

async function judgeAnswer(target: HttpTarget, answer: EgressAnswer): Promise<ProbeOutcome> {
  const fail = (kind: CauseKind, message: string): ProbeOutcome => ({
    kind: 'failure',
    cause: { kind, http_status: answer.status, message },
  })
  if (!isExpected(target.expected_status, answer.status))
    return fail(
      'http_status',
      `The server returned status ${answer.status}; expected ${target.expected_status.join(', ')}.`,
    )
  const text = isSearched(target) ? decodeBody(answer.body, answer.headers['content-type']) : ''
  if (target.keyword !== null) {
    const found = text.includes(target.keyword)
    if (found !== (target.keyword_mode === 'present'))
      return fail('keyword', found ? 'The page contains the keyword.' : 'The page does not contain the keyword.')
  }
  const failed = await judgeAssertions(target, answer, text)
  if (failed === 'too_slow') return { kind: 'unknown', reason: 'probe', message: TOO_SLOW }
  if (failed.length === 0) return SUCCESS
  const listed = failed.map(describeAssertion).join('; ').slice(0, MAX_LISTED_CHARACTERS)
  return fail('assertion', `${failed.length} of ${target.assertions.length} assertions failed: ${listed}`)
}

const TOO_SLOW = 'The assertions took too long to evaluate. Use a simpler pattern or JSON path.'
/** Fits into the message of a remote prober with the rest of the sentence. */
const MAX_LISTED_CHARACTERS = 400

async function judgeAssertions(
  { assertions }: HttpTarget,
  answer: EgressAnswer,
  text: string,
): ReturnType<typeof findFailed> {
  if (assertions.length === 0) return []
  const { status, headers, tls_expires_at } = answer
  const { total_ms } = answer.timings
  const certificate_days = tls_expires_at && Math.floor((tls_expires_at.getTime() - Date.now()) / DAY_MS)
  return findFailed(assertions, { status, headers, text, total_ms, certificate_days })
}

/** Accepts codes and ranges in the format of the contract: "204", "200-399". */
export function isExpected(expected: readonly string[], status: number): boolean {
  return expected.some((text) => {
    const [from = '', to = from] = text.split('-')
    return status >= Number(from) && status <= Number(to)
  })
}

/** Users cannot set the probe header, because a visitor could then pass as a check. */
function withoutProbeHeader(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = Object.keys(headers)
  if (!names.some((name) => name.toLowerCase() === PROBE_HEADER)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== PROBE_HEADER))
}

const METHODS_WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE']
const NO_BODY = 'cannot be used with method HEAD, because the response has no body.'

/** Not every method sends a body, and a HEAD response has none to search. */
function settleBody(
  settings: SettingsOf<'http'>,
  changes: Partial<SettingsOf<'http'>>,
): SettledSettings<SettingsOf<'http'>> {
  const { method, request_body, keyword, assertions } = settings
  const hasUnusedBody = !METHODS_WITH_BODY.includes(method) && request_body !== null
  if (hasUnusedBody && changes.request_body) {
    const message = `request_body is only allowed with method ${METHODS_WITH_BODY.join(', ')}.`
    return { ok: false, field: 'request_body', message }
  }
  if (method === 'HEAD' && keyword !== null) return { ok: false, field: 'keyword', message: `keyword ${NO_BODY}` }
  if (method === 'HEAD' && isSearched({ keyword, assertions }))
    return { ok: false, field: 'assertions', message: `assertions on the body ${NO_BODY}` }
  return { ok: true, settings: hasUnusedBody ? { ...settings, request_body: null } : settings }
}

export const http = defineCheckType('http', {
  // One team gets at most two thirds of these.
  concurrency: { size: 400, per_host: 32 },
  wanted: 'an http or https URL without user name or password',
  vet(egress, url) {
    const vetted = egress.vetUrl(url)
    return vetted.ok ? { ok: true, url } : vetted
  },
  settle(settings, changes) {
    const auth = settleAuth(settings)
    return auth.ok ? settleBody(auth.settings, changes) : auth
  },
  listExpressions: ({ assertions }) => listExpressions(assertions),
  reconfirm: ['method', 'ip_version'],
  run({ egress, makeHeaders }, { url, timeout_ms, settings }) {
    const { request_headers, request_body: body, auth_password, auth_token, ...rest } = settings
    const headers = { ...withoutProbeHeader(request_headers), ...makeAuthHeader(settings) }
    const secrets = [auth_password, auth_token].filter((secret) => secret !== null)
    return probeHttp(egress, { url, timeout_ms, headers, body, secrets, ...rest }, makeHeaders())
  },
})

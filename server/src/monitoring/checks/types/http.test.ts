import { describe, expect, it } from 'vitest'
import type { EgressRequest, EgressResult } from '../../../platform/egress/index.ts'
import { type HttpTarget, isExpected, probeHttp } from './http.ts'

const TARGET: HttpTarget = {
  url: 'https://site.example/',
  timeout_ms: 10_000,
  method: 'GET',
  headers: { authorization: 'Bearer very-secret-token' },
  body: null,
  expected_status: ['200-399'],
  follow_redirects: true,
  keyword: null,
  keyword_mode: 'present',
  verify_tls: true,
  ip_version: 'any',
  assertions: [],
  secrets: [],
}
const TIMINGS = { dns_ms: 1, connect_ms: 2, tls_ms: 3, first_byte_ms: 4, total_ms: 10 }

function answer(given: { status?: number; body?: string | Buffer; headers?: Record<string, string> }): EgressResult {
  return {
    ok: true,
    status: given.status ?? 200,
    headers: given.headers ?? {},
    body: Buffer.from(given.body ?? ''),
    truncated: false,
    final_url: TARGET.url,
    hops: 0,
    timings: TIMINGS,
    tls_expires_at: new Date('2027-01-01T00:00:00Z'),
    certificate: null,
    peer_address: '203.0.113.1',
    private_target: false,
  }
}

async function probe(target: Partial<HttpTarget>, result: EgressResult) {
  const sent: EgressRequest[] = []
  const egress = {
    request: (request: EgressRequest) => {
      sent.push(request)
      return Promise.resolve(result)
    },
  }
  const headers = { 'X-Sitewatch-Probe': 'signed' }
  return { result: await probeHttp(egress, { ...TARGET, ...target }, headers), sent: sent[0] }
}

describe('HTTP check', () => {
  it('matches the final status against codes and ranges', () => {
    expect(isExpected(['200-399'], 200)).toBe(true)
    expect(isExpected(['200-399'], 399)).toBe(true)
    expect(isExpected(['200-399'], 400)).toBe(false)
    expect(isExpected(['204', '500-503'], 204)).toBe(true)
    expect(isExpected(['204', '500-503'], 502)).toBe(true)
    expect(isExpected(['204'], 200)).toBe(false)
    expect(isExpected([], 200)).toBe(false)
  })

  it('returns the timings and the certificate expiry', async () => {
    const { result } = await probe({}, answer({}))
    expect(result).toMatchObject({ outcome: { kind: 'success' }, timings: TIMINGS, http_status: 200, evidence: null })
    expect(result.tls_expires_at?.toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  it('sends the probe signature, and sends secret headers of the monitor only to the first origin', async () => {
    const { sent } = await probe(
      { method: 'POST', body: 'x=1', follow_redirects: false, verify_tls: false },
      answer({}),
    )
    expect(sent).toMatchObject({
      method: 'POST',
      body: 'x=1',
      headers: { 'X-Sitewatch-Probe': 'signed' },
      secret_headers: TARGET.headers,
      follow_redirects: 0,
      verify_tls: false,
      timeout_ms: 10_000,
    })
    expect((await probe({}, answer({}))).sent?.follow_redirects).toBe(5)
  })

  it.each([
    ['present', 'welcome', 'You are welcome', true],
    ['present', 'welcome', 'Go away', false],
    ['absent', 'error', 'An error occurred', false],
    ['absent', 'error', 'All is well', true],
  ] as const)('with keyword mode %s and %j, body %j is up: %j', async (keyword_mode, keyword, body, up) => {
    const { result, sent } = await probe({ keyword, keyword_mode }, answer({ body }))
    expect(result.outcome.kind).toBe(up ? 'success' : 'failure')
    if (!up) expect(result.outcome).toMatchObject({ cause: { kind: 'keyword', http_status: 200 } })
    expect(sent?.max_body_bytes).toBeUndefined()
  })

  it('decodes the body with the charset of the response', async () => {
    const body = Buffer.from('Grüße', 'latin1')
    const headers = { 'content-type': 'text/html; charset=ISO-8859-1' }
    expect((await probe({ keyword: 'Grüße' }, answer({ body, headers }))).result.outcome.kind).toBe('success')
    const odd = { 'content-type': 'text/html; charset=no-such-thing' }
    expect((await probe({ keyword: 'ok' }, answer({ body: 'ok', headers: odd }))).result.outcome.kind).toBe('success')
  })

  it('stores a few headers and 300 characters as evidence, without secrets and control characters', async () => {
    const body = `\u0000\u001b[31m<h1>Oops</h1> very-secret Bearer very-secret-token ${'x'.repeat(1000)}`
    const headers = { server: 'nginx', 'content-type': 'text/html', 'set-cookie': 'session=1', location: '/there' }
    const { result } = await probe({}, answer({ status: 500, body, headers }))
    expect(result.outcome).toMatchObject({ kind: 'failure', cause: { kind: 'http_status', http_status: 500 } })
    expect(result.evidence?.status).toBe(500)
    expect(result.evidence?.headers).toEqual({ server: 'nginx', 'content-type': 'text/html', location: '/there' })
    expect(result.evidence?.body.length).toBe(300)
    expect(result.evidence?.body).toMatch(/^\[31m<h1>Oops<\/h1> very-secret … x/)
  })

  it('lists the assertions that fail by name, and stores the response as evidence', async () => {
    const body = '{"ok":false,"secret":"hunter2-hunter2"}'
    const assertions = [
      { source: 'json', path: '$.ok', operator: 'equals', value: true, name: 'Healthy' },
      { source: 'status', path: null, operator: 'equals', value: 200, name: null },
      { source: 'header', path: 'X-Cache', operator: 'exists', value: null, name: null },
    ] as const
    const target = { assertions: [...assertions], secrets: ['hunter2-hunter2'] }
    const { result, sent } = await probe(target, answer({ body }))
    const message = '2 of 3 assertions failed: Healthy; header X-Cache exists'
    expect(result.outcome).toEqual({ kind: 'failure', cause: { kind: 'assertion', http_status: 200, message } })
    expect(result.evidence?.body).toBe('{"ok":false,"secret":"…"}')
    expect(sent?.max_body_bytes).toBeUndefined()
  })

  it('connects over the configured IP version', async () => {
    expect((await probe({ ip_version: 'ipv6' }, answer({}))).sent?.family).toBe(6)
    expect((await probe({ ip_version: 'ipv4' }, answer({}))).sent?.family).toBe(4)
    expect((await probe({}, answer({}))).sent).not.toHaveProperty('family')
  })

  it.each([
    ['dns', 'dns'],
    ['connect', 'connect'],
    ['tls', 'tls'],
    ['timeout', 'timeout'],
    ['protocol', 'connect'],
    ['too_many_redirects', 'http_status'],
    ['not_allowed', 'connect'],
  ] as const)('reports a request failure of kind %s as down with cause %s', async (kind, cause) => {
    const failed = {
      ok: false,
      kind,
      message: 'Why.',
      timings: TIMINGS,
      was_sent: true,
      head: null,
      private_target: true,
    } as const
    const { result } = await probe({}, failed)
    expect(result.outcome).toEqual({ kind: 'failure', cause: { kind: cause, http_status: null, message: 'Why.' } })
    expect(result.private_target).toBe(true)
  })

  it('returns unknown when the prober could not send the request', async () => {
    const sent = { was_sent: false, head: null } as const
    const failed = { ok: false, message: 'Why.', timings: TIMINGS, ...sent, private_target: false } as const
    expect((await probe({}, { ...failed, kind: 'local' })).result.outcome).toMatchObject({
      kind: 'unknown',
      reason: 'probe',
    })
  })
})

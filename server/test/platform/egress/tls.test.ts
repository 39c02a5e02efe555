import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EgressRequest } from '../../../src/platform/egress/index.ts'
import { createAuthority, type Authority, type Certificate } from './certificates.ts'
import type { TlsInput, TlsOutcome } from './inside-tls.ts'
import { createNamespace, dead_ipv4, public_ipv4, public_ipv6, type Namespace } from './namespace.ts'
import { expectPromised } from '../../support/expect-promised.ts'

let namespace: Namespace | undefined
let authority: Authority | undefined
let certificates: Record<string, Certificate>

beforeAll(() => {
  namespace = createNamespace([])
  authority = createAuthority()
  const good = authority.issue(['DNS:web.test', 'DNS:six.test', 'DNS:half-dead.test'], 30)
  certificates = {
    '': authority.issue([`IP:${public_ipv4}`, `IP:${public_ipv6}`], 30),
    'web.test': good,
    'six.test': good,
    'half-dead.test': good,
    'wrong.test': good,
    'old.test': authority.issue(['DNS:old.test'], -1),
    'self.test': authority.issueSelfSigned(['DNS:self.test']),
  }
})

afterAll(() => {
  namespace?.remove()
  authority?.remove()
})

async function send(...requests: (Partial<EgressRequest> & { url: string })[]): Promise<TlsOutcome[]> {
  if (!namespace || !authority) throw new Error('not set up')
  const input: TlsInput = {
    ca: authority.ca,
    certificates,
    requests: requests.map((request) => ({ timeout_ms: 10_000, ...request })),
  }
  return (await namespace.run(new URL('inside-tls.ts', import.meta.url), input)) as TlsOutcome[]
}

describe('a public target over TLS', () => {
  it('is reached at its vetted address, with Host and SNI of its name', async () => {
    const [byName, withPort, trailingDot, redirected] = await send(
      { url: 'https://web.test/a' },
      { url: 'https://WEB.test:8080/b' },
      { url: 'https://web.test./c' },
      { url: 'http://web.test/d', follow_redirects: 1 },
    )
    const expires_at = new X509Certificate(certificates['web.test']?.cert ?? '').validToDate.toISOString()
    expect(byName).toMatchObject({
      answer: '200',
      peer_address: public_ipv4,
      private_target: false,
      tls_expires_at: expires_at,
    })
    expect(byName?.body).toBe(JSON.stringify({ host: 'web.test', sni: 'web.test', path: '/a' }))
    expect(withPort?.body).toBe(JSON.stringify({ host: 'web.test:8080', sni: 'web.test', path: '/b' }))
    expect(trailingDot?.body).toBe(JSON.stringify({ host: 'web.test.', sni: 'web.test', path: '/c' }))
    expect(redirected).toMatchObject({ answer: '200', final_url: 'https://web.test/d', tls_expires_at: expires_at })
    expect(byName?.tls_ms).toBeGreaterThan(0)
  })

  it('is reached by literal address, without SNI and with a certificate for the address', async () => {
    const [v4, v6, six] = await send(
      { url: `https://${public_ipv4}/` },
      { url: `https://[${public_ipv6}]/` },
      { url: 'https://six.test/' },
    )
    expect(v4?.body).toBe(JSON.stringify({ host: public_ipv4, sni: false, path: '/' }))
    expect(v6?.body).toBe(JSON.stringify({ host: `[${public_ipv6}]`, sni: false, path: '/' }))
    expect(six).toMatchObject({ answer: '200', peer_address: public_ipv6 })
  })

  it('is refused for a certificate that is expired, self-signed or for another name', async () => {
    const answers = (
      await send({ url: 'https://old.test/' }, { url: 'https://self.test/' }, { url: 'https://wrong.test/' })
    ).map(({ answer }) => answer)
    expect(answers).toEqual([
      'tls: The certificate has expired.',
      'tls: The certificate is self-signed.',
      'tls: The certificate is not valid for this host name.',
    ])
  })

  it('is reached with any certificate when the caller allows it, without weakening concurrent requests', async () => {
    const urls = ['https://old.test/', 'https://self.test/', 'https://wrong.test/']
    const mixed = Array.from({ length: 30 }, (_, i) => ({
      url: urls[i % 3] ?? '',
      verify_tls: Math.floor(i / 3) % 2 === 1,
    }))
    const outcomes = await send(...mixed)
    expect(outcomes.map(({ answer }) => answer.slice(0, 3))).toEqual(
      mixed.map(({ verify_tls }) => (verify_tls ? 'tls' : '200')),
    )
    const expired = new X509Certificate(certificates['old.test']?.cert ?? '').validToDate.toISOString()
    expect(outcomes[0]?.tls_expires_at).toBe(expired)
  })
})

describe('a dead address', () => {
  it('does not delay the reachable address after it', async () => {
    const [outcome] = await send({ url: 'https://half-dead.test/' })
    expect(outcome).toMatchObject({ answer: '200', peer_address: public_ipv4 })
    expect(outcome?.connect_ms).toBeGreaterThan(200)
    expectPromised(outcome?.total_ms ?? Infinity, 1_500)
  })

  it('ends at the deadline', async () => {
    const [byName, literal] = await send(
      { url: 'http://dead.test/', timeout_ms: 2000 },
      { url: `http://${dead_ipv4}/`, timeout_ms: 2000 },
    )
    for (const outcome of [byName, literal]) {
      expect(outcome?.answer).toBe('timeout: No complete response within 2 s (timed out while connecting).')
      expectPromised(outcome?.total_ms ?? Infinity, 3_000)
    }
  })
})

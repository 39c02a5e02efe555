import type { X509Certificate } from 'node:crypto'

/** What a server presented. The texts are the server's own, so they are cleaned before they are stored. */
export interface CertificateFacts {
  readonly subject: string
  readonly issuer: string
  /** Names and addresses that it is valid for. */
  readonly names: readonly string[]
  /** When it or the first certificate of its chain expires; roots are left out, because nobody relies on their dates. */
  readonly expires_at: Date | null
  /** Length of the chain as presented, the leaf included. */
  readonly chain_length: number
}

const MAX_CHAIN = 10
const MAX_NAMES = 20

export function describeCertificate(leaf: X509Certificate): CertificateFacts {
  const chain = listChain(leaf)
  return {
    subject: readName(leaf.subject),
    issuer: readName(leaf.issuer),
    names: (leaf.subjectAltName ?? '')
      .split(', ')
      .map((name) => name.replace(/^[^:]*:/, ''))
      .filter((name) => name !== '')
      .slice(0, MAX_NAMES),
    expires_at: findEarliest(chain),
    chain_length: chain.length,
  }
}

const MAX_REMEMBERED = 10_000
const REMEMBERED_MS = 3_600_000
const remembered = new Map<string, { readonly expires_at: Date | null; readonly until_ms: number }>()

/**
 * When the certificate or the first of its chain expires. Remembered for an hour, because walking the chain costs a tenth of a
 * handshake, and a server that replaces an intermediate certificate alone is rare.
 */
export function readChainExpiry(leaf: X509Certificate): Date | null {
  const key = leaf.fingerprint256
  const now_ms = performance.now()
  const known = remembered.get(key)
  if (known && known.until_ms > now_ms) return known.expires_at
  const expires_at = findEarliest(listChain(leaf))
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(key, { expires_at, until_ms: now_ms + REMEMBERED_MS })
  return expires_at
}

function listChain(leaf: X509Certificate): X509Certificate[] {
  const chain = [leaf]
  for (let next = leaf.issuerCertificate; next && chain.length < MAX_CHAIN; next = next.issuerCertificate) {
    if (next.fingerprint256 === chain.at(-1)?.fingerprint256) break
    chain.push(next)
  }
  return chain
}

function findEarliest(chain: readonly X509Certificate[]): Date | null {
  const times = chain
    .filter((certificate, index) => index === 0 || certificate.subject !== certificate.issuer)
    .map((certificate) => certificate.validToDate.getTime())
    .filter((time) => !Number.isNaN(time))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The common name, else the organisation, else everything. */
const readName = (text: string): string =>
  /^CN=(.*)$/m.exec(text)?.[1] ?? /^O=(.*)$/m.exec(text)?.[1] ?? text.replaceAll('\n', ', ')

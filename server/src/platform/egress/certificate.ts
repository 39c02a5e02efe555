import type { X509Certificate } from 'node:crypto'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { oneLine } from '../one-line.ts'

interface ChainLink {
  readonly subject: string
  readonly issuer: string
  readonly expires_at: string
}

/** The certificate that a server presented. Its texts come from the server, so they are cleaned and shortened. */
export interface CertificateFacts {
  /** SHA-256 of the certificate itself. */
  readonly fingerprint: string
  readonly subject: string
  readonly issuer: string
  /** Names and addresses that it is valid for. */
  readonly names: readonly string[]
  /** When it or the first certificate of its chain expires; roots are ignored, because nobody relies on their dates. */
  readonly expires_at: Date | null
  /** As presented, the certificate itself first. */
  readonly chain: readonly ChainLink[]
}

export const MAX_CHAIN = 10
export const MAX_NAMES = 20
export const MAX_NAME_LENGTH = 255

const MAX_CACHED = 10_000
const CACHE_MS = HOUR_MS
const cache = new Map<string, { readonly facts: CertificateFacts; readonly until_ms: number }>()

/**
 * Cached for an hour, because walking the chain costs a tenth of a handshake, and a server that replaces an intermediate certificate
 * alone is rare.
 */
export function describeCertificate(leaf: X509Certificate): CertificateFacts {
  const fingerprint = leaf.fingerprint256
  const now_ms = performance.now()
  const cached = cache.get(fingerprint)
  if (cached && cached.until_ms > now_ms) return cached.facts
  const facts = readCertificate(leaf, fingerprint)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(fingerprint, { facts, until_ms: now_ms + CACHE_MS })
  return facts
}

function readCertificate(leaf: X509Certificate, fingerprint: string): CertificateFacts {
  const chain = listChain(leaf)
  return {
    fingerprint,
    subject: readName(leaf.subject),
    issuer: readName(leaf.issuer),
    names: (leaf.subjectAltName ?? '')
      .split(', ')
      .map((name) => cleanText(name.replace(/^[^:]*:/, '')))
      .filter((name) => name !== '')
      .slice(0, MAX_NAMES),
    expires_at: findEarliest(chain),
    chain: chain.flatMap(({ subject, issuer, validToDate }) =>
      Number.isNaN(validToDate.getTime())
        ? []
        : [{ subject: readName(subject), issuer: readName(issuer), expires_at: validToDate.toISOString() }],
    ),
  }
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

const cleanText = (text: string): string => oneLine(text.toWellFormed()).slice(0, MAX_NAME_LENGTH).toWellFormed()

/** The common name, else the organisation, else everything. */
const readName = (text: string): string =>
  cleanText(/^CN=(.*)$/m.exec(text)?.[1] ?? /^O=(.*)$/m.exec(text)?.[1] ?? text.replaceAll('\n', ', '))

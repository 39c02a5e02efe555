import { randomInt } from 'node:crypto'
import type { NewStatusPage, StatusPageChanges } from '@sitewatch/contract'
import { hashPassword } from '../../identity/accounts/index.ts'
import { invalid } from '../../http/problem.ts'
import { createGate } from '../../platform/gate.ts'
import { normaliseDomain } from '../../analytics/websites/index.ts'
import { type LogoFile, readLogoFile } from './logo-file.ts'

export interface PageRules {
  base_url: string
  allowSingleLabel: boolean
}

/** Users sign in on the host of BASE_URL: no page may be served there. */
export function readDomain(text: string | null, { base_url, allowSingleLabel }: PageRules): string | null {
  if (text === null) return null
  const named = normaliseDomain(text, { allowSingleLabel })
  if (!named.ok) throw invalid('domain', 'invalid_format', `domain ${named.why}.`)
  const serverDomain = normaliseDomain(new URL(base_url).hostname, { allowSingleLabel: true })
  if (serverDomain.ok && serverDomain.domain === named.domain) {
    throw invalid('domain', 'invalid_value', 'domain must differ from the domain of this Sitewatch server.')
  }
  return named.domain
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Readable, and not guessable from the name alone. */
export function makeSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  const suffix = Array.from({ length: 6 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return `${words === '' ? 'status' : words}-${suffix}`
}

export type PreparedPage = Omit<NewStatusPage, 'password'> & { password_hash: string | null }
/** With the hash when a password was sent. */
export type PreparedChanges = Omit<StatusPageChanges, 'password'> & { password_hash?: string }

/** One hash at a time, so that many requests do not keep people from signing in. */
const gate = createGate({ at_once: 1, max_waiting: 20 })

export const passwordMissing = () =>
  invalid('password', 'required', 'password is required when visibility is password.')

/** Runs before the transaction, so that no connection is held while a password is hashed. */
export async function preparePage({ password, ...rest }: NewStatusPage): Promise<PreparedPage> {
  if (rest.visibility === 'password' && password === undefined) throw passwordMissing()
  return { ...rest, password_hash: password === undefined ? null : await gate.pass(() => hashPassword(password)) }
}

export async function prepareChanges({ password, ...rest }: StatusPageChanges): Promise<PreparedChanges> {
  return password === undefined ? rest : { ...rest, password_hash: await gate.pass(() => hashPassword(password)) }
}

export interface PreparedLogo extends LogoFile {
  bytes: Buffer
}

/** The type is read from the bytes, never taken from the caller. */
export function readLogo(data: string): PreparedLogo {
  const bytes = Buffer.from(data, 'base64')
  const file = readLogoFile(bytes)
  if (typeof file === 'string') throw invalid('data', 'invalid_value', `The file ${file}.`)
  return { ...file, bytes }
}

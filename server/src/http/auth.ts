import { hash } from 'node:crypto'
import type { Scope, TeamRole } from '@sitewatch/contract'
import type { Entry } from '../platform/postgres/index.ts'
import { parseCookies } from './cookie.ts'

export interface Actor {
  user_id: number
  team_id: number
  /** What the user may do in the team. */
  role: TeamRole
  kind: 'key' | 'session'
  credential_id: number
  /** The name of the key, or the user's e-mail address. */
  name: string
  scopes: ReadonlySet<Scope>
  is_administrator: boolean
  expires_at: Date | null
  /** Whether the team requires two-factor authentication that this user has not enabled. Never for a key. */
  lacks_two_factor: boolean
  /** Where a key can be used from; empty: anywhere. */
  allowed_addresses: readonly string[]
  /** Whether it is a key that sees only some websites and monitors. Which ones, only the database knows. */
  is_limited: boolean
}

export interface Credential {
  kind: Actor['kind']
  token: string
  /** The team that the caller named; null for the personal one of a session, or that of the key. */
  team_id: number | null
  /** SHA-256 of the token, one character per byte: the key of the credential cache. */
  digest: string
  readonly hash: Buffer
}

const makeCredential = (kind: Credential['kind'], token: string, team_id: number | null): Credential => ({
  kind,
  token,
  team_id,
  digest: hash('sha256', token, 'binary'),
  get hash() {
    return Buffer.from(this.digest, 'binary')
  },
})

/** Supplied by the features that own keys and sessions. */
export interface CredentialStore {
  /** Throws NotAMember when the credential is valid, but not for the team that it names. */
  find(credential: Credential): Promise<Actor | null>
  /** Records that it was used; may be delayed and approximate. */
  touch(actor: Actor): void
}

export const entryOf = ({ user_id, team_id, role, kind, credential_id, is_limited }: Actor): Entry =>
  kind === 'key'
    ? { user_id, team_id, role, key_id: credential_id, is_limited }
    : { user_id, team_id, role, session_id: credential_id }

export function readCredential(
  headers: { authorization?: string | undefined; cookie?: string | undefined },
  cookieName: string,
  team_id: number | null = null,
): Credential | null {
  const { authorization, cookie } = headers
  if (authorization !== undefined) {
    const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
    // A malformed Authorization header is an error; the cookie is not used instead.
    return makeCredential('key', token ?? '', team_id)
  }
  const token = cookie === undefined ? undefined : parseCookies(cookie).get(cookieName)
  return token === undefined ? null : makeCredential('session', token, team_id)
}

/** One credential may be used in several teams. */
const cacheKeyOf = ({ kind, digest, team_id }: Credential): string => `${kind}${digest}${team_id ?? ''}`

const CACHE_MS = 30_000
const MAX_CACHED = 20_000

/**
 * Caches the actor of a credential, so that a request needs no look-up of its own. That is safe because `enter` verifies
 * the credential, the membership and the role again inside the transaction: one that was revoked a moment ago fails there.
 */
export function createAuthenticator(store: CredentialStore) {
  const cache = new Map<string, { actor: Actor; until: number }>()
  return {
    async identify(credential: Credential, fresh: boolean): Promise<Actor | null> {
      const cacheKey = cacheKeyOf(credential)
      const now = Date.now()
      const hit = fresh ? undefined : cache.get(cacheKey)
      if (hit && hit.until > now && (hit.actor.expires_at === null || hit.actor.expires_at.getTime() > now)) {
        store.touch(hit.actor)
        return hit.actor
      }
      const actor = await store.find(credential)
      cache.delete(cacheKey)
      if (!actor) return null
      if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? '')
      cache.set(cacheKey, { actor, until: now + CACHE_MS })
      store.touch(actor)
      return actor
    },
    /** Whether this process has seen it valid; it may have been revoked since. */
    wasValid: (credential: Credential): boolean => cache.has(cacheKeyOf(credential)),
    forget(credential: Credential): void {
      cache.delete(cacheKeyOf(credential))
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

import { hash } from 'node:crypto'
import type { Scope } from '@sitewatch/contract'
import type { Entry } from '../platform/postgres/index.ts'
import { parseCookies } from './cookie.ts'

export interface Actor {
  user_id: number
  kind: 'key' | 'session'
  credential_id: number
  scopes: ReadonlySet<Scope>
  is_administrator: boolean
  expires_at: Date | null
}

export interface Credential {
  kind: Actor['kind']
  token: string
  /** SHA-256 of the token, one character per byte: the key of the credential cache. */
  digest: string
  readonly hash: Buffer
}

const makeCredential = (kind: Credential['kind'], token: string): Credential => ({
  kind,
  token,
  digest: hash('sha256', token, 'binary'),
  get hash() {
    return Buffer.from(this.digest, 'binary')
  },
})

/** Supplied by the features that own keys and sessions. */
export interface CredentialStore {
  find(credential: Credential): Promise<Actor | null>
  /** Records that it was used; may be delayed and approximate. */
  touch(actor: Actor): void
}

export const entryOf = (actor: Actor): Entry =>
  actor.kind === 'key'
    ? { user_id: actor.user_id, key_id: actor.credential_id }
    : { user_id: actor.user_id, session_id: actor.credential_id }

export function readCredential(
  headers: { authorization?: string | undefined; cookie?: string | undefined },
  cookieName: string,
): Credential | null {
  const { authorization, cookie } = headers
  if (authorization !== undefined) {
    const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
    // A malformed Authorization header is an error; the cookie is not used instead.
    return makeCredential('key', token ?? '')
  }
  const token = cookie === undefined ? undefined : parseCookies(cookie).get(cookieName)
  return token === undefined ? null : makeCredential('session', token)
}

const CACHE_MS = 30_000
const MAX_KNOWN = 20_000

/**
 * Caches whom a credential belongs to, so that a request needs no look-up of its own. That is safe because `enter` verifies
 * the credential again inside the transaction: one that was revoked a moment ago fails there.
 */
export function createAuthenticator(store: CredentialStore) {
  const known = new Map<string, { actor: Actor; until: number }>()
  return {
    async identify(credential: Credential, fresh: boolean): Promise<Actor | null> {
      const cacheKey = credential.kind + credential.digest
      const now = Date.now()
      const hit = fresh ? undefined : known.get(cacheKey)
      if (hit && hit.until > now && (hit.actor.expires_at === null || hit.actor.expires_at.getTime() > now)) {
        store.touch(hit.actor)
        return hit.actor
      }
      const actor = await store.find(credential)
      known.delete(cacheKey)
      if (!actor) return null
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '')
      known.set(cacheKey, { actor, until: now + CACHE_MS })
      store.touch(actor)
      return actor
    },
    /** Whether this process has seen it valid; it may have been revoked since. */
    wasRight: (credential: Credential): boolean => known.has(credential.kind + credential.digest),
    forget(credential: Credential): void {
      known.delete(credential.kind + credential.digest)
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

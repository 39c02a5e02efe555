import { z } from 'zod'
import { createCookie } from '../../http/cookie.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { consumeTokenUnscoped, insertTokenUnscoped } from '../accounts/index.ts'
import { Checks, type OidcClient } from './client.ts'

const VALID_SECONDS = 600

const Attempt = Checks.extend({ return_path: z.string() })

/** Only a path of this app, because an attacker may have written the URL. */
export const readReturnPath = (given: unknown): string =>
  typeof given === 'string' && /^\/(?![/\\])[^\\\p{Cc}]{0,1000}$/u.test(given) ? given : '/'

/** Binds a sign-in to the browser that began it. SameSite=Lax, so it is sent when the provider redirects back. */
export function attemptCookie(base_url: string) {
  const cookie = createCookie(base_url, 'sitewatch-sso')
  return { ...cookie, set: (token: string) => cookie.set(token, VALID_SECONDS) }
}

/** Begins a sign-in or, with a user, the linking of an identity to that account. */
export async function beginAttempt(
  postgres: Postgres,
  client: OidcClient,
  { return_path, user_id }: { return_path: string; user_id?: number },
): Promise<{ url: string; token: string }> {
  const { url, checks } = await client.begin()
  const token = await postgres.asRole('auth', (tx) =>
    insertTokenUnscoped(tx, {
      purpose: 'sso',
      valid_seconds: VALID_SECONDS,
      data: { ...checks, return_path },
      ...(user_id !== undefined && { user_id }),
    }),
  )
  return { url, token }
}

/** Undefined when there is none in this browser, or it was used or has expired. */
export async function endAttempt(postgres: Postgres, token: string | undefined) {
  if (token === undefined) return undefined
  const used = await postgres.asRole('auth', (tx) => consumeTokenUnscoped(tx, 'sso', token))
  return used && { user_id: used.user_id, ...Attempt.parse(used.data) }
}

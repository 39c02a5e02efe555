import { isAtLeast } from '@sitewatch/contract'
import { type Actor, type Authenticator, type Credential, readCredential } from '../../http/auth.ts'
import { NotAMember } from '../../platform/postgres/index.ts'
import type { PublicSite } from './sites.ts'
import type { ViewerCookies } from './viewer-cookie.ts'

/**
 * | privacy      | anybody | right password | member, signed in |
 * |--------------|---------|----------------|-------------------|
 * | 0 public     | open    | open           | open             |
 * | 1 private    | hidden  | hidden         | own              |
 * | 2 password   | locked  | viewer         | own              |
 *
 * A key gives no access here: keys are for the API. Hidden is answered exactly like a website that does not exist.
 */
export type PageAccess = 'open' | 'own' | 'viewer' | 'locked' | 'hidden'

export interface AccessParts {
  authenticator: Authenticator
  cookie_name: string
  cookies: ViewerCookies
}

export interface Credentials {
  authorization?: string | undefined
  cookie?: string | undefined
}

export const mayRead = (access: PageAccess): boolean => access !== 'locked' && access !== 'hidden'

/** Null also for a session of somebody who is not a member of the team. */
const findMember = (authenticator: Authenticator, credential: Credential): Promise<Actor | null> =>
  authenticator.identify(credential, true).catch((error: unknown) => {
    if (error instanceof NotAMember) return null
    throw error
  })

/** Whether the session in the cookie is that of a member of the team, guests excepted. */
export async function isMember(
  { authenticator, cookie_name }: Pick<AccessParts, 'authenticator' | 'cookie_name'>,
  team_id: number,
  headers: Credentials,
): Promise<boolean> {
  const credential = readCredential(headers, cookie_name, team_id)
  // Not from the cache: no later transaction of this session would notice that it has ended.
  const actor = credential?.kind === 'session' ? await findMember(authenticator, credential) : null
  return actor !== null && isAtLeast(actor.role, 'viewer')
}

export async function findPageAccess(parts: AccessParts, site: PublicSite, headers: Credentials): Promise<PageAccess> {
  if (site.privacy === 0) return 'open'
  if (await isMember(parts, site.team_id, headers)) return 'own'
  if (site.privacy === 1) return 'hidden'
  return parts.cookies.isValid(site, headers.cookie, Date.now()) ? 'viewer' : 'locked'
}

import type { Authenticator } from '../../http/auth.ts'
import { isMember, type ViewerCookies } from '../../analytics/public-stats/index.ts'
import type { FoundPage } from './public-store.ts'

/**
 * | visibility | anybody | right password | member, signed in |
 * |------------|---------|----------------|-------------------|
 * | public     | open    | open           | open              |
 * | password   | locked  | viewer         | member            |
 * | team       | hidden  | hidden         | member            |
 *
 * A key gives no access here: keys are for the API. Hidden gets exactly the response of a page that does not exist. Sessions belong to the
 * host of BASE_URL, so a page for the team is not served on its own domain.
 */
export type PageAccess = 'open' | 'member' | 'viewer' | 'locked' | 'hidden'

export interface AccessParts {
  authenticator: Authenticator
  cookie_name: string
  cookies: ViewerCookies
}

interface Headers {
  authorization?: string | undefined
  cookie?: string | undefined
}

/** The password cookie is checked first, because that works without the database, which may be unavailable. */
export async function findAccess(parts: AccessParts, page: FoundPage, headers: Headers): Promise<PageAccess> {
  if (page.visibility === 'public') return 'open'
  const isLocked = page.visibility === 'password'
  if (isLocked && parts.cookies.isValid(page, headers.cookie, Date.now())) return 'viewer'
  if (await isMember(parts, page.team_id, headers)) return 'member'
  return isLocked ? 'locked' : 'hidden'
}

export const mayRead = (access: PageAccess): boolean => access !== 'locked' && access !== 'hidden'

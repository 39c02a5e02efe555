import { type Authenticator, readCredential } from '../../http/auth.ts'
import type { PublicSite } from './sites.ts'
import type { ViewerCookies } from './viewer-cookie.ts'

/**
 * | privacy      | anybody | right password | owner, signed in |
 * |--------------|---------|----------------|------------------|
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

export async function findPageAccess(
  { authenticator, cookie_name, cookies }: AccessParts,
  site: PublicSite,
  headers: Credentials,
): Promise<PageAccess> {
  if (site.privacy === 0) return 'open'
  const credential = readCredential(headers, cookie_name)
  // Not from the cache: no transaction of that session follows that would notice that it ended.
  const actor = credential?.kind === 'session' ? await authenticator.identify(credential, true) : null
  if (actor?.user_id === site.user_id) return 'own'
  if (site.privacy === 1) return 'hidden'
  return cookies.isValid(site, headers.cookie, Date.now()) ? 'viewer' : 'locked'
}

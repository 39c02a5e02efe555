import { parseCookies } from '../../http/cookie.ts'
import { deriveKey, isSame, sign } from '../../platform/secrets.ts'

const VIEWER_SECONDS = 30 * 86_400
const NAME = 'sitewatch_viewer'

/** What a password protects. */
export interface Locked {
  id: number
  password_version: number
}

export interface ViewerCookies {
  /** `path`: from the root of the host. */
  issue(locked: Locked, path: string, now_ms: number): string
  isValid(locked: Locked, header: string | undefined, now_ms: number): boolean
}

interface CookieOptions {
  secret: string
  /** What kind of page it opens: a cookie for one kind is invalid for another. */
  purpose: string
  base_url: string
}

/** The cookie of a viewer who entered the password. It contains the version of the password, so that a new password ends it. */
export function createViewerCookies({ secret, purpose, base_url }: CookieOptions): ViewerCookies {
  const key = deriveKey(secret, purpose)
  const secure = new URL(base_url).protocol === 'https:' ? '; Secure' : ''
  const signature = ({ id, password_version }: Locked, until: number): Buffer =>
    sign(key, `${id}/${password_version}/${until}`)
  return {
    issue(locked, path, now_ms) {
      const until = Math.floor(now_ms / 1000) + VIEWER_SECONDS
      const value = `${until}.${signature(locked, until).toString('base64url')}`
      return `${NAME}=${value}; Max-Age=${VIEWER_SECONDS}; Path=${path}${secure}; HttpOnly; SameSite=Lax`
    },
    isValid(locked, header, now_ms) {
      const value = parseCookies(header ?? '').get(NAME) ?? ''
      const [, until = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value) ?? []
      if (Number(until) * 1000 <= now_ms) return false
      return isSame(signature(locked, Number(until)), Buffer.from(given, 'base64url'))
    },
  }
}

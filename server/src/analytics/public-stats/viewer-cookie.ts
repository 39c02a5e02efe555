import { parseCookies } from '../../http/cookie.ts'
import { deriveKey, isSame, sign } from '../../platform/secrets.ts'

const VIEWER_SECONDS = 30 * 86_400
const NAME = 'sitewatch_viewer'

/** What a password protects. */
interface PasswordProtected {
  id: number
  password_version: number
}

export interface ViewerCookies {
  /** `path` starts at the root of the host. */
  issue(page: PasswordProtected, path: string, now_ms: number): string
  isValid(page: PasswordProtected, header: string | undefined, now_ms: number): boolean
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
  const signature = ({ id, password_version }: PasswordProtected, until: number): Buffer =>
    sign(key, `${id}/${password_version}/${until}`)
  return {
    issue(page, path, now_ms) {
      const until = Math.floor(now_ms / 1000) + VIEWER_SECONDS
      const value = `${until}.${signature(page, until).toString('base64url')}`
      return `${NAME}=${value}; Max-Age=${VIEWER_SECONDS}; Path=${path}${secure}; HttpOnly; SameSite=Lax`
    },
    isValid(page, header, now_ms) {
      const value = parseCookies(header ?? '').get(NAME) ?? ''
      const [, until = '', signed = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value) ?? []
      if (Number(until) * 1000 <= now_ms) return false
      return isSame(signature(page, Number(until)), Buffer.from(signed, 'base64url'))
    },
  }
}

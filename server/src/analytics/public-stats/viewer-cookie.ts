import { parseCookies } from '../../http/cookie.ts'
import { deriveKey, isSame, sign } from '../../platform/secrets.ts'
import type { PublicSite } from './sites.ts'

const VIEWER_SECONDS = 30 * 86_400
const NAME = 'sitewatch_viewer'

type Locked = Pick<PublicSite, 'id' | 'tracking_id' | 'password_version'>

export interface ViewerCookies {
  issue(site: Locked, now_ms: number): string
  isValid(site: Locked, header: string | undefined, now_ms: number): boolean
}

/** The cookie of a viewer who entered the password. It contains the version of the password, so that a new password ends it. */
export function createViewerCookies({ secret, base_url }: { secret: string; base_url: string }): ViewerCookies {
  const key = deriveKey(secret, 'statistics viewer')
  const { protocol, pathname } = new URL(base_url)
  const prefix = pathname.replace(/\/$/, '')
  const signature = ({ id, password_version }: Locked, until: number): Buffer =>
    sign(key, `${id}/${password_version}/${until}`)
  return {
    issue(site, now_ms) {
      const until = Math.floor(now_ms / 1000) + VIEWER_SECONDS
      const value = `${until}.${signature(site, until).toString('base64url')}`
      const secure = protocol === 'https:' ? '; Secure' : ''
      return `${NAME}=${value}; Max-Age=${VIEWER_SECONDS}; Path=${prefix}/p/${site.tracking_id}${secure}; HttpOnly; SameSite=Lax`
    },
    isValid(site, header, now_ms) {
      const value = parseCookies(header ?? '').get(NAME) ?? ''
      const [, until = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value) ?? []
      if (Number(until) * 1000 <= now_ms) return false
      return isSame(signature(site, Number(until)), Buffer.from(given, 'base64url'))
    },
  }
}

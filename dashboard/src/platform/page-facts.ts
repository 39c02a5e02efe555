const readMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="sitewatch-${name}"]`)?.content ?? ''

/** The path of the service, as the server wrote it into the page: '' or '/watch'. */
export const BASE_PATH: string = readMeta('base')

/** The public URL of the service, used in the snippet and in invitations. */
export const BASE_URL: string = readMeta('url') || location.origin + BASE_PATH

/** `first`: there is no account yet, and the first one needs the set-up code. `closed`: no sign-up, not even by invitation. */
export const SIGN_UP = readMeta('sign-up') as 'first' | 'closed' | 'invite' | 'open'

/** The name of the identity provider, for single sign-on; '' without one. */
export const SSO_NAME: string = readMeta('sso')

/** Whether people sign in with passwords and passkeys, and not only by single sign-on. */
export const HAS_PASSWORD_SIGN_IN: boolean = readMeta('password') !== 'off'

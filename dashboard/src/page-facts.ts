const readMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="sitewatch-${name}"]`)?.content ?? ''

/** The path the service lives under, as the server wrote it into the page: '' or '/watch'. */
export const BASE_PATH: string = readMeta('base')

/** What the service is called from outside: the snippet and invitations begin with it. */
export const BASE_URL: string = readMeta('url') || location.origin + BASE_PATH

/** `first`: there is no account yet, and the first one needs the set-up code. `closed`: not even by invitation. */
export const SIGN_UP = readMeta('sign-up') as 'first' | 'closed' | 'invite' | 'open'

/** The name of the identity provider, for single sign-on; '' without one. */
export const SSO_NAME: string = readMeta('sso')

/** Whether people sign in with passwords and passkeys, and not only by single sign-on. */
export const HAS_PASSWORD_SIGN_IN: boolean = readMeta('password') !== 'off'

import type { SettingsOf } from '@sitewatch/contract'
import type { SettledSettings } from './check-type.ts'

type Settings = SettingsOf<'http'>
type Auth = Pick<Settings, 'auth_method' | 'auth_username' | 'auth_password' | 'auth_token'>

/** The Authorization header for these settings, if any. */
export function makeAuthHeader(auth: Partial<Auth>): { readonly Authorization?: string } {
  const { auth_method, auth_username, auth_password, auth_token } = auth
  if (auth_method === 'bearer') return { Authorization: `Bearer ${auth_token}` }
  if (auth_method !== 'basic') return {}
  return { Authorization: `Basic ${Buffer.from(`${auth_username}:${auth_password ?? ''}`).toString('base64')}` }
}

/** Clears the settings that the method does not use, and requires those that it needs. */
export function settleAuth(settings: Settings): SettledSettings<Settings> {
  const { auth_method: method, request_headers } = settings
  const refuse = (field: string, code: string, message: string) => ({ ok: false, field, code, message }) as const
  const hasAuthorization = Object.keys(request_headers).some((name) => name.toLowerCase() === 'authorization')
  if (method !== 'none' && hasAuthorization) {
    const message = 'auth_method cannot be used with an Authorization header in request_headers.'
    return refuse('auth_method', 'not_applicable', message)
  }
  if (method === 'basic' && settings.auth_username === null)
    return refuse('auth_username', 'required', 'auth_username is required for auth_method basic.')
  if (method === 'basic' && settings.auth_username?.includes(':'))
    return refuse('auth_username', 'invalid_format', 'auth_username must not contain a colon.')
  if (method === 'bearer' && settings.auth_token === null)
    return refuse('auth_token', 'required', 'auth_token is required for auth_method bearer.')
  return {
    ok: true,
    settings: {
      ...settings,
      ...(method !== 'basic' && { auth_username: null, auth_password: null }),
      ...(method !== 'bearer' && { auth_token: null }),
    },
  }
}

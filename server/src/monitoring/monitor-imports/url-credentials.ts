import { decodePercent } from '../../platform/decode-percent.ts'

interface Separated {
  url: string
  auth: { auth_method?: 'basic'; auth_username?: string; auth_password?: string }
}

/** The credentials in `https://user:secret@host/` are stored encrypted here, so they become Basic authentication. */
export function readCredentials(given: string): Separated {
  const url = URL.parse(given)
  if (!url || url.username === '' || url.password === '') return { url: given, auth: {} }
  const auth_username = decodePercent(url.username)
  const auth_password = decodePercent(url.password)
  url.username = ''
  url.password = ''
  return { url: url.href, auth: { auth_method: 'basic', auth_username, auth_password } }
}

interface Separated {
  url: string
  auth: { auth_method?: 'basic'; auth_username?: string; auth_password?: string }
}

/** `https://user:secret@host/` names what is stored encrypted here, so it becomes Basic authentication. */
export function readCredentials(given: string): Separated {
  const url = URL.parse(given)
  if (!url || url.username === '' || url.password === '') return { url: given, auth: {} }
  const auth_username = decodeURIComponent(url.username)
  const auth_password = decodeURIComponent(url.password)
  url.username = ''
  url.password = ''
  return { url: url.href, auth: { auth_method: 'basic', auth_username, auth_password } }
}

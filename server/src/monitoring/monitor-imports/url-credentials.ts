interface Separated {
  url: string
  auth: { auth_method?: 'basic'; auth_username?: string; auth_password?: string }
}

/** A percent sign that encodes nothing stands for itself, as in other programs. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The credentials in `https://user:secret@host/` are stored encrypted here, so they become Basic authentication. */
export function readCredentials(given: string): Separated {
  const url = URL.parse(given)
  if (!url || url.username === '' || url.password === '') return { url: given, auth: {} }
  const auth_username = decode(url.username)
  const auth_password = decode(url.password)
  url.username = ''
  url.password = ''
  return { url: url.href, auth: { auth_method: 'basic', auth_username, auth_password } }
}

export function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies
}

/** Over plain http (a home network) a browser would drop a Secure cookie, and nobody could sign in at all. */
export function createCookie(base_url: string, plain_name: string) {
  const { protocol, pathname } = new URL(base_url)
  const secure = protocol === 'https:'
  const name = secure ? `__Host-${plain_name}` : plain_name
  // __Host- requires the path "/"; without the prefix, the cookie is limited to our own path.
  const attributes = secure ? 'Path=/; Secure; HttpOnly; SameSite=Lax' : `Path=${pathname}; HttpOnly; SameSite=Lax`
  return {
    name,
    set: (token: string, max_age_seconds: number) => `${name}=${token}; Max-Age=${max_age_seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

export const sessionCookie = (base_url: string) => createCookie(base_url, 'sitewatch')

/** The search text for a website, a monitor or a URL that a user names. */
export function searchText(site: string): string {
  const text = site.trim()
  const host = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? URL.parse(text)?.hostname
    : /^[^\s/]+\.[^\s/]+\//.test(text)
      ? URL.parse(`https://${text}`)?.hostname
      : undefined
  return (host || text).replace(/^www\./i, '').slice(0, 200)
}

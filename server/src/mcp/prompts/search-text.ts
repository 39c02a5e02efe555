/** What a list is searched for when somebody names a website, a monitor or a URL. */
export function searchText(site: string): string {
  const text = site.trim()
  const host = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? URL.parse(text)?.hostname
    : /^[^\s/]+\.[^\s/]+\//.test(text)
      ? URL.parse(`https://${text}`)?.hostname
      : undefined
  return (host || text).replace(/^www\./i, '').slice(0, 200)
}

/** One content security policy: its directives with their sources. */
export type Policy = ReadonlyMap<string, readonly string[]>

/** A header may hold several, separated by commas; each of them must allow the request. */
export function parsePolicies(texts: readonly string[]): Policy[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const policy = new Map<string, string[]>()
      for (const directive of text.split(';')) {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        if (name !== '' && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
      }
      return policy
    })
    .filter((policy) => policy.size > 0)
}

const sourcesFor = (policy: Policy, names: readonly string[]): readonly string[] | undefined =>
  names.map((name) => policy.get(name)).find((sources) => sources !== undefined)

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }
const portOf = (url: URL): string => (url.port === '' ? (PORTS[url.protocol] ?? '') : url.port)

/** A source with `http:` also allows `https:`, not the other way round. */
const matchesScheme = (allowed: string, url: URL): boolean =>
  url.protocol === allowed || (allowed === 'http:' && url.protocol === 'https:')

function matchesHost(pattern: string, url: URL, page: URL): boolean {
  const [, scheme, host = '', port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(pattern) ?? []
  if (!matchesScheme(scheme?.toLowerCase() ?? page.protocol, url)) return false
  const name = host.toLowerCase()
  const isMatch = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : name === url.hostname || name === '*'
  if (!isMatch) return false
  if (port !== undefined && port !== '*' && port !== portOf(url)) return false
  if (port === undefined && portOf(url) !== (PORTS[url.protocol] ?? '')) return false
  return path === '' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path)
}

function matchesSource(source: string, url: URL, page: URL): boolean {
  const lowered = source.toLowerCase()
  if (lowered === '*') return url.protocol === 'http:' || url.protocol === 'https:'
  if (lowered === "'self'") return url.host === page.host && matchesScheme(page.protocol, url)
  if (lowered.startsWith("'")) return false
  if (/^[a-z][a-z0-9+.-]*:$/.test(lowered)) return matchesScheme(lowered, url)
  return matchesHost(source, url, page)
}

export function allowsScript(policies: readonly Policy[], script: { url: URL; nonce: string }, page: URL): boolean {
  return policies.every((policy) => {
    const sources = sourcesFor(policy, ['script-src-elem', 'script-src', 'default-src'])
    if (!sources) return true
    if (script.nonce !== '' && sources.includes(`'nonce-${script.nonce}'`)) return true
    // With strict-dynamic, hosts are ignored: a script in the HTML of the page needs a nonce or a hash.
    if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false
    return sources.some((source) => matchesSource(source, script.url, page))
  })
}

export function allowsConnection(policies: readonly Policy[], url: URL, page: URL): boolean {
  return policies.every((policy) => {
    const sources = sourcesFor(policy, ['connect-src', 'default-src'])
    return !sources || sources.some((source) => matchesSource(source, url, page))
  })
}

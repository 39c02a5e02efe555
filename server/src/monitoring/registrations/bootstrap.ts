import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { Egress } from '../../platform/egress/index.ts'
import type { Log } from '../../platform/log.ts'

/** The base URL of the RDAP server of each top-level domain. */
export type Bootstrap = ReadonlyMap<string, string>

/** The file of IANA (RFC 9224): lists of top-level domains, each with the URLs of its servers. */
const BootstrapFile = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())]).rest(z.unknown())).max(10_000),
})

const isHttp = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

export function parseBootstrap(text: string): Bootstrap | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = BootstrapFile.safeParse(json)
  if (!parsed.success) return null
  const bases = new Map<string, string>()
  for (const [suffixes, urls] of parsed.data.services) {
    const usable = urls.filter(isHttp)
    const base = usable.find((url) => url.startsWith('https:')) ?? usable[0]
    if (base === undefined) continue
    for (const suffix of suffixes) bases.set(suffix.toLowerCase(), base.endsWith('/') ? base : `${base}/`)
  }
  return bases.size === 0 ? null : bases
}

/** The entry with the most labels wins, as RFC 9224 says. */
export function findBase(bootstrap: Bootstrap, domain: string): string | null {
  const labels = domain.split('.')
  for (let first = 1; first < labels.length; first++) {
    const base = bootstrap.get(labels.slice(first).join('.'))
    if (base !== undefined) return base
  }
  return null
}

const INCLUDED_FILE = new URL('rdap-dns.json', import.meta.url)
const REFRESH_MS = DAY_MS
const TIMEOUT_MS = 30_000

interface BootstrapParts {
  /** `included`, `none`, a URL or the path of a file. */
  source: string
  egress: Pick<Egress, 'request'>
  log: Log
}

async function readSource({ source, egress }: BootstrapParts): Promise<string> {
  if (source === 'included') return readFile(INCLUDED_FILE, 'utf8')
  if (!isHttp(source)) return readFile(source, 'utf8')
  const answer = await egress.request({ url: source, timeout_ms: TIMEOUT_MS, follow_redirects: 3 })
  if (!answer.ok) throw new Error(answer.message)
  if (answer.status !== 200) throw new Error(`The server returned status ${answer.status}.`)
  if (answer.truncated) throw new Error('The file is larger than 1 MiB.')
  return answer.body.toString()
}

/**
 * Reads the file once a day. If it cannot be read, the last one stays in use, or else the included one. Null for `none`: no registry is
 * queried.
 */
export function createBootstrap(
  parts: BootstrapParts,
  now_ms: () => number = Date.now,
): () => Promise<Bootstrap | null> {
  let current: Bootstrap | null = null
  let read_at_ms = Number.NEGATIVE_INFINITY
  const readOrThrow = async (source: string): Promise<Bootstrap> => {
    const bootstrap = parseBootstrap(await readSource({ ...parts, source }))
    if (!bootstrap) throw new Error('It is not an RDAP bootstrap file.')
    return bootstrap
  }
  return async () => {
    if (parts.source === 'none') return null
    if (current && now_ms() - read_at_ms < REFRESH_MS) return current
    read_at_ms = now_ms()
    try {
      current = await readOrThrow(parts.source)
    } catch (error) {
      parts.log.warn(
        { err: error, source: parts.source },
        'RDAP bootstrap file could not be read; using the previous one',
      )
      current ??= await readOrThrow('included')
    }
    return current
  }
}

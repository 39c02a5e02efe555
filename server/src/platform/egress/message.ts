import type { Message } from './exchange.ts'

export type HeaderRecord = Readonly<Record<string, string>>

/** The request of the next hop. A redirect derives a new one from it. */
export interface Outgoing {
  readonly url: URL
  readonly method: string
  readonly headers: HeaderRecord
  /** Sent to the first origin only. */
  readonly secret_headers: HeaderRecord
  readonly body: string | Uint8Array | null
}

// Only this module sets framing and routing headers: `content-length` or `transfer-encoding` from a caller allows request smuggling.
const reserved = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
])
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization'])
const redirects = new Set([301, 302, 303, 307, 308])

export function buildMessage(outgoing: Outgoing, max_header_bytes: number): Message {
  const { url, method, body } = outgoing
  const headers = ['Host', url.host, 'Connection', 'close']
  const names = new Set<string>()
  appendHeaders(headers, names, outgoing.secret_headers)
  appendHeaders(headers, names, outgoing.headers)
  if (!names.has('user-agent')) headers.push('User-Agent', 'Sitewatch')
  if (!names.has('accept')) headers.push('Accept', '*/*')
  if (!names.has('accept-encoding')) headers.push('Accept-Encoding', 'gzip, deflate, br')
  if (body !== null) headers.push('Content-Length', String(Buffer.byteLength(body)))
  else if (method === 'POST' || method === 'PUT' || method === 'PATCH') headers.push('Content-Length', '0')
  return { method, path: url.pathname + url.search, headers, body, max_header_bytes }
}

/** The first record with a name wins. */
function appendHeaders(flat: string[], names: Set<string>, record: HeaderRecord): void {
  for (const name in record) {
    const key = name.toLowerCase()
    const value = record[name]
    if (value === undefined || reserved.has(key) || names.has(key)) continue
    names.add(key)
    flat.push(name, value)
  }
}

/** Returns the Location header, or null if the response is not a redirect that can be followed. */
export function readLocation(status: number, location: string | undefined): string | null {
  if (!redirects.has(status) || location === undefined) return null
  // Node decodes headers as latin1, but servers and browsers use UTF-8.
  return Buffer.from(location, 'latin1').toString('utf8')
}

export function followRedirect(from: Outgoing, status: number, to: URL): Outgoing {
  const becomesGet =
    status === 303 ? from.method !== 'HEAD' : from.method === 'POST' && (status === 301 || status === 302)
  const isSameOrigin = from.url.origin === to.origin
  return {
    url: to,
    method: becomesGet ? 'GET' : from.method,
    headers: omitHeaders(
      from.headers,
      (name) => (!isSameOrigin && credentials.has(name)) || (becomesGet && name.startsWith('content-')),
    ),
    secret_headers: isSameOrigin ? from.secret_headers : {},
    body: becomesGet ? null : from.body,
  }
}

function omitHeaders(record: HeaderRecord, isOmitted: (name: string) => boolean): HeaderRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isOmitted(name.toLowerCase())))
}

export function readPort(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

import type { MonitorChanges, MonitorType } from '@sitewatch/contract'
import { invalid, problem } from '../../http/problem.ts'
import { isMasked, maskSecret } from '../../platform/mask.ts'
import type { Egress } from '../../platform/egress/index.ts'

/** A monitor's settings as they are stored; what only an http check has is null for a ping. */
export interface MonitorSettings {
  friendly_name: string
  url: string
  type: MonitorType
  interval: number
  is_active: boolean
  timeout_seconds: number
  method: 'GET' | 'HEAD' | 'POST' | null
  /** Plain values; sealed on the way into the database. */
  request_headers: Record<string, string> | null
  request_body: string | null
  expected_status: string[] | null
  follow_redirects: boolean | null
  keyword: string | null
  keyword_mode: 'present' | 'absent' | null
  verify_tls: boolean | null
  website_id: number | null
  locations: string[]
  quorum: number
}

const HTTP_DEFAULTS = {
  method: 'GET',
  request_headers: {},
  request_body: null,
  expected_status: ['200-399'],
  follow_redirects: true,
  keyword: null,
  keyword_mode: 'present',
  verify_tls: true,
} as const

const PING_NULLS = {
  method: null,
  request_headers: null,
  request_body: null,
  expected_status: null,
  follow_redirects: null,
  keyword: null,
  keyword_mode: null,
  verify_tls: null,
} as const

const DEFAULTS = {
  type: 'http',
  interval: 60,
  is_active: true,
  timeout_seconds: 10,
  website_id: null,
  locations: [],
  quorum: 1,
} as const

const defaultsFor = ({ min_interval_seconds }: Rules) => ({
  ...DEFAULTS,
  interval: Math.max(DEFAULTS.interval, min_interval_seconds),
})

/** A majority: 2 of 3. */
const defaultQuorum = (locations: readonly string[]): number =>
  locations.length < 2 ? 1 : Math.floor(locations.length / 2) + 1

export interface Rules {
  min_interval_seconds: number
  /** What `locations` may name; needed only when it names some. */
  locations?: readonly string[]
  egress: Pick<Egress, 'vetUrl' | 'vetHost'>
}

function vetTarget({ egress }: Rules, type: MonitorType, url: string): string {
  const vetted = type === 'http' ? egress.vetUrl(url) : egress.vetHost(url)
  if (vetted.ok) return 'host' in vetted ? vetted.host : url
  if (vetted.reason === 'target_not_allowed') {
    throw problem('target_not_allowed', { detail: 'This service does not connect to that address.' })
  }
  const wanted = type === 'http' ? 'an http or https URL without user name or password' : 'a host, an address or a URL'
  throw invalid('url', 'invalid_format', `url must be ${wanted}.`)
}

function settleLocations(changes: MonitorChanges, stored: MonitorSettings | null, next: MonitorSettings): void {
  const isDefault = stored === null || stored.quorum === defaultQuorum(stored.locations)
  if (changes.quorum === undefined && isDefault) next.quorum = defaultQuorum(next.locations)
}

function checkLocations(settings: MonitorSettings, changes: MonitorChanges, { locations = [] }: Rules): void {
  const unknown = changes.locations?.find((location) => !locations.includes(location))
  if (unknown !== undefined) {
    throw invalid('locations', 'invalid_value', `locations may name ${locations.join(', ')}, or be empty for any.`)
  }
  if (settings.quorum > Math.max(1, settings.locations.length)) {
    throw invalid('quorum', 'too_big', 'quorum must not be more than the number of locations.')
  }
}

function checkPing(changes: MonitorChanges): void {
  const misplaced = Object.keys(PING_NULLS).filter((name) => changes[name as keyof MonitorChanges] !== undefined)
  if (misplaced.length === 0) return
  throw problem('validation_failed', {
    detail: `${misplaced.join(', ')}: only for type http.`,
    errors: misplaced.map((field) => ({ field, code: 'not_applicable', message: `${field} is only for type http.` })),
  })
}

/** Header values sent back masked keep what was stored under that name. */
function mergeHeaders(sent: Record<string, string>, stored: Record<string, string>): Record<string, string> {
  const before = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (!isMasked(value)) return [name, value]
      const kept = before.get(name.toLowerCase())
      if (kept !== undefined && maskSecret(kept) === value) return [name, kept]
      const field = `request_headers.${name}`
      throw invalid(field, 'invalid_value', `${field} is masked, but not as a stored header is.`)
    }),
  )
}

export function maskHeaders(headers: Record<string, string> | null): Record<string, string> | null {
  return headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskSecret(value)]))
}

/** A floor raised by the operator later leaves what is stored alone, until somebody touches it. */
function checkInterval({ interval }: MonitorChanges, { min_interval_seconds }: Rules): void {
  if (interval === undefined || interval >= min_interval_seconds) return
  throw invalid('interval', 'too_small', `interval must be at least ${min_interval_seconds} seconds.`)
}

/** What a method cannot carry: only POST sends a body, and the answer to HEAD has none to look for a keyword in. */
function settleBody(changes: MonitorChanges, next: MonitorSettings): void {
  if (next.method !== 'POST' && next.request_body !== null) {
    if (changes.request_body) throw invalid('request_body', 'not_applicable', 'request_body is only for method POST.')
    next.request_body = null
  }
  if (next.method === 'HEAD' && next.keyword !== null) {
    throw invalid('keyword', 'not_applicable', 'keyword needs an answer with a body, which method HEAD does not bring.')
  }
}

/** The settings after a create (no `stored`) or an update. Throws what the caller should be told. */
export function applyChanges(changes: MonitorChanges, stored: MonitorSettings | null, rules: Rules): MonitorSettings {
  const type = changes.type ?? stored?.type ?? DEFAULTS.type
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const base =
    stored?.type === type
      ? stored
      : { ...defaultsFor(rules), ...stored, ...(type === 'http' ? HTTP_DEFAULTS : PING_NULLS) }
  if (type === 'ping') checkPing(changes)
  const next = { ...base, ...defined, type } as MonitorSettings
  if (changes.request_headers)
    next.request_headers = mergeHeaders(changes.request_headers, stored?.request_headers ?? {})
  checkInterval(changes, rules)
  settleBody(changes, next)
  if (changes.url !== undefined || type !== stored?.type) next.url = vetTarget(rules, type, next.url)
  settleLocations(changes, stored, next)
  checkLocations(next, changes, rules)
  return next
}

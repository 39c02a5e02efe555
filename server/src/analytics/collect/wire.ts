import { CURRENCY_PATTERN, EVENT_LIMITS } from '@sitewatch/contract'
import type { Site } from '../websites/index.ts'
import { readPageAddress } from './address.ts'
import type { Kind, PageAddress, PageEvent, Revenue, VitalsFigures } from './event.ts'
import type { Parsed, Visit } from './visit.ts'
import { readReferrer } from './sources/index.ts'

const KIND_BY_NAME: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  ['pageview', 'pageview'],
  ['engagement', 'engagement'],
  ['event', 'event'],
  ['outbound', 'outbound'],
  ['download', 'download'],
  ['404', 'not_found'],
  ['vitals', 'vitals'],
])

type Fields = Record<string, unknown>
export type PageRules = Pick<Site, 'domain' | 'param_rules'>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MAX_ID = '18446744073709551615'

/** Canonical, since it is written into JSON as a number: `007` would make the whole batch invalid. */
export function isUnsigned64(text: unknown): text is string {
  return (
    typeof text === 'string' && /^(?:0|[1-9]\d{0,19})$/.test(text) && (text.length < MAX_ID.length || text <= MAX_ID)
  )
}

const MAX_NUMBER = 65_535
const isCount = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max

/** A measurement that may be slightly wrong is clamped to its range rather than refused. */
function clamp(value: unknown, max: number): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return Math.min(max, Math.max(0, Math.round(value)))
}

export function readProps(value: unknown): Record<string, string> | null | undefined {
  if (value === undefined || value === null) return null
  if (!isFields(value)) return undefined
  const props: Record<string, string> = {}
  let any = false
  for (const [name, content] of Object.entries(value)) {
    if (content === null) continue
    if (typeof content !== 'string' && typeof content !== 'number' && typeof content !== 'boolean') return undefined
    props[name] = String(content).toWellFormed()
    any = true
  }
  return any ? props : null
}

export function readRevenue(value: unknown): Revenue | null | undefined {
  if (value === undefined || value === null) return null
  if (!isFields(value)) return undefined
  const { amount, currency } = value
  const figure = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  if (typeof figure !== 'number' || !(Math.abs(figure) <= EVENT_LIMITS.revenue)) return undefined
  if (typeof currency !== 'string' || !CURRENCY_PATTERN.test(currency)) return undefined
  return { amount: figure, currency: currency.toUpperCase() }
}

const VITALS = [
  ['lcp', 'lcp_ms'],
  ['inp', 'inp_ms'],
  ['ttfb', 'ttfb_ms'],
  ['fcp', 'fcp_ms'],
] as const

/** Four decimals, as browsers report it. */
export const readShift = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= EVENT_LIMITS.cls ? Math.round(value * 10_000) / 10_000 : null

function readVitals(value: unknown): VitalsFigures | null {
  if (!isFields(value)) return null
  const figures: VitalsFigures = {}
  for (const [short, name] of VITALS) {
    const ms = clamp(value[short], EVENT_LIMITS.vital_ms)
    if (ms !== null) figures[name] = ms
  }
  const cls = readShift(value['cls'])
  if (cls !== null) figures.cls = cls
  return Object.keys(figures).length === 0 ? null : figures
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export function makeEvent(
  kind: Kind,
  page: PageAddress,
  identity: Pick<PageEvent, 'pageview_id' | 'number' | 'time_ms'>,
): PageEvent {
  return {
    kind,
    page,
    pageview_id: identity.pageview_id,
    number: identity.number,
    time_ms: identity.time_ms,
    referrer: null,
    width: 0,
    name: '',
    target: '',
    props: null,
    revenue: null,
    engaged_ms: 0,
    scroll_percent: 0,
    vitals: null,
  }
}

/** Reads the fields of one kind of event. False when they are invalid. */
function readDetails(event: PageEvent, raw: Fields, domain: string): boolean {
  switch (event.kind) {
    case 'pageview':
      event.referrer = readReferrer(asText(raw['r']), domain)
      return true
    case 'engagement':
      event.engaged_ms = clamp(raw['e'], EVENT_LIMITS.engaged_ms) ?? 0
      event.scroll_percent = clamp(raw['s'], EVENT_LIMITS.scroll_percent) ?? 0
      return true
    case 'outbound':
    case 'download':
      event.target = asText(raw['l'])
      return event.target !== ''
    case 'vitals':
      event.vitals = readVitals(raw['v'])
      return event.vitals !== null
    case 'event': {
      event.name = asText(raw['a']).trim()
      const props = readProps(raw['p'])
      const revenue = readRevenue(raw['$'])
      if (event.name === '' || props === undefined || revenue === undefined) return false
      event.props = props
      event.revenue = revenue
      return true
    }
    default:
      return true
  }
}

/** Parsed by hand and not by schema: this runs for every event of every visitor. Null when the tracker would never send it. */
export function readTrackerEvent(raw: unknown, site: PageRules, now_ms: number): PageEvent | null {
  if (!isFields(raw)) return null
  const { n, u, w, i, k } = raw
  const kind = KIND_BY_NAME.get(n)
  if (kind === undefined || typeof u !== 'string' || !isUnsigned64(i) || !isCount(k, MAX_NUMBER)) return null
  // The tracker sends a fragment with `data-hash` only.
  const page = readPageAddress(u, site.param_rules, { keepFragment: true })
  if (!page) return null
  const event = makeEvent(kind, page, { pageview_id: i, number: k, time_ms: now_ms })
  event.width = clamp(w, 100_000) ?? 0
  return readDetails(event, raw, site.domain) ? event : null
}

/** An event that is too long is `oversized`, whatever else is wrong with it. `judge` (steps/index.ts) calls it as its `read`. */
export function readTracked(raw: unknown, { site, now_ms }: Pick<Visit, 'site' | 'now_ms'>): Parsed {
  return isOversized(raw) ? 'oversized' : (readTrackerEvent(raw, site, now_ms) ?? 'malformed')
}

function isOversizedText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length > max
}

export function areOversizedProps(value: unknown): boolean {
  if (!isFields(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length > EVENT_LIMITS.props ||
    entries.some(
      ([name, content]) => name.length > EVENT_LIMITS.prop_name || isOversizedText(content, EVENT_LIMITS.prop_value),
    )
  )
}

export function isOversized(raw: unknown): boolean {
  if (!isFields(raw)) return false
  return (
    isOversizedText(raw['u'], EVENT_LIMITS.url) ||
    isOversizedText(raw['r'], EVENT_LIMITS.url) ||
    isOversizedText(raw['l'], EVENT_LIMITS.url) ||
    isOversizedText(raw['a'], EVENT_LIMITS.name) ||
    areOversizedProps(raw['p'])
  )
}

/** The events of a request; null when its body is not from the tracker. */
export function readBatch(body: Buffer | undefined): unknown[] | null {
  if (body === undefined || body.length === 0) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString())
  } catch {
    return null
  }
  const events = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]
  return events.length >= 1 && events.length <= EVENT_LIMITS.tracked_at_once ? events : null
}

import { EVENT_LIMITS } from '@sitewatch/contract'
import {
  areOversizedProps,
  findOrigin,
  isFields,
  isUnsigned64,
  type Kind,
  KINDS,
  memoizeRecent,
  type PageAddress,
  pickDevice,
  readClient,
  readLanguage,
  readPageAddress,
  readProps,
  readReferrer,
  readRevenue,
  readShift,
} from '../../collect/index.ts'
import {
  type EventRow,
  hashOf,
  readCountry,
  type ReadContext,
  type ReadEvent,
  readTime,
  refuseHost,
  refuseTime,
} from './imported-event.ts'

type Fields = Record<string, unknown>
const NEEDS_TARGET: ReadonlySet<Kind> = new Set(['outbound', 'download'])
const KNOWN_KINDS: ReadonlySet<unknown> = new Set(KINDS)
const MAX_TEXT = 500

const textOf = (fields: Fields, name: string, max = MAX_TEXT): string => {
  const value = fields[name]
  return typeof value === 'string' ? value.toWellFormed().slice(0, max) : ''
}

const figureOf = (fields: Fields, name: string, max: number): number | undefined => {
  const value = fields[name]
  return typeof value === 'number' && value > 0 ? Math.min(max, Math.round(value)) : undefined
}

/** A row of an export names the page by host and path, an event that a server sends by its URL. */
function readPage({ site }: ReadContext, fields: Fields): PageAddress | null {
  const url = textOf(fields, 'url', EVENT_LIMITS.url)
  if (url !== '') return readPageAddress(url, site.param_rules)
  const path = textOf(fields, 'path', EVENT_LIMITS.url)
  const host = textOf(fields, 'host') || site.domain
  // A fragment in a row of an export was kept when the event was collected.
  const keepFragment = isUnsigned64(fields['pageview_id'])
  return path.startsWith('/') ? readPageAddress(`https://${host}${path}`, site.param_rules, { keepFragment }) : null
}

function readVisitor({ visitorOf }: ReadContext, fields: Fields, time_ms: number): string | null {
  const { visitor_id, visitor } = fields
  if (isUnsigned64(visitor_id)) return visitor_id
  const name = typeof visitor === 'number' ? String(visitor) : textOf(fields, 'visitor')
  if (name !== '') return visitorOf(name, time_ms)
  const address = textOf(fields, 'ip_address')
  return address === '' ? null : visitorOf(`${address} ${textOf(fields, 'user_agent')}`, time_ms)
}

/** How many lines, and visitors of lines, are remembered to tell equal lines of several visitors apart. */
const MAX_REMEMBERED = 100_000

/**
 * The id of a line without one. It must be the same when the file is imported again, so it cannot be made with the key of the import;
 * and nobody must be able to try all addresses until the id fits, so what names the visitor is no part of it. Lines that are otherwise
 * equal are numbered by their visitors, in the order of the file.
 */
function createLineIds({ site }: ReadContext): (fields: Fields, visitor_id: string) => string {
  const countOf = memoizeRecent(MAX_REMEMBERED, () => ({ visitors: 0 }))
  const numberOf = memoizeRecent(MAX_REMEMBERED, (name) => countOf(name.slice(0, name.indexOf(' '))).visitors++)
  return (fields, visitor_id) => {
    const line = hashOf(JSON.stringify({ ...fields, ip_address: undefined, user_agent: undefined, visitor: undefined }))
    return hashOf(`line ${site.id} ${line} ${numberOf(`${line} ${visitor_id}`)}`)
  }
}

/** An export contains these ids. Otherwise they are derived from the event's own id, or from the line. */
function readIdentity(
  { site }: ReadContext,
  fields: Fields,
  idOfLine: () => string,
): Pick<EventRow, 'pageview_id' | 'number'> {
  const { pageview_id, number, id } = fields
  if (isUnsigned64(pageview_id)) return { pageview_id, number: Number.isInteger(number) ? Number(number) & 0xffff : 0 }
  const hasId = typeof id === 'string' && id !== ''
  return { pageview_id: hasId ? hashOf(`event ${site.id} ${id}`) : idOfLine(), number: 0 }
}

type TextColumn =
  | 'country'
  | 'language'
  | 'browser'
  | 'browser_version'
  | 'system'
  | 'system_version'
  | 'bot'
  | 'target'

/** An empty column is left out: a third less to write, to send and to read. */
const setText = (row: EventRow, name: TextColumn, text: string): void => {
  if (text !== '') row[name] = text
}

const NO_CLIENT = { browser: '', browser_version: '', system: '', system_version: '', bot: '' }

function readClientColumns(fields: Fields, row: EventRow): void {
  const agent = textOf(fields, 'user_agent', 2000)
  // Without a user agent, the event does not count as one of a bot.
  const client = agent === '' ? NO_CLIENT : readClient(agent)
  row.device = readDevice(textOf(fields, 'device')) ?? (agent === '' ? 'other' : pickDevice(readClient(agent), 0))
  for (const name of ['browser', 'browser_version', 'system', 'system_version'] as const)
    setText(row, name, textOf(fields, name, 40) || client[name])
  setText(row, 'bot', textOf(fields, 'bot', 60) || client.bot)
  setText(row, 'country', readCountry(textOf(fields, 'country')))
  setText(row, 'language', readLanguage(textOf(fields, 'language')))
}

const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const
const readDevice = (text: string): EventRow['device'] | undefined => DEVICES.find((device) => device === text)

/** The origin in an export is kept; otherwise it is derived as for a collected event. */
function readOrigin({ site }: ReadContext, fields: Fields, { campaign }: PageAddress, row: EventRow): void {
  const text = textOf(fields, 'referrer', EVENT_LIMITS.url)
  const merged = { ...campaign }
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const) {
    merged[name] = textOf(fields, name, 200) || campaign[name]
    if (merged[name] !== '') row[name] = merged[name]
  }
  const referrer = readReferrer(text.includes('://') || text === '' ? text : `https://${text}`, site.domain)
  const origin = findOrigin(merged, referrer)
  row.channel = textOf(fields, 'channel', 40) || origin.channel
  const source = textOf(fields, 'source', 200) || origin.source
  if (source !== '') row.source = source
  if (origin.referrer !== '') row.referrer = origin.referrer
}

const FIGURES = [
  ['engaged_ms', EVENT_LIMITS.engaged_ms],
  ['scroll_percent', EVENT_LIMITS.scroll_percent],
  ['lcp_ms', EVENT_LIMITS.vital_ms],
  ['inp_ms', EVENT_LIMITS.vital_ms],
  ['ttfb_ms', EVENT_LIMITS.vital_ms],
  ['fcp_ms', EVENT_LIMITS.vital_ms],
] as const

const { props: PROPS, prop_name, prop_value } = EVENT_LIMITS
const LONG_PROPS = `props may have ${PROPS} properties with names of ${prop_name} and values of ${prop_value} characters.`

/** A string: what is wrong with them. */
function readDetails(fields: Fields, row: EventRow): string | null {
  const props = readProps(typeof fields['props'] === 'string' ? undefined : fields['props'])
  if (props === undefined) return 'props must be an object of texts and numbers.'
  if (props !== null) {
    if (areOversizedProps(props)) return LONG_PROPS
    row.props = props
  }
  // An export has 0 and no currency where there was no order; an order of 0 has a currency.
  const exported =
    typeof fields['revenue'] === 'number' && (fields['revenue'] !== 0 || textOf(fields, 'currency') !== '')
  const revenue = readRevenue(exported ? { amount: fields['revenue'], currency: fields['currency'] } : asMoney(fields))
  if (revenue === undefined) return 'revenue must have an amount and a currency.'
  if (revenue !== null) {
    row.revenue = revenue.amount.toFixed(4)
    row.currency = revenue.currency
  }
  if (row.kind === 'event') {
    row.name = textOf(fields, 'name', EVENT_LIMITS.name).trim()
    if (row.name === '') return 'An event needs a name.'
  }
  setText(row, 'target', textOf(fields, 'target', EVENT_LIMITS.url))
  if (NEEDS_TARGET.has(row.kind) && row.target === undefined) return `A line of kind ${row.kind} needs a target.`
  for (const [name, max] of FIGURES) {
    const figure = figureOf(fields, name, max)
    if (figure !== undefined) row[name] = figure
  }
  const cls = readShift(fields['cls'])
  if (cls !== null) row.cls = cls
  return null
}

const asMoney = ({ revenue }: Fields): unknown => (typeof revenue === 'number' ? null : revenue)

function readKind(fields: Fields): Kind | null {
  const kind = fields['kind'] ?? 'pageview'
  return KNOWN_KINDS.has(kind) ? (kind as Kind) : null
}

function parseLine(record: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(record)
    return isFields(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** Lines of an export of Sitewatch, or events as `POST /api/v1/events` takes them, with their visitor. */
export function openEvents(context: ReadContext): ReadEvent {
  const idOfLine = createLineIds(context)
  return (record) => {
    const fields = parseLine(record)
    if (fields === null) return 'It is not a JSON object.'
    const kind = readKind(fields)
    if (kind === null) return `kind must be one of ${KINDS.join(', ')}.`
    const time = readTime(textOf(fields, 'time'))
    if (time === null) return 'time must be a time, such as 2026-11-16T09:30:00Z.'
    const page = readPage(context, fields)
    if (page === null) return 'It needs the url of a page, or its host and path.'
    const visitor_id = readVisitor(context, fields, time)
    if (visitor_id === null) return 'It needs a visitor: visitor, or ip_address and user_agent.'
    const refused = refuseTime(context, time) ?? refuseHost(context, page.host)
    if (refused !== null) return refused
    const identity = readIdentity(context, fields, () => idOfLine(fields, visitor_id))
    const row: EventRow = { time, visitor_id, ...identity, kind, host: page.host, path: page.path, device: 'other' }
    readClientColumns(fields, row)
    if (row.bot !== undefined && context.site.exclude_bots) return 'It is of a bot, which this website excludes.'
    if (kind === 'pageview') readOrigin(context, fields, page, row)
    return readDetails(fields, row) ?? row
  }
}

import {
  type Entry,
  type Fields,
  fitName,
  fitTags,
  fitTimeout,
  isFields,
  isOn,
  numberOf,
  parseJson,
  skip,
  textOf,
  type Translated,
  unsupportedType,
} from '../entry.ts'
import { readCredentials } from '../url-credentials.ts'

/** By the number in version 2 of the API and by the name in version 3 and in the CSV export. */
const TYPES: Readonly<Record<string, string>> = {
  1: 'http',
  http: 'http',
  https: 'http',
  httphttps: 'http',
  website: 'http',
  2: 'keyword',
  keyword: 'keyword',
  3: 'ping',
  ping: 'ping',
  icmp: 'ping',
  4: 'port',
  port: 'port',
  5: 'heartbeat',
  heartbeat: 'heartbeat',
  cron: 'heartbeat',
  dns: 'dns',
}

/** For a port monitor that has a service instead of a port. */
const PORTS: Readonly<Record<string, number>> = { 1: 80, 2: 443, 3: 21, 4: 25, 5: 110, 6: 143 }
const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const plainOf = (value: unknown): string =>
  textOf(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** 300, "300", "5 min", "1 hour". */
function readInterval(value: unknown): number {
  const [, amount = '', unit = 's'] = /^(\d+(?:\.\d+)?)\s*([a-z]?)/i.exec(textOf(value)) ?? []
  return amount === '' ? 300 : Math.round(Number(amount) * (UNITS[unit.toLowerCase() || 's'] ?? 1))
}

/** UptimeRobot opens an incident when the keyword exists (1), or when it does not (2). Our setting says what counts as up. */
const readKeywordMode = (value: unknown): 'absent' | 'present' =>
  ['1', 'exists', 'alertexists', 'keywordexists'].includes(plainOf(value)) ? 'absent' : 'present'

function readMethod(value: unknown): string | undefined {
  const number = numberOf(value)
  const name = textOf(value).toUpperCase()
  return number === undefined ? METHODS.find((each) => each === name) : METHODS[number - 1]
}

/** { "200": 1, "500": 0 }: codes that count as up and as down, in addition to the usual ones. */
function readStatuses(value: unknown): { expected_status?: string[] } {
  if (Array.isArray(value)) return value.length === 0 ? {} : { expected_status: value.map(textOf) }
  const parsed = typeof value === 'string' ? parseJson(value) : value
  if (!isFields(parsed)) return {}
  const up = Object.keys(parsed).filter((code) => isOn(parsed[code]))
  return up.length === 0 ? {} : { expected_status: [...new Set(['200-399', ...up])] }
}

function readHeaders(value: unknown): { request_headers?: Record<string, string> } {
  const parsed = typeof value === 'string' ? parseJson(value) : value
  if (!isFields(parsed) || Object.keys(parsed).length === 0) return {}
  return { request_headers: Object.fromEntries(Object.entries(parsed).map(([name, text]) => [name, textOf(text)])) }
}

function readAuth(row: Fields): Fields {
  const auth_username = textOf(row['httpusername'])
  const auth_password = textOf(row['httppassword'])
  return auth_username === '' || auth_password === '' ? {} : { auth_method: 'basic', auth_username, auth_password }
}

function translateHttp(row: Fields, isKeyword: boolean): Translated {
  const { url, auth } = readCredentials(textOf(row['url']))
  if (url === '') return skip('invalid', 'The URL is missing.')
  if (plainOf(row['httpauthtype']) === '2' || plainOf(row['httpauthtype']) === 'digest')
    return skip('unsupported_setting', 'Digest authentication is not supported.')
  const keyword = textOf(row['keywordvalue'])
  if (isKeyword && keyword === '') return skip('invalid', 'The keyword is missing.')
  const method = readMethod(row['httpmethod'])
  const notes: string[] = []
  // A HEAD request, the default of UptimeRobot, does not return the page.
  const isUsable = method !== undefined && !(isKeyword && method === 'HEAD')
  if (isKeyword && ['1', 'caseinsensitive'].includes(plainOf(row['keywordcasetype'])))
    notes.push('The keyword is compared with its upper and lower case.')
  const monitor = {
    type: 'http',
    url,
    ...(isUsable && { method }),
    ...(isKeyword && { keyword, keyword_mode: readKeywordMode(row['keywordtype']) }),
    ...readStatuses(row['customhttpstatuses'] ?? row['successhttpresponsecodes']),
    ...readHeaders(row['customhttpheaders']),
    ...auth,
    ...readAuth(row),
  }
  return { monitor, notes }
}

function translatePort(row: Fields): Translated {
  const host = textOf(row['url'])
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/\/.*$/, '')
  const port = numberOf(row['port']) ?? PORTS[plainOf(row['subtype'])]
  if (host === '') return skip('invalid', 'The host is missing.')
  if (/^[^:]+:\d+$/.test(host)) return { monitor: { type: 'tcp', url: host }, notes: [] }
  if (port === undefined) return skip('invalid', 'The port is missing.')
  return { monitor: { type: 'tcp', url: `${host.includes(':') ? `[${host}]` : host}:${port}` }, notes: [] }
}

function translateHost(row: Fields, type: 'ping' | 'dns'): Translated {
  const url = textOf(row['url'])
  if (url === '') return skip('invalid', 'The host is missing.')
  const notes = type === 'dns' ? ['Checks that an A record exists. Add the expected values yourself.'] : []
  return { monitor: { type, url }, notes }
}

function translateType(row: Fields, type: string | undefined): Translated {
  switch (type) {
    case 'http':
    case 'keyword':
      return translateHttp(row, type === 'keyword')
    case 'ping':
    case 'dns':
      return translateHost(row, type)
    case 'port':
      return translatePort(row)
    case 'heartbeat': {
      const monitor = { type: 'heartbeat', period_seconds: readInterval(row['interval']) }
      return { monitor, notes: ['The ping URL is a new one: change it in the job that calls it.'] }
    }
    default:
      return textOf(row['type']) === '' ? skip('invalid', 'The type is missing.') : unsupportedType(textOf(row['type']))
  }
}

/** A list of names or of { name }, or a cell with commas. */
function readTags(row: Fields): string[] {
  const { tags, groupname } = row
  const list = Array.isArray(tags) ? (tags as unknown[]) : textOf(tags).split(/[,;|]/)
  return [...list.map((tag) => textOf(isFields(tag) ? tag['name'] : tag)), textOf(groupname)]
}

const isPaused = (value: unknown): boolean => ['0', 'paused'].includes(plainOf(value))

/** `row` has the names of the API, in lower case and without underscores. */
export function translateMonitor(row: Fields): Entry {
  const type = TYPES[plainOf(row['type'])]
  const base = translateType(row, type)
  const name = textOf(row['friendlyname'])
  const toEntry = (translated: Translated): Entry => ({
    name,
    source_type: type ?? textOf(row['type']),
    target: 'monitor' in translated ? textOf(translated.monitor['url']) || null : textOf(row['url']) || null,
    translated,
  })
  if ('skip' in base) return toEntry(base)
  const notes = [...base.notes]
  const isHeartbeat = type === 'heartbeat'
  const monitor = {
    ...(!isHeartbeat && { interval: readInterval(row['interval']), ...fitTimeout(numberOf(row['timeout'])) }),
    is_active: !isPaused(row['status']),
    tags: fitTags(readTags(row), notes),
    ...base.monitor,
    friendly_name: fitName(name, textOf(base.monitor['url']), notes),
  }
  return toEntry({ monitor, notes })
}

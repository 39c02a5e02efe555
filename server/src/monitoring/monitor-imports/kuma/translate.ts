import {
  type Entry,
  type Fields,
  fitName,
  fitTags,
  fitTimeout,
  isOn,
  numberOf,
  skip,
  textOf,
  type Translated,
  unsupportedType,
} from '../entry.ts'
import { translateHttp } from './http.ts'

export interface MonitorContext {
  /** The groups that it is in, innermost first. */
  groups: readonly Fields[]
  tags: readonly string[]
}

const notNull = (value: string): string | undefined => (value === '' ? undefined : value)

const missing = (what: string): Translated => skip('invalid', `${what} is missing.`)

const hostPort = (host: string, port: number | undefined): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

function translatePort(row: Fields): Translated {
  const host = textOf(row['hostname'])
  const port = numberOf(row['port'])
  if (host === '' || port === undefined) return missing(host === '' ? 'The host' : 'The port')
  return { monitor: { type: 'tcp', url: hostPort(host, port) }, notes: [] }
}

function translateSmtp(row: Fields): Translated {
  const port = translatePort(row)
  if ('skip' in port) return port
  const starttls = textOf(row['smtp_security']) === 'starttls' ? { starttls: 'smtp' } : {}
  return { monitor: { ...port.monitor, ...starttls }, notes: ['Checked as a TCP port.'] }
}

function translatePing(row: Fields): Translated {
  const host = textOf(row['hostname'])
  return host === '' ? missing('The host') : { monitor: { type: 'ping', url: host }, notes: [] }
}

const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'CAA']

function translateDns(row: Fields): Translated {
  const host = textOf(row['hostname'])
  const record_type = textOf(row['dns_resolve_type']) || 'A'
  if (host === '') return missing('The host')
  if (!RECORD_TYPES.includes(record_type))
    return skip('unsupported_setting', `DNS record type ${record_type} is not supported.`)
  const [server = '', ...otherServers] = textOf(row['dns_resolve_server'])
    .split(',')
    .map((each) => each.trim())
  const port = numberOf(row['port']) ?? 53
  const resolver = server === '' ? null : port === 53 ? server : hostPort(server, port)
  const notes = otherServers.length > 0 ? [`Only the first DNS server, ${server}, was kept.`] : []
  return { monitor: { type: 'dns', url: host, record_type, resolver }, notes }
}

function translatePush(row: Fields): Translated {
  const monitor = { type: 'heartbeat', period_seconds: numberOf(row['interval']) ?? 60, grace_seconds: 60 }
  return { monitor, notes: ['The ping URL is a new one: change it in the job that calls it.'] }
}

const TRANSLATIONS: Readonly<Record<string, (row: Fields) => Translated>> = {
  http: translateHttp,
  keyword: translateHttp,
  'json-query': translateHttp,
  'real-browser': translateHttp,
  port: translatePort,
  smtp: translateSmtp,
  ping: translatePing,
  dns: translateDns,
  push: translatePush,
}

function translateType(row: Fields, type: string): Translated {
  if (isOn(row['upside_down']))
    return skip(
      'unsupported_setting',
      'Upside-down mode is not supported. To expect that a page is missing, set the expected status.',
    )
  const translate = Object.hasOwn(TRANSLATIONS, type) ? TRANSLATIONS[type] : undefined
  return translate ? translate(row) : unsupportedType(type)
}

function readCommon(row: Fields, type: string, { groups, tags }: MonitorContext, notes: string[]): Fields {
  const isGroupPaused = groups.some(({ active }) => active !== undefined && !isOn(active))
  const isActive = row['active'] === undefined || isOn(row['active'])
  if (isActive && isGroupPaused) notes.push('Paused, because its group is paused.')
  return {
    is_active: isActive && !isGroupPaused,
    tags: fitTags([...tags, ...groups.map(({ name }) => textOf(name))], notes),
    ...(type !== 'push' && { interval: numberOf(row['interval']) ?? 60, ...fitTimeout(numberOf(row['timeout'])) }),
  }
}

const targetOf = (row: Fields): string => textOf(row['url']).replace(/^https?:\/\/$/, '') || textOf(row['hostname'])

export function translateMonitor(row: Fields, context: MonitorContext): Entry {
  const type = textOf(row['type'])
  const name = textOf(row['name'])
  const toEntry = (translated: Translated, target = targetOf(row)): Entry => ({
    name,
    source_type: type,
    target: notNull(target) ?? null,
    translated,
  })
  if (type === 'group') return toEntry(skip('group', 'A group: its monitors get its name as a tag.'), '')
  const base = translateType(row, type)
  if ('skip' in base) return toEntry(base)
  const notes = [...base.notes]
  const { url } = base.monitor
  const monitor = {
    ...readCommon(row, type, context, notes),
    ...base.monitor,
    friendly_name: fitName(name, textOf(url), notes),
  }
  return toEntry({ monitor, notes }, textOf(url))
}

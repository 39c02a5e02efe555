import { EVENT_LIMITS } from '@sitewatch/contract'
import { type Device, findOrigin, readLanguage, readPageAddress, readReferrer } from '../../collect/index.ts'
import { type Header, type ReadCell, readCells } from '../csv.ts'
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

const REQUIRED = ['session_id', 'created_at', 'url_path'] as const
const PAGEVIEW = '1'
const CUSTOM = '2'

/** Umami's browser names, and those of collected events. */
const BROWSERS: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  crios: 'Chrome',
  'chromium-webview': 'Chrome',
  android: 'Android Browser',
  'android-webview': 'Android Browser',
  firefox: 'Firefox',
  fxios: 'Firefox',
  safari: 'Safari',
  ios: 'Safari',
  'ios-webview': 'Safari',
  edge: 'Microsoft Edge',
  'edge-chromium': 'Microsoft Edge',
  'edge-ios': 'Microsoft Edge',
  opera: 'Opera',
  'opera-mini': 'Opera',
  samsung: 'Samsung Internet for Android',
  ie: 'Internet Explorer',
  yandexbrowser: 'Yandex Browser',
  facebook: 'Facebook',
  instagram: 'Instagram',
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/^windows/i, 'Windows'],
  [/^mac/i, 'macOS'],
  [/^ios/i, 'iOS'],
  [/^android/i, 'Android'],
  [/^(chrome ?os|chromium os)/i, 'Chrome OS'],
  [/linux/i, 'Linux'],
]

const DEVICES: Readonly<Record<string, Device>> = {
  desktop: 'desktop',
  laptop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
  smarttv: 'tv',
}

const MAX_NAME = 40
const readSystem = (text: string): string =>
  SYSTEMS.find(([pattern]) => pattern.test(text))?.[1] ?? text.slice(0, MAX_NAME)

const queryOf = (text: string): string => (text === '' || text.startsWith('?') ? text : `?${text}`)

function readOrigin(context: ReadContext, cell: ReadCell, row: EventRow, campaign: Parameters<typeof findOrigin>[0]) {
  const domain = cell('referrer_domain')
  const referrer = domain === '' ? null : readReferrer(`https://${domain}${cell('referrer_path')}`, context.site.domain)
  const { click, ...utm } = campaign
  Object.assign(row, utm, findOrigin({ click, ...utm }, referrer))
}

function readRow(context: ReadContext, cell: ReadCell, record: string): EventRow | string {
  const type = cell('event_type') || PAGEVIEW
  if (type !== PAGEVIEW && type !== CUSTOM) return `event_type ${type.slice(0, 20)} is not supported.`
  const time = readTime(cell('created_at'))
  if (time === null) return 'created_at is not a time.'
  const session = cell('session_id')
  if (session === '') return 'session_id is empty.'
  const host = cell('hostname') || context.site.domain
  const url = `https://${host}${cell('url_path').replace(/#.*/s, '')}${queryOf(cell('url_query'))}`
  const page =
    cell('url_path').startsWith('/') && url.length <= EVENT_LIMITS.url
      ? readPageAddress(url, context.site.param_rules)
      : null
  if (page === null) return 'url_path is not the path of a page.'
  const refused = refuseTime(context, time) ?? refuseHost(context, page.host)
  if (refused !== null) return refused
  const id = cell('event_id')
  const browser = cell('browser')
  const row: EventRow = {
    time,
    visitor_id: context.visitorOf(session, time),
    pageview_id: hashOf(`umami ${context.site.id} ${id || record}`),
    number: 0,
    kind: type === PAGEVIEW ? 'pageview' : 'event',
    host: page.host,
    path: page.path,
    device: DEVICES[cell('device').toLowerCase()] ?? 'other',
    country: readCountry(cell('country')),
    language: readLanguage(cell('language')),
    browser: BROWSERS[browser.toLowerCase()] ?? browser.slice(0, MAX_NAME),
    system: readSystem(cell('os')),
  }
  if (row.kind === 'pageview') readOrigin(context, cell, row, page.campaign)
  else row.name = cell('event_name').trim().slice(0, EVENT_LIMITS.name)
  return row.kind === 'event' && row.name === '' ? 'event_name is empty.' : row
}

/** A string: why the file is not one of Umami's. */
export function openUmami(context: ReadContext, header: Header): ReadEvent | string {
  const missing = REQUIRED.filter((name) => !header.has(name))
  if (missing.length > 0)
    return `This is not an export of Umami's table website_event: its first line lacks ${missing.join(', ')}.`
  return (record) => {
    const cell = readCells(header, record)
    return typeof cell === 'string' ? cell : readRow(context, cell, record)
  }
}

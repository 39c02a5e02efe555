import { hash } from 'node:crypto'
import { EVENT_LIMITS } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type Device, isHostOf, type Kind, memoizeRecent } from '../../collect/index.ts'
import { deriveKey, sign } from '../../../platform/secrets.ts'
import type { ParamRules } from '../../websites/index.ts'

/** The settings of the website that an import is for. */
export interface ImportSite {
  id: number
  domain: string
  timezone: string
  exclude_bots: boolean
  param_rules: ParamRules
  retention_days: number
}

/** What is needed to read a line. */
export interface ReadContext {
  site: ImportSite
  visitorOf: VisitorIds
  now_ms: number
}

/** An event as a row of ClickHouse, without what all rows of an import share. Columns with their default are left out. */
export interface EventRow {
  time: number
  visitor_id: string
  pageview_id: string
  number: number
  kind: Kind
  host: string
  path: string
  device: Device
  channel?: string
  source?: string
  referrer?: string
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
  utm_content?: string
  utm_term?: string
  country?: string
  language?: string
  browser?: string
  browser_version?: string
  system?: string
  system_version?: string
  bot?: string
  name?: string
  target?: string
  props?: Record<string, string>
  revenue?: string
  currency?: string
  engaged_ms?: number
  scroll_percent?: number
  lcp_ms?: number
  inp_ms?: number
  cls?: number
  ttfb_ms?: number
  fcp_ms?: number
}

/** A string: why the line cannot be imported. */
export type ReadEvent = (record: string) => EventRow | string

/** 64 bits of the hash, as decimal text. Via hexadecimal digits, which is faster than via a buffer: 1.9 instead of 2.5 µs. */
export const hashOf = (text: string): string => BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`).toString()

/** The same visitor has the same id within a UTC day of an import, and another id on another day and in another import. */
export type VisitorIds = (name: string, time_ms: number) => string

/**
 * The key is the random one of the import, signed with the operator's, which is not in the database, as for collected events. It is
 * destroyed with the end of the import: then nobody can find out the address that an id was made of.
 */
export function createVisitorIds(secret: string, visitor_key: Buffer): VisitorIds {
  const key = sign(deriveKey(secret, 'imported visitors'), visitor_key.toString('hex')).toString('hex')
  // A visitor opens several pages, and a file is mostly in chronological order: the cache saves two thirds of the hashes.
  const hashOfVisitor = memoizeRecent(20_000, hashOf)
  return (name, time_ms) => hashOfVisitor(`${key} ${name} ${Math.floor(time_ms / DAY_MS)}`)
}

/** Why an event of that time cannot be imported. */
export function refuseTime({ site, now_ms }: ReadContext, time_ms: number): string | null {
  if (time_ms > now_ms + EVENT_LIMITS.ahead_ms) return 'Its time is in the future.'
  if (time_ms <= now_ms - site.retention_days * DAY_MS)
    return `It is older than the data retention of the website, ${site.retention_days} days.`
  return null
}

export const refuseHost = ({ site }: ReadContext, host: string): string | null =>
  isHostOf(site.domain, host) ? null : `Its host is not ${site.domain} or a subdomain of it.`

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/

/** Milliseconds; null when it is not a time. Without a time zone it is UTC. */
export function readTime(text: string): number | null {
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? []
  if (day === undefined) return null
  const offset = zone === 'UTC' ? 'Z' : /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone
  const time_ms = Date.parse(`${day}T${time}${offset}`)
  return Number.isNaN(time_ms) ? null : time_ms
}

const COUNTRY = /^[A-Z]{2}$/
export const readCountry = (text: string): string => (COUNTRY.test(text.toUpperCase()) ? text.toUpperCase() : '')

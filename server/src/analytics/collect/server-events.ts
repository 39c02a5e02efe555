import { hash, randomBytes } from 'node:crypto'
import type { NewEvent, NewEvents } from '@sitewatch/contract'
import ipaddr from 'ipaddr.js'
import type { Site } from '../websites/index.ts'
import { readPageAddress } from './address.ts'
import { readClient } from './client.ts'
import { readLanguage } from './language.ts'
import { readReferrer } from './sources/index.ts'
import type { Parsed, Visit } from './visit.ts'
import { makeEvent } from './wire.ts'

/** With an id, an event that is sent twice is recognised as a duplicate; without, each one is new. */
function pageviewIdOf(website_id: number, id: string | undefined): string {
  const bits = id === undefined ? randomBytes(8) : hash('sha256', `event ${website_id} ${id}`, 'buffer')
  return bits.readBigUInt64BE(0).toString()
}

function readProps(props: NewEvent['props']): Record<string, string> | null {
  const entries = Object.entries(props ?? {}).map(([name, value]) => [name, String(value)])
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Record<string, string>)
}

/** `judge` (steps/index.ts) calls it as its `read`. */
export function readServerEvent(input: NewEvent, { site, now_ms }: Pick<Visit, 'site' | 'now_ms'>): Parsed {
  const page = readPageAddress(input.url, site.param_rules)
  if (!page) return 'malformed'
  const identity = { pageview_id: pageviewIdOf(site.id, input.id), number: 0, time_ms: input.time ?? now_ms }
  return {
    ...makeEvent(input.kind, page, identity),
    referrer: input.kind === 'pageview' ? readReferrer(input.referrer ?? '', site.domain) : null,
    name: input.kind === 'event' ? (input.name ?? '') : '',
    target: input.kind === 'outbound' || input.kind === 'download' ? (input.target ?? '') : '',
    props: readProps(input.props),
    revenue: input.revenue ? { ...input.revenue, currency: input.revenue.currency.toUpperCase() } : null,
    engaged_ms: input.engaged_ms ?? 0,
    scroll_percent: input.scroll_percent ?? 0,
  }
}

/** The visitor as the server that sends the events describes them. */
export function readServerVisit(body: NewEvents, site: Site, now_ms: number): Visit {
  return {
    site,
    address: ipaddr.process(body.ip_address).toString(),
    user_agent: body.user_agent,
    client: readClient(body.user_agent),
    language: readLanguage(body.language),
    is_own_probe: false,
    refuses_tracking: false,
    now_ms,
  }
}

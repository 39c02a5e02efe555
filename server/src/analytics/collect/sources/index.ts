import { isHostOf } from '../address.ts'
import { memoizeRecent } from '../bounded-cache.ts'
import type { Campaign, Referrer } from '../event.ts'
import { type Channel, pickChannel } from './channel.ts'
import { findSourceByHost, findSourceByName, type KnownSource } from './hosts.ts'

export { isSpamHost } from './spam.ts'

export interface Origin {
  /** Host and path of the page that linked here, without query; '' when none or a page of the site itself. */
  referrer: string
  /** `Google`, `ChatGPT`, `example.org`, or what the campaign says; '' for none. */
  source: string
  channel: Channel
}

const MAX_REFERRER_LENGTH = 500
const APP_SCHEME = 'android-app:'

const withoutWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host)

/** Null when there is none, when it is not the URL of a page or an app, and for the site's own pages. */
export function readReferrer(text: string, domain: string): Referrer | null {
  if (text === '') return null
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:' && url.protocol !== APP_SCHEME)) return null
  const host = url.hostname.toLowerCase()
  if (host === '' || isHostOf(domain, host)) return null
  const bare = withoutWww(host)
  const path = url.protocol === APP_SCHEME || url.pathname === '/' ? '' : url.pathname
  return { host: bare, text: (bare + path).slice(0, MAX_REFERRER_LENGTH) }
}

const findSourceCached = memoizeRecent<KnownSource | null>(5000, (host) => findSourceByHost(host) ?? null)

export function findOrigin(campaign: Campaign, referrer: Referrer | null): Origin {
  const byReferrer = referrer === null ? null : findSourceCached(referrer.host)
  const utmSource = campaign.utm_source
  const byCampaign = utmSource === '' ? undefined : findSourceByName(utmSource)
  const source = utmSource === '' ? (byReferrer ?? undefined) : byCampaign
  return {
    referrer: referrer?.text ?? '',
    source: source?.name ?? (utmSource !== '' ? utmSource : (referrer?.host ?? '')),
    channel: pickChannel(campaign, source, referrer !== null),
  }
}

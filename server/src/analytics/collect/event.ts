import { EVENT_KINDS } from '@sitewatch/contract'

/** The kinds of events, as they are stored. Only the tracker sends vitals. */
export const KINDS = [...EVENT_KINDS, 'vitals'] as const
export type Kind = (typeof KINDS)[number]

/** The URL of a page, split once: excluded parameters are removed, campaign parameters are taken out of the path. */
export interface PageAddress {
  /** Scheme, host and port. */
  origin: string
  host: string
  /** Path, the rest of the query, and the fragment of apps that route by it. */
  path: string
  campaign: Campaign
}

export interface Campaign {
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_content: string
  utm_term: string
  /** The advertiser whose click id the URL contained: `google`, `microsoft`, `facebook`, … The id itself is never stored. */
  click: string
}

/** The page that linked here, without its query. */
export interface Referrer {
  host: string
  /** Host and path, `www.` left out. */
  text: string
}

export interface Revenue {
  amount: number
  currency: string
}

export interface VitalsFigures {
  lcp_ms?: number
  inp_ms?: number
  cls?: number
  ttfb_ms?: number
  fcp_ms?: number
}

/** An event whose shape was checked, before the steps run. The same for events of the tracker and of a server. */
export interface PageEvent {
  kind: Kind
  page: PageAddress
  /** Unsigned 64-bit integer as decimal text; with `number` it identifies the event, so that a duplicate is recognised. */
  pageview_id: string
  number: number
  time_ms: number
  /** Null when there is none, or when it is a page of the site itself. */
  referrer: Referrer | null
  /** CSS pixels; 0 when unknown. */
  width: number
  name: string
  /** The target of an outbound link. */
  target: string
  props: Record<string, string> | null
  revenue: Revenue | null
  engaged_ms: number
  scroll_percent: number
  vitals: VitalsFigures | null
}

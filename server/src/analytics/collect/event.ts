/** What can happen on a page, as it is stored. */
export const KINDS = ['pageview', 'engagement', 'event', 'outbound', 'download', 'not_found', 'vitals'] as const
export type Kind = (typeof KINDS)[number]

/** Where a page is, split once: excluded parameters are gone, campaign parameters have moved out of the path. */
export interface PageAddress {
  /** Scheme, host and port. */
  origin: string
  host: string
  /** Path, what is left of the query, and the fragment of apps that route by it. */
  path: string
  campaign: Campaign
}

export interface Campaign {
  utm_source: string
  utm_medium: string
  utm_campaign: string
  utm_content: string
  utm_term: string
  /** The advertiser whose click id the address carried: `google`, `microsoft`, `facebook`, … The id itself is never kept. */
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

/** An event after its shape was checked, before anybody judged it. Whoever sent it, tracker or server, it looks like this. */
export interface PageEvent {
  kind: Kind
  page: PageAddress
  /** Unsigned 64-bit integer as decimal text; with `number` it names the event: one that arrives twice is the same one. */
  pageview_id: string
  number: number
  time_ms: number
  /** Null when there is none, or when it is a page of the site itself. */
  referrer: Referrer | null
  /** CSS pixels; 0 when unknown. */
  width: number
  name: string
  /** Where a link led. */
  target: string
  props: Record<string, string> | null
  revenue: Revenue | null
  engaged_ms: number
  scroll_percent: number
  vitals: VitalsFigures | null
}

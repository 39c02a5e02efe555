/**
 * Request body of the tracker: one event or a small array of events as JSON, sent as `text/plain`. A browser sends such a body
 * across origins without a preflight.
 */
export type Payload = TrackerEvent | TrackerEvent[]

export type TrackerEvent =
  | PageviewEvent
  | EngagementEvent
  | CustomEventPayload
  | LinkEvent
  | NotFoundEvent
  | VitalsEvent

interface EventBase {
  /** Address of the page: `location.href`, without its fragment unless `data-hash` is set. */
  u: string
  /** Width of the viewport, CSS pixels. */
  w: number
  /** Page view: 64 random bits as a decimal string, new for every page view, kept in memory only. */
  i: string
  /** Number of this event within its page view, from 0 (the page view itself). `(i, k)` is the event's identity. */
  k: number
}

export interface PageviewEvent extends EventBase {
  n: 'pageview'
  /** `document.referrer`; within a single-page app, and after back/forward, the address shown before. May be empty. */
  r: string
}

export interface EngagementEvent extends EventBase {
  n: 'engagement'
  /** Milliseconds visible and focused since the last engagement event of this page view: add them up. */
  e: number
  /** Deepest part of the page seen so far, 0–100: the last (or greatest) one counts. */
  s: number
}

export interface CustomEventPayload extends EventBase {
  n: 'event'
  /** Name given by the site. Like `p` and `$`, whatever the page passed: validate it. */
  a: string
  p?: Record<string, string | number | boolean | null>
  $?: Revenue
}

export interface LinkEvent extends EventBase {
  n: 'outbound' | 'download'
  /** Absolute URL that the link points to. */
  l: string
}

export interface NotFoundEvent extends EventBase {
  n: '404'
}

export interface VitalsEvent extends EventBase {
  n: 'vitals'
  v: Vitals
}

export interface Revenue {
  amount: number
  currency: string
}

/** Milliseconds, except `cls` (a score, four decimals). A metric that was not observed is absent. */
export interface Vitals {
  lcp?: number
  inp?: number
  cls?: number
  ttfb?: number
  fcp?: number
}

/** API for pages: `window.sitewatch(...)`. */
export interface Sitewatch {
  (kind: 'event', name: string, options?: { props?: CustomEventPayload['p']; revenue?: Revenue }): void
  (kind: 'outbound' | 'download', url: string): void
  (kind: '404'): void
  /** Calls made before the script arrived. */
  q?: ArrayLike<unknown>[]
  /** Loaded: a second copy of the script on the same page does nothing. */
  l?: 1
  /** Set by the vitals script. Returns the values once and then removes itself. */
  v?: () => Vitals | undefined
}

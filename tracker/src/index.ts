import type { CustomEventPayload, Revenue, Sitewatch } from './payload.ts'

export type { Revenue }
export type EventProps = NonNullable<CustomEventPayload['p']>

export interface TrackerOptions {
  /** URL of the tracking script, as the dashboard shows it: `https://watch.example.com/t/<tracking_id>.js`. */
  script: string
  /** Where events are sent, when that is not the URL of the script without `.js`. */
  api?: string
  /** Count pages of an app that routes by `#/…`. */
  hash?: boolean
  /** Measure web vitals. */
  vitals?: boolean
  /** Count browsers under automation too, for your own browser tests. */
  allow_automation?: boolean
  /** Nonce of your content security policy. */
  nonce?: string
}

/** Queues calls until the script has loaded. If the script is blocked, they have no effect. */
function api(): Sitewatch | undefined {
  if (typeof window === 'undefined') return undefined
  // A cast instead of the global type: an app may declare its own `window.sitewatch`.
  const page = window as unknown as { sitewatch?: Sitewatch }
  if (page.sitewatch) return page.sitewatch
  const queue: unknown[][] = []
  page.sitewatch = Object.assign((...args: unknown[]) => void queue.push(args), { q: queue })
  return page.sitewatch
}

/**
 * Loads the tracking script once and counts page views from then on, including those of a single-page app. On a server, where there
 * is no `window`, it does nothing.
 */
export function start({ script, api: endpoint, hash, vitals, allow_automation, nonce }: TrackerOptions): void {
  if (api() === undefined || document.querySelector(`script[src="${CSS.escape(script)}"]`)) return
  const element = document.createElement('script')
  element.async = true
  if (nonce !== undefined) element.nonce = nonce
  if (endpoint !== undefined) element.dataset['api'] = endpoint
  if (hash) element.dataset['hash'] = ''
  if (vitals) element.dataset['vitals'] = ''
  if (allow_automation) element.dataset['allowAutomation'] = ''
  element.src = script
  document.head.append(element)
}

/** Counts an event: `track('Order', { props: { plan: 'team' }, revenue: { amount: 49, currency: 'EUR' } })`. */
export function track(name: string, options: { props?: EventProps; revenue?: Revenue } = {}): void {
  api()?.('event', name, options)
}

/** Counts the page as not found, for an app that answers 200 to every path. */
export function trackNotFound(): void {
  api()?.('404')
}

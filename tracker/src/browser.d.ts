import type { Sitewatch, Vitals } from './payload.ts'

// What the two scripts use and the DOM library of TypeScript does not know. Global, because a classic script, the only
// kind that has a `document.currentScript` to learn its endpoint from, can import nothing, not even a type.
declare global {
  /** The website's `honor_dnt`: the server puts 0 or 1 here when it serves the script. */
  const __HONOR_DNT__: number

  type SitewatchApi = Sitewatch
  type WebVitals = Vitals

  interface Window {
    sitewatch?: Sitewatch
  }
  interface Document {
    readonly prerendering?: boolean
  }
  interface Navigator {
    readonly globalPrivacyControl?: boolean
  }
  interface Performance {
    readonly interactionCount?: number
  }
  interface PerformanceNavigationTiming {
    readonly activationStart?: number
    readonly responseStatus?: number
  }
  interface PerformanceEventTiming {
    readonly interactionId?: number
  }
  interface PerformanceObserverInit {
    durationThreshold?: number
  }
  interface LayoutShift extends PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
  }
}

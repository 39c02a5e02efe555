import type { Sitewatch, Vitals } from './payload.ts'

// Browser APIs that the two scripts use and that TypeScript's DOM library lacks. They are global because the scripts are classic
// scripts, which cannot import anything, not even a type. Only classic scripts have `document.currentScript`, which gives the endpoint.
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

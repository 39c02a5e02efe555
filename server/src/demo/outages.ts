import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { instantOf, wallOf } from '@sitewatch/contract/zone'

export interface DemoOutage {
  /** The name of the monitor that noticed it. */
  monitor: string
  /** The domain whose visitors were affected. */
  domain: string
  from_ms: number
  to_ms: number
  cause: { kind: string; http_status: number | null; message: string }
  evidence: { status: number; headers: Record<string, string>; body: string } | null
  /** The share of visitors who reached the site during the outage. */
  reached_share: number
  acknowledged_after_ms: number | null
}

interface When {
  days: number
  hour: number
  minute: number
  weekday?: true
}

/** The last occurrence of that local time, at least `days` days ago. */
function findTime(now_ms: number, timezone: string, { days, hour, minute, weekday }: When): number {
  const wall = wallOf(now_ms, timezone) - days * DAY_MS
  let midnight = wall - (wall % DAY_MS)
  // 1 January 1970 was a Thursday.
  while (weekday && ((Math.floor(midnight / DAY_MS) + 4) % 7) % 6 === 0) midnight -= DAY_MS
  return instantOf(midnight + hour * 60 * MINUTE_MS + minute * MINUTE_MS, timezone)
}

/** Forty minutes in the middle of a working morning, a flap at night, a certificate that nobody renewed. Oldest first. */
export function planOutages(now_ms: number): DemoOutage[] {
  const expired = findTime(now_ms, 'Europe/Berlin', { days: 19, hour: 6, minute: 58 })
  const flap = findTime(now_ms, 'Europe/London', { days: 12, hour: 3, minute: 12 })
  const outage = findTime(now_ms, 'Europe/Berlin', { days: 4, hour: 10, minute: 40, weekday: true })
  return [
    {
      monitor: 'Wholesale docs',
      domain: 'docs.harbour-coffee.example',
      from_ms: expired,
      to_ms: expired + 130 * MINUTE_MS,
      cause: { kind: 'tls', http_status: null, message: 'The certificate has expired.' },
      evidence: null,
      reached_share: 0.15,
      acknowledged_after_ms: 24 * MINUTE_MS,
    },
    {
      monitor: 'Field Notes',
      domain: 'fieldnotes.example',
      from_ms: flap,
      to_ms: flap + 4 * MINUTE_MS,
      cause: { kind: 'timeout', http_status: null, message: 'No answer within 10 seconds.' },
      evidence: null,
      reached_share: 0.1,
      acknowledged_after_ms: null,
    },
    {
      monitor: 'Shop',
      domain: 'harbour-coffee.example',
      from_ms: outage,
      to_ms: outage + 40 * MINUTE_MS,
      cause: { kind: 'http_status', http_status: 503, message: 'Answered 503; expected 200-399.' },
      evidence: {
        status: 503,
        headers: { 'content-type': 'text/html', 'retry-after': '30', server: 'nginx' },
        body: '<html><head><title>503 Service Temporarily Unavailable</title></head><body>database: too many connections</body></html>',
      },
      reached_share: 0,
      acknowledged_after_ms: 6 * MINUTE_MS,
    },
  ]
}

/** A link on a news site: when, and how many more visitors come in its first hour. */
export const planNews = (now_ms: number): { domain: string; host: string; at_ms: number; first_hour: number } => ({
  domain: 'fieldnotes.example',
  host: 'news.ycombinator.com',
  at_ms: findTime(now_ms, 'Europe/London', { days: 8, hour: 14, minute: 5 }),
  first_hour: 420,
})

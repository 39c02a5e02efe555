import type { PageEvent } from '../event.ts'
import type { Drop, EventStep, Parsed, Visit, VisitStep } from '../visit.ts'
import { bot } from './bot.ts'
import { doNotTrack } from './do-not-track.ts'
import { excludedAddress } from './excluded-address.ts'
import { futureTime } from './future-time.ts'
import { malformed } from './malformed.ts'
import { oversized } from './oversized.ts'
import { ownProbe } from './own-probe.ts'
import { spamReferrer } from './spam-referrer.ts'
import { staleTime } from './stale-time.ts'
import { unknownSite } from './unknown-site.ts'
import { visitorLimit } from './visitor-limit.ts'
import { wrongHost } from './wrong-host.ts'

/** Run in this order; the first step that drops an event gives the reason. A new reason is one file and one line here. */
const VISIT_STEPS: readonly VisitStep[] = [unknownSite, ownProbe, doNotTrack, excludedAddress]
/** The drops of events that cannot be read. */
const UNREADABLE = { oversized, malformed }
const EVENT_STEPS: readonly EventStep[] = [wrongHost, futureTime, staleTime, spamReferrer, bot]

export const DROPS: readonly Drop[] = [...VISIT_STEPS, ...Object.values(UNREADABLE), ...EVENT_STEPS, visitorLimit]

export { visitorLimit } from './visitor-limit.ts'

const byReason = new Map(DROPS.map((drop) => [drop.reason, drop]))

export const describeReason = (reason: string): string => byReason.get(reason)?.description ?? reason

export type CheckedEvent =
  | { readonly drop: null; readonly event: PageEvent }
  | { readonly drop: Drop; readonly event: PageEvent | null }

/**
 * Reads one event and runs the steps on it. If the whole request is dropped, the event is not read. `read` comes through the collector:
 * `readTracked` (wire.ts) from receive.ts, `readServerEvent` (server-events.ts) from routes.ts.
 */
export function judge<Raw>(raw: Raw, visit: Visit, read: (raw: Raw, visit: Visit) => Parsed): CheckedEvent {
  for (const drop of VISIT_STEPS) if (drop.drops(visit)) return { drop, event: null }
  const event = read(raw, visit)
  if (typeof event === 'string') return { drop: UNREADABLE[event], event: null }
  for (const drop of EVENT_STEPS) if (drop.drops(event, visit)) return { drop, event }
  return { drop: null, event }
}

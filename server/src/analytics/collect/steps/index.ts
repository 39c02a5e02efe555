import type { Draft, Step, Visit } from '../visit.ts'
import { bot } from './bot.ts'
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

/** In this order; the first that drops an event names the reason. A new reason is one file and one line here. */
export const STEPS: readonly Step[] = [
  unknownSite,
  ownProbe,
  excludedAddress,
  oversized,
  malformed,
  wrongHost,
  futureTime,
  staleTime,
  spamReferrer,
  bot,
  visitorLimit,
]

export { visitorLimit } from './visitor-limit.ts'

const byReason = new Map(STEPS.map((step) => [step.reason, step]))

export const describeReason = (reason: string): string => byReason.get(reason)?.description ?? reason

/** The step that drops it, or null: it counts. */
export function findDrop(draft: Draft, visit: Visit): Step | null {
  for (const step of STEPS) if (step.drops(draft, visit)) return step
  return null
}

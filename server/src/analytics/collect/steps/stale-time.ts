import { DAY_MS } from '@sitewatch/contract/durations'
import type { EventStep } from '../visit.ts'

/** For older events the key of that day's visitor ids may be destroyed. */
const MAX_AGE_MS = DAY_MS

export const staleTime: EventStep = {
  reason: 'stale_time',
  description: 'A server sent it with a time more than 24 hours ago.',
  drops: (event, { now_ms }) => event.time_ms < now_ms - MAX_AGE_MS,
}

import { EVENT_LIMITS } from '@sitewatch/contract'
import type { EventStep } from '../visit.ts'

export const futureTime: EventStep = {
  reason: 'future_time',
  description: 'A server sent it with a time more than 5 minutes in the future.',
  drops: (event, { now_ms }) => event.time_ms > now_ms + EVENT_LIMITS.ahead_ms,
}

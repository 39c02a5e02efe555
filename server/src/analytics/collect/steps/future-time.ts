import type { EventStep } from '../visit.ts'

/** The tolerated difference between two servers' clocks. */
const TOLERANCE_MS = 5 * 60_000

export const futureTime: EventStep = {
  reason: 'future_time',
  description: 'A server sent it with a time more than 5 minutes in the future.',
  drops: (event, { now_ms }) => event.time_ms > now_ms + TOLERANCE_MS,
}

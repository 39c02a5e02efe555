import type { Drop } from '../visit.ts'

/** Run by the collector after all other steps: it needs the visitor's id, which is computed only for events that count. */
export const visitorLimit: Drop = {
  reason: 'visitor_limit',
  description: 'One visitor sent more events in a day than allowed (SITEWATCH_MAX_EVENTS_PER_VISITOR).',
}

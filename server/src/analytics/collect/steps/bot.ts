import type { EventStep } from '../visit.ts'

/** The last step, so that an event stored apart would have counted but for this. */
export const bot: EventStep = {
  reason: 'bot',
  description: 'A robot by its user agent, and exclude_bots is 1. Kept apart from the statistics.',
  keepsApart: true,
  drops: (_event, { site, client }) => site.exclude_bots && client.bot !== '',
}

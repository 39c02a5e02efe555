import type { EventStep } from '../visit.ts'

/** The last event step, so that every event it stores as filtered would otherwise have been counted. */
export const bot: EventStep = {
  reason: 'bot',
  description: 'The user agent is a known bot, and exclude_bots is 1. Not counted in the statistics.',
  storesFiltered: true,
  drops: (_event, { site, client }) => site.exclude_bots && client.bot !== '',
}

import type { EventStep } from '../visit.ts'

/** The last step, so that an event stored apart would have counted but for this. */
export const bot: EventStep = {
  reason: 'bot',
  description: 'The user agent is a known bot, and exclude_bots is 1. Not counted in the statistics.',
  keepsApart: true,
  drops: (_event, { site, client }) => site.exclude_bots && client.bot !== '',
}

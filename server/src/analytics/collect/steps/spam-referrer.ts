import { isSpamHost } from '../sources/index.ts'
import type { EventStep } from '../visit.ts'

export const spamReferrer: EventStep = {
  reason: 'spam_referrer',
  description: 'The page that linked here is known for inventing visits.',
  drops: (event) => event.referrer !== null && isSpamHost(event.referrer.host),
}

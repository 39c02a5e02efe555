import { isSpamHost } from '../sources/index.ts'
import type { Step } from '../visit.ts'

export const spamReferrer: Step = {
  reason: 'spam_referrer',
  description: 'The page that linked here is known for inventing visits.',
  drops: ({ event }) => event !== null && event.referrer !== null && isSpamHost(event.referrer.host),
}

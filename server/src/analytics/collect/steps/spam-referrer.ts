import { isSpamHost } from '../sources/index.ts'
import type { EventStep } from '../visit.ts'

export const spamReferrer: EventStep = {
  reason: 'spam_referrer',
  description: 'The referrer is a known spam source.',
  drops: (event) => event.referrer !== null && isSpamHost(event.referrer.host),
}

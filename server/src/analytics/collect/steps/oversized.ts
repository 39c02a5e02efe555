import type { Step } from '../visit.ts'
import { isOversized } from '../wire.ts'

export const oversized: Step = {
  reason: 'oversized',
  description: 'An address, a name or the properties were longer than allowed, or the request held too much.',
  drops: (draft) => draft.event === null && isOversized(draft.raw),
}

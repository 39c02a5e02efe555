import type { Step } from '../visit.ts'
import { readTrackerEvent } from '../wire.ts'

/** Gives the draft its event: what follows may rely on the shape. */
export const malformed: Step = {
  reason: 'malformed',
  description: 'It was not an event: a field was missing or not of its kind, for example a revenue without a currency.',
  drops(draft, { site, now_ms }) {
    draft.event ??= readTrackerEvent(draft.raw, site, now_ms)
    return draft.event === null
  },
}

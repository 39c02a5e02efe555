import type { Drop } from '../visit.ts'

export const malformed: Drop = {
  reason: 'malformed',
  description: 'It was not an event: a field was missing or not of its kind, for example a revenue without a currency.',
}

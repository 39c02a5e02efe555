import type { Drop } from '../visit.ts'

export const malformed: Drop = {
  reason: 'malformed',
  description: 'Not a valid event: a field is missing or has the wrong type, for example revenue without a currency.',
}

import type { Drop } from '../visit.ts'

export const oversized: Drop = {
  reason: 'oversized',
  description: 'An address, a name or the properties were longer than allowed, or the request held too much.',
}

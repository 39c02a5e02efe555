import type { Drop } from '../visit.ts'

export const oversized: Drop = {
  reason: 'oversized',
  description: 'A URL, name or property is too long, or the request is too large.',
}

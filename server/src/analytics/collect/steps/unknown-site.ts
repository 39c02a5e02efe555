import type { Step } from '../visit.ts'

/** Nobody's: counted in the metrics of the process alone. */
export const unknownSite: Step = {
  reason: 'unknown_site',
  description: 'The tracking id belongs to no website.',
  drops: (_draft, visit) => visit.site.id === 0,
}

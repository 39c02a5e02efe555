import type { Step } from '../visit.ts'

/** Belongs to no website: counted only in the metrics of the process. */
export const unknownSite: Step = {
  reason: 'unknown_site',
  description: 'The tracking id belongs to no website.',
  drops: (_draft, visit) => visit.site.id === 0,
}

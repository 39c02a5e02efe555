import type { VisitStep } from '../visit.ts'

/** Belongs to no website: counted only in the metrics of the process. */
export const unknownSite: VisitStep = {
  reason: 'unknown_site',
  description: 'The tracking id belongs to no website.',
  drops: (visit) => visit.site.id === 0,
}

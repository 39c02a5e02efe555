import type { VisitStep } from '../visit.ts'

/** Belongs to no website: counted only in the metrics of the process. */
export const unknownSite: VisitStep = {
  reason: 'unknown_site',
  description: 'No website has this tracking ID.',
  drops: (visit) => visit.site.id === 0,
}

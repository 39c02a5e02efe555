import type { VisitStep } from '../visit.ts'

export const ownProbe: VisitStep = {
  reason: 'own_probe',
  description: 'It came from one of your own monitors, recognised by its signature.',
  drops: (visit) => visit.is_own_probe,
}

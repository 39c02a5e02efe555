import type { VisitStep } from '../visit.ts'

export const ownProbe: VisitStep = {
  reason: 'own_probe',
  description: 'It came from one of our own checks, known by its signature.',
  drops: (visit) => visit.is_own_probe,
}

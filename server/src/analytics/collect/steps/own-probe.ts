import type { Step } from '../visit.ts'

export const ownProbe: Step = {
  reason: 'own_probe',
  description: 'It came from one of our own checks, known by its signature.',
  drops: (_draft, visit) => visit.is_own_probe,
}

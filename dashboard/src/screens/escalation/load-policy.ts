import type { QueryClient } from '@tanstack/react-query'
import { foundChoicesQuery } from '../../ui/choices.ts'
import { providerChoices } from '../../data/notifications/provider-choices.ts'
import { scheduleChoices } from '../../data/on-call/schedule-choices.ts'
import { policyQuery } from '../../data/escalation/queries.ts'

/** Loaded before the first paint, so that the layout does not shift. */
export const loadPolicy = (client: QueryClient, policy: string) =>
  Promise.all([
    client.prefetchQuery(foundChoicesQuery(providerChoices)),
    client.prefetchQuery(foundChoicesQuery(scheduleChoices)),
    ...(policy === 'new' ? [] : [client.prefetchQuery(policyQuery(Number(policy)))]),
  ])

import type { QueryClient } from '@tanstack/react-query'
import { teamsQuery } from '../../api.ts'
import { foundChoicesQuery } from '../../ui/choices.ts'
import { policyListQuery } from '../escalation/queries.ts'
import { providerChoices } from '../notifications/provider-choices.ts'
import { onCallQuery, scheduleQuery, SHOWN_DAYS } from './queries.ts'

/** Before the first paint, the scripts of its parts included, so that nothing moves when one of them arrives. */
export async function loadSchedule(client: QueryClient, schedule: string): Promise<void> {
  const form = Promise.all([import('./schedule-form.tsx'), client.prefetchQuery(foundChoicesQuery(providerChoices))])
  if (schedule !== 'new') {
    await Promise.all([
      client.prefetchQuery(scheduleQuery(Number(schedule))),
      client.prefetchQuery(onCallQuery(Number(schedule), SHOWN_DAYS)),
      client.prefetchQuery(policyListQuery),
      // Its roles decide about the link to the history.
      client.prefetchQuery(teamsQuery),
    ])
  }
  await form
}

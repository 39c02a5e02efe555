import type { QueryClient } from '@tanstack/react-query'
import { teamsQuery } from '../../api.ts'
import { foundChoicesQuery } from '../../ui/choices.ts'
import { policyListQuery } from '../escalation/queries.ts'
import { providerChoices } from '../notifications/provider-choices.ts'
import { onCallQuery, scheduleListQuery, scheduleQuery, SHOWN_DAYS } from './queries.ts'

/** Who is on call is shown in the list, which would move when it arrives. */
export async function loadSchedules(client: QueryClient): Promise<void> {
  await client.prefetchQuery(scheduleListQuery)
  const schedules = client.getQueryData(scheduleListQuery.queryKey)?.data ?? []
  await Promise.all(schedules.map(({ id }) => client.prefetchQuery(onCallQuery(id, SHOWN_DAYS))))
}

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

import type { QueryClient } from '@tanstack/react-query'
import { teamsQuery } from '../../data/teams/queries.ts'
import { foundChoicesQuery } from '../../ui/choices.ts'
import { policyListQuery } from '../../data/escalation/queries.ts'
import { providerChoices } from '../../data/notifications/provider-choices.ts'
import { onCallQuery, scheduleListQuery, scheduleQuery, SHOWN_DAYS } from '../../data/on-call/queries.ts'
import { ScheduleForm } from './schedule-parts.tsx'

/** Also loads who is on call: the list would shift if it arrived later. */
export async function loadSchedules(client: QueryClient): Promise<void> {
  await client.prefetchQuery(scheduleListQuery)
  const schedules = client.getQueryData(scheduleListQuery.queryKey)?.data ?? []
  await Promise.all(schedules.map(({ id }) => client.prefetchQuery(onCallQuery(id, SHOWN_DAYS))))
}

/** Loaded before the first paint, including the script of the form, so that the layout does not shift. */
export async function loadSchedule(client: QueryClient, schedule: string): Promise<void> {
  const form = Promise.all([ScheduleForm.preload(), client.prefetchQuery(foundChoicesQuery(providerChoices))])
  if (schedule !== 'new') {
    await Promise.all([
      client.prefetchQuery(scheduleQuery(Number(schedule))),
      client.prefetchQuery(onCallQuery(Number(schedule), SHOWN_DAYS)),
      client.prefetchQuery(policyListQuery),
      // The role in the team decides whether the link to the change history is shown.
      client.prefetchQuery(teamsQuery),
    ])
  }
  await form
}

import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The keys start with the live topic, so that live updates refetch them. */
export const scheduleListQuery = queryOptions({
  queryKey: ['on_call_schedule', 'list'],
  queryFn: ({ signal }) => api.onCallSchedules.list({ pageSize: 100 }, { signal }),
})

export const scheduleQuery = (id: number) =>
  queryOptions({
    queryKey: ['on_call_schedule', id],
    queryFn: ({ signal }) => api.onCallSchedules.show(id, { signal }),
  })

/** Handovers happen without a change of the schedule, so it is refetched every minute. */
export const onCallQuery = (id: number, days: number) =>
  queryOptions({
    queryKey: ['on_call_schedule', id, 'on-call', days],
    queryFn: ({ signal }) => api.onCallSchedules.onCall(id, { days }, { signal }),
    refetchInterval: 60_000,
  })

/** Number of days that the screen of a schedule shows. */
export const SHOWN_DAYS = 14

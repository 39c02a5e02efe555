import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Their keys are the names of their topics, by which live updates find them. */
export const scheduleListQuery = queryOptions({
  queryKey: ['on_call_schedule', 'list'],
  queryFn: ({ signal }) => api.onCallSchedules.list({ pageSize: 100 }, { signal }),
})

export const scheduleQuery = (id: number) =>
  queryOptions({
    queryKey: ['on_call_schedule', id],
    queryFn: ({ signal }) => api.onCallSchedules.show(id, { signal }),
  })

/** Handovers happen without a change of the schedule, so it is asked for every minute. */
export const onCallQuery = (id: number, days: number) =>
  queryOptions({
    queryKey: ['on_call_schedule', id, 'on-call', days],
    queryFn: ({ signal }) => api.onCallSchedules.onCall(id, { days }, { signal }),
    refetchInterval: 60_000,
  })

/** How much of a schedule its screen shows. */
export const SHOWN_DAYS = 14

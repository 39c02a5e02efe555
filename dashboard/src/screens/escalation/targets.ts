import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { providersQuery } from '../../data/notifications/providers-query.ts'
import { scheduleListQuery } from '../../data/on-call/queries.ts'

interface Targets {
  provider_ids: readonly number[]
  on_call_schedule_ids: readonly number[]
}

/** Returns the names of the targets of a step: schedules first, then providers. A deleted target is named as such. */
export type NameTargets = (targets: Targets) => string[]

/** Undefined until providers and schedules have loaded. */
export function useTargetNames(): NameTargets | undefined {
  const providers = useQuery(providersQuery).data
  const schedules = useQuery(scheduleListQuery).data?.data
  if (!providers || !schedules) return undefined
  const providerNames = new Map(providers.map(({ id, name }) => [id, name]))
  const scheduleNames = new Map(schedules.map(({ id, name }) => [id, name]))
  return ({ provider_ids, on_call_schedule_ids }) => [
    ...on_call_schedule_ids.map((id) => nameSchedule(scheduleNames.get(id))),
    ...provider_ids.map((id) => providerNames.get(id) ?? t`a deleted provider`),
  ]
}

const nameSchedule = (name: string | undefined): string =>
  name === undefined ? t`a deleted schedule` : t`${name} (on call)`

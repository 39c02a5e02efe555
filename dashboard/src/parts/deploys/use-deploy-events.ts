import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartEvent } from '../../charts/index.ts'
import { useCurrentTeam } from '../../data/teams/roles.ts'
import { toDeployEvent } from './deploy-words.ts'
import { deploysQuery } from '../../data/deploys/queries.ts'

/** The deploys that concern a monitor since `from`, for its chart. Empty for guests, who may not see deploys. */
export function useDeployEvents(monitor_id: number, from: string | undefined): readonly ChartEvent[] {
  const role = useCurrentTeam()?.role
  const isAllowed = role !== undefined && role !== 'guest'
  const { data } = useQuery({ ...deploysQuery({ monitor_id, from }), enabled: from !== undefined && isAllowed })
  return useMemo(() => data?.data.map(toDeployEvent) ?? [], [data])
}

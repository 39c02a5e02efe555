import type { Team } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { teamsQuery } from './queries.ts'
import { sessionQuery } from '../accounts/queries.ts'
import { currentTeam } from '../../platform/current-team.ts'

export type TeamRole = Team['role']

/** The team that this tab shows. Undefined until the teams have loaded, or if the user is no longer a member. */
export function useCurrentTeam(): Team | undefined {
  const { data: session } = useQuery(sessionQuery)
  const { data } = useQuery(teamsQuery)
  const team_id = currentTeam() ?? session?.user.id
  return data?.data.find(({ id }) => id === team_id)
}

/** Guests may see only chosen websites and their monitors: the server rejects the rest. False until the role is known. */
export const useIsGuest = (): boolean => useCurrentTeam()?.role === 'guest'

export const canAdminister = (role: TeamRole): boolean => role === 'owner' || role === 'admin'

import type { Team } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery, teamsQuery } from '../../api.ts'
import { currentTeam } from '../../current-team.ts'

export type TeamRole = Team['role']

/** The team that this tab shows; undefined until the list is there, or when it is no longer one of the user's. */
export function useCurrentTeam(): Team | undefined {
  const { data: session } = useQuery(sessionQuery)
  const { data } = useQuery(teamsQuery)
  const shown = currentTeam() ?? session?.user.id
  return data?.data.find(({ id }) => id === shown)
}

/** A guest sees chosen websites and their monitors only: the server refuses the rest. Until the role is known, false. */
export const useIsGuest = (): boolean => useCurrentTeam()?.role === 'guest'

export const canAdminister = (role: TeamRole): boolean => role === 'owner' || role === 'admin'

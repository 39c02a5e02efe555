import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'

/** The teams of the signed-in user, the personal team first. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => api.teams.list({ pageSize: 100 }, { signal }),
  staleTime: 60_000,
})

/** The first hundred members, for a choice. */
export const teamMembersQuery = (team_id: number | undefined) =>
  queryOptions({
    queryKey: ['team-members', team_id, 'all'],
    queryFn: ({ signal }) => api.teams.members(team_id ?? 0, { pageSize: 100 }, { signal }),
    enabled: team_id !== undefined,
  })

export const teamMemberListQuery = (team_id: number, page: number) =>
  queryOptions({
    queryKey: ['team-members', team_id, page],
    queryFn: ({ signal }) => api.teams.members(team_id, { page }, { signal }),
    placeholderData: keepPreviousData,
  })

export const teamInvitationsQuery = (team_id: number) =>
  queryOptions({
    queryKey: ['team-invitations', team_id],
    queryFn: ({ signal }) => api.teams.invitations(team_id, { pageSize: 100 }, { signal }),
  })

/** What an invitation says before it is accepted. */
export const invitationPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['team-invitation', token],
    queryFn: ({ signal }) => api.teamInvitations.preview({ token }, { signal }),
    retry: false,
  })

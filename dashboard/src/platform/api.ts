import { createClient, SitewatchError } from '@sitewatch/sdk'
import { queryOptions } from '@tanstack/react-query'
import { BASE_PATH } from './page-facts.ts'
import { currentTeam } from './current-team.ts'

/** The API client of the dashboard: same origin, with the session cookie, in the chosen team. */
export const api = createClient({ base_url: BASE_PATH, retries: 1, team_id: currentTeam })

export const isUnauthenticated = (error: unknown): boolean => error instanceof SitewatchError && error.status === 401
export const isNotFound = (error: unknown): boolean => error instanceof SitewatchError && error.status === 404

/** The signed-in user. Fetched once per visit; a 401 from any other call ends the session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => api.session.show({ signal }),
  staleTime: Infinity,
  retry: false,
})

/** The teams of the signed-in user, the personal team first. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => api.teams.list({ pageSize: 100 }, { signal }),
  staleTime: 60_000,
})

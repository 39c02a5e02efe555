import { createClient, SitewatchError } from '@sitewatch/sdk'
import { queryOptions } from '@tanstack/react-query'
import { BASE_PATH } from './page-facts.ts'
import { currentTeam } from './current-team.ts'

/** The one client: same origin, by the session's cookie, in the team that was chosen. */
export const api = createClient({ base_url: BASE_PATH, retries: 1, team_id: currentTeam })

export const isUnauthenticated = (error: unknown): boolean => error instanceof SitewatchError && error.status === 401
export const isNotFound = (error: unknown): boolean => error instanceof SitewatchError && error.status === 404

/** Who is signed in. Fetched once a visit; a 401 from any other call ends it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => api.session.show({ signal }),
  staleTime: Infinity,
  retry: false,
})

/** The teams of who is signed in, the personal one first. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => api.teams.list({ pageSize: 100 }, { signal }),
  staleTime: 60_000,
})

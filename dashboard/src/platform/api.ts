import { createClient, SitewatchError } from '@sitewatch/sdk'
import { BASE_PATH } from './page-facts.ts'
import { currentTeam } from './current-team.ts'

/** The API client of the dashboard: same origin, with the session cookie, in the chosen team. */
export const api = createClient({ base_url: BASE_PATH, retries: 1, team_id: currentTeam })

export const isUnauthenticated = (error: unknown): boolean => error instanceof SitewatchError && error.status === 401
export const isNotFound = (error: unknown): boolean => error instanceof SitewatchError && error.status === 404

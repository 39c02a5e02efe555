import { z } from 'zod'

/** What a member of a team may do, most first. Each role may do what the ones after it may. */
export const TEAM_ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest'] as const

export const TeamRole = z.enum(TEAM_ROLES)
export type TeamRole = z.infer<typeof TeamRole>

/** Whether the role may do what the other one, the least that is needed, may do. */
export const isAtLeast = (role: TeamRole, least: TeamRole): boolean =>
  TEAM_ROLES.indexOf(role) <= TEAM_ROLES.indexOf(least)

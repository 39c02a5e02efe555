import { z } from 'zod'

/** Roles in a team, the highest first. Each role has the permissions of the roles after it. */
export const TEAM_ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest'] as const

export const TeamRole = z.enum(TEAM_ROLES)
export type TeamRole = z.infer<typeof TeamRole>

/** Whether the role has the permissions of the minimum role. */
export const isAtLeast = (role: TeamRole, minimum: TeamRole): boolean =>
  TEAM_ROLES.indexOf(role) <= TEAM_ROLES.indexOf(minimum)

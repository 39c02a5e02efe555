import { isAtLeast, type Route, type TeamRole } from '@sitewatch/contract'
import type { Actor } from './auth.ts'
import { problem } from './problem.ts'

export function requireRole({ role }: Pick<Actor, 'role'>, required: TeamRole): void {
  if (isAtLeast(role, required)) return
  throw problem('insufficient_role', {
    detail: `Your role in this team is ${role}; this requires ${required}. Ask an owner or admin of the team.`,
    required_role: required,
  })
}

/** Whether the call only concerns the caller's own data, for which a lower role is enough. */
function isOwn({ own }: Route, actor: Actor, { params, body }: { params: object; body: object }): boolean {
  if (!own || !isAtLeast(actor.role, own.role)) return false
  if ('param' in own) return (params as Record<string, unknown>)[own.param] === actor.user_id
  const names = Object.entries(body).filter(([, value]) => value !== undefined)
  return names.length > 0 && names.every(([name]) => own.fields.includes(name))
}

/** The first check; the policies of the database are the second. */
export function checkRole(route: Route, actor: Actor, inputs: { params: object; body: object }): void {
  if (route.role !== null && !isOwn(route, actor, inputs)) requireRole(actor, route.role)
}

import type { Scope } from '@sitewatch/contract'
import type { Actor } from './auth.ts'
import { problem } from './problem.ts'

export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.scopes.has(scope)) return
  throw problem('insufficient_scope', { detail: `This requires the scope ${scope}.`, required_scope: scope })
}

import { describeAccess, isAtLeast, type Route, type Scope, sortByTag, tagOf } from '@sitewatch/contract'
import type { Actor } from '../http/auth.ts'
import type { Served } from '../http/serve.ts'
import { whyExcluded } from './excluded.ts'
import { describeArguments } from './tool-input.ts'

export interface Tool {
  served: Served
  /** As `tools/list` shows it. */
  definition: {
    name: string
    title: string
    description: string
    inputSchema: { type: 'object' } & Record<string, unknown>
    annotations: Record<string, boolean>
  }
}

/** `statusPages.list` → `status_pages_list`: models accept letters, digits, `_` and `-` only. */
export const toolName = (id: string): string =>
  id.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const titleOf = ({ id }: Route): string => `${tagOf(id).name}: ${id.split('.').at(-1)}`

function annotate({ method, outsideEffect }: Route): Record<string, boolean> {
  const readOnlyHint = method === 'GET'
  return {
    readOnlyHint,
    // An update loses the previous values, as a deletion does; a creation does not.
    ...(!readOnlyHint && { destructiveHint: method !== 'POST', idempotentHint: method !== 'POST' }),
    openWorldHint: outsideEffect === true,
  }
}

function makeTool(served: Served): Tool {
  const { route } = served
  return {
    served,
    definition: {
      name: toolName(route.id),
      title: titleOf(route),
      description: `${route.summary}. ${describeAccess(route.scope)}`,
      inputSchema: { type: 'object', ...describeArguments(route) },
      annotations: annotate(route),
    },
  }
}

/** The operations of the contract that an assistant may use, by name. */
export function makeTools(all: readonly Served[]): ReadonlyMap<string, Tool> {
  const served = new Map(all.map((each) => [each.route.id, each]))
  const chosen = sortByTag(all.map(({ route }) => route)).filter((route) => whyExcluded(route) === undefined)
  return new Map(chosen.map((route) => [toolName(route.id), makeTool(served.get(route.id) as Served)]))
}

/** Whether the scopes and limits of the key and the role of its owner suffice. The pipeline checks it again at the call. */
export function isAllowed(
  { served: { route } }: Tool,
  { scopes, role, is_limited }: Pick<Actor, 'scopes' | 'role' | 'is_limited'>,
): boolean {
  if (is_limited && route.limitedKeys !== true) return false
  const needed = [route.scope].flat() as Scope[]
  const requiredRole = route.own?.role ?? route.role
  return needed.every((scope) => scopes.has(scope)) && (requiredRole === null || isAtLeast(role, requiredRole))
}

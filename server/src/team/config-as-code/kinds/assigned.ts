import type { MonitorAssignments } from '@sitewatch/contract'
import type { Entry, DeferredChange } from '../kind.ts'
import type { Fields, Operations } from '../operations.ts'
import type { Registry } from '../registry.ts'

/** Manual assignments, by monitor. Assignments by a rule come from the rule. */
export async function listAssigned(operations: Operations): Promise<Map<number, Fields>> {
  const rows = (await operations.list('assignments.list')) as unknown as MonitorAssignments[]
  return new Map(
    rows.map(({ id, assignments, removed_provider_ids }) => {
      const idsOf = (enabled: boolean): number[] =>
        assignments
          .filter((each) => each.source === 'manual' && each.enabled === enabled)
          .map(({ provider_id }) => provider_id)
      return [
        id,
        { providers: idsOf(true), disabled_providers: idsOf(false), unassigned_providers: removed_provider_ids },
      ] as const
    }),
  )
}

const list = (entry: Entry, field: string): string[] => (entry[field] ?? []) as string[]
const listAll = (entry: Entry): string[] => [...list(entry, 'providers'), ...list(entry, 'disabled_providers')]

/**
 * A provider that a file no longer names is unassigned, as if a person had unassigned it: no rule assigns it again. That stays so until the
 * file or a person assigns it.
 */
export function reconcileAssigned(entry: Entry, before: Entry, registry: Registry): Entry {
  const assigned = listAll(entry)
  const known = [...list(before, 'unassigned_providers'), ...list(entry, 'unassigned_providers'), ...listAll(before)]
  const unassigned = [...new Set(known)].filter((name) => !assigned.includes(name) && registry.has('provider', name))
  return { ...entry, unassigned_providers: unassigned.sort() }
}

export async function saveAssigned(
  operations: Operations,
  registry: Registry,
  { id, before, after }: DeferredChange,
): Promise<void> {
  const send = (operation: string, name: string, more: Fields = {}) =>
    operations.run(operation, {
      params: { id },
      body: { provider_id: registry.idOf('provider', name, 'providers'), ...more },
    })
  for (const [field, enabled] of [
    ['providers', true],
    ['disabled_providers', false],
  ] as const) {
    const added = list(after, field).filter((name) => !list(before, field).includes(name))
    for (const name of added) await send('monitors.assign', name, { enabled })
  }
  const previous = list(before, 'unassigned_providers')
  for (const name of list(after, 'unassigned_providers').filter((each) => !previous.includes(each))) {
    // Only an assigned provider can be unassigned; a rule may have assigned it or not.
    if (!listAll(before).includes(name)) await send('monitors.assign', name, { enabled: false })
    await send('monitors.unassign', name)
  }
}

import {
  DEFAULT_MONITOR_TYPE,
  defaultQuorum,
  ENTRY_SETTINGS,
  findSettingFacts,
  isPassive,
  MONITOR_DEFAULTS,
  type MonitorType,
} from '@sitewatch/contract'
import { type Entry, hideSecrets, type Kind, pick, sorted, translate } from '../kind.ts'
import type { Fields, Operations } from '../operations.ts'
import { listAssigned, reconcileAssigned, saveAssigned } from './assigned.ts'
import { readDomain } from './websites.ts'

const typeOf = ({ type }: Entry): MonitorType => (type ?? DEFAULT_MONITOR_TYPE) as MonitorType

const ASSIGNED = ['providers', 'disabled_providers', 'unassigned_providers'] as const

/** The defaults of its type. A secret that is left out is kept; in a map of secrets, the names are not secret. */
function defaultsOf(entry: Entry): Fields {
  const { defaults, secrets } = findSettingFacts(typeOf(entry))
  return Object.fromEntries(
    Object.entries(defaults).filter(([name, value]) => !secrets.includes(name) || value !== null),
  )
}

function complete(entry: Entry): Entry {
  const { locations = [] } = entry
  const type = typeOf(entry)
  return {
    ...defaultsOf(entry),
    ...(!isPassive(type) && { interval: MONITOR_DEFAULTS.interval }),
    ...pick(MONITOR_DEFAULTS, ENTRY_SETTINGS),
    quorum: defaultQuorum(locations as unknown[]),
    escalation_policy: null,
    ...entry,
    type,
    website: readDomain(entry['website'] ?? null),
    depends_on: sorted(entry['depends_on'] ?? []),
    providers: sorted(entry['providers'] ?? []),
    disabled_providers: sorted(entry['disabled_providers'] ?? []),
  }
}

const setParents = (operations: Operations, id: number, depends_on: readonly number[]) =>
  operations.run('monitors.update', { params: { id }, body: { depends_on } })

export const monitors: Kind = {
  kind: 'monitor',
  section: 'monitors',
  group: 'monitors',
  key: ['friendly_name'],
  nameOf: ({ friendly_name }) => String(friendly_name),
  async list(operations) {
    const [found, assigned] = [await operations.list('monitors.list'), await listAssigned(operations)]
    return found.map((monitor) => ({ ...monitor, ...assigned.get(monitor['id'] as number) }))
  },
  toEntry(record, registry) {
    const type = typeOf(record)
    const { names, secrets } = findSettingFacts(type)
    const activeFields = isPassive(type) ? [] : ['url', 'interval']
    const { website_id, escalation_policy_id } = record
    return {
      ...hideSecrets(pick(record, ['friendly_name', 'type', ...activeFields, ...names, ...ENTRY_SETTINGS]), secrets),
      website: website_id === null ? null : registry.nameOf('website', website_id),
      escalation_policy:
        escalation_policy_id === null ? null : registry.nameOf('escalation_policy', escalation_policy_id),
      depends_on: registry.namesOf('monitor', record['depends_on']),
      ...Object.fromEntries(ASSIGNED.map((name) => [name, registry.namesOf('provider', record[name] ?? [])])),
    }
  },
  complete,
  deciders: ['type'],
  reconcile: reconcileAssigned,
  secrets: (entry) => findSettingFacts(typeOf(entry)).secrets,
  toBody(entry, registry) {
    const idsOf = (field: string) => (names: unknown) => ({ [field]: registry.idsOf('provider', names, field) })
    return translate(entry, {
      website: (domain) => ({
        website_id: domain === null ? null : registry.idOf('website', readDomain(domain), 'website'),
      }),
      escalation_policy: (name) => ({
        escalation_policy_id: name === null ? null : registry.idOf('escalation_policy', name, 'escalation_policy'),
      }),
      depends_on: (names) => ({ depends_on: registry.idsOf('monitor', names, 'depends_on') }),
      ...Object.fromEntries(ASSIGNED.map((field) => [field, idsOf(field)])),
    })
  },
  // Sent explicitly, or the monitor would get the default providers.
  toNew: ({ providers = [] }, registry) => ({ provider_ids: registry.idsOf('provider', providers, 'providers') }),
  deferred: {
    fields: ['depends_on', ...ASSIGNED],
    initial: ({ providers = [] }) => ({ depends_on: [], providers, disabled_providers: [], unassigned_providers: [] }),
    /** Two monitors may swap their dependency, and must not depend on each other in between. */
    async release(operations, registry, { id, before, after }) {
      const [previous, next] = [before['depends_on'] as string[], after['depends_on'] as string[]]
      const kept = previous.filter((name) => next.includes(name))
      if (kept.length < previous.length) await setParents(operations, id, registry.idsOf('monitor', kept, 'depends_on'))
    },
    async save(operations, registry, { id, before, after }) {
      const [previous, next] = [before['depends_on'] as string[], after['depends_on'] as string[]]
      if (next.some((name) => !previous.includes(name)))
        await setParents(operations, id, registry.idsOf('monitor', next, 'depends_on'))
      await saveAssigned(operations, registry, { id, before, after })
    },
  },
}

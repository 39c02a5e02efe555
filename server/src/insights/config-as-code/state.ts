import { isDeepStrictEqual } from 'node:util'
import type { ConfigExport, ConfigKind } from '@sitewatch/contract'
import { problem } from '../../http/problem.ts'
import { HIDDEN } from '../../platform/mask.ts'
import { type Entry, type Kind, pick } from './kind.ts'
import { KINDS } from './kinds/index.ts'
import type { Fields, Operations } from './operations.ts'
import { Registry, pluralNameOf } from './registry.ts'

/** A record that exists. */
export interface ExistingRecord {
  id: number
  record: Fields
  entry: Entry
}

export interface State {
  registry: Registry
  /** By name, for each kind. */
  found: ReadonlyMap<ConfigKind, ReadonlyMap<string, ExistingRecord>>
}

/** Names are keys: with two records of the same name, it would be unclear which one an entry means. */
function refuseDuplicates(duplicates: readonly string[]): void {
  if (duplicates.length === 0) return
  throw problem('not_possible', {
    detail: `${duplicates.join(' ')} Names identify records in a configuration file. Rename all but one of them, and try again.`,
  })
}

function index(
  kind: Kind,
  records: readonly Fields[],
  registry: Registry,
): { byName: Map<string, ExistingRecord>; duplicates: string[] } {
  const found = records.flatMap((record): (ExistingRecord & { name: string })[] => {
    const entry = kind.toEntry(record, registry)
    return entry ? [{ id: record['id'] as number, record, entry, name: kind.nameOf(entry) }] : []
  })
  const groups = Map.groupBy(found, ({ name }) => name)
  const duplicates = [...groups]
    .filter(([, same]) => same.length > 1)
    .map(([name, same]) => {
      const ids = same.map(({ id }) => id).sort((a, b) => a - b)
      return `${same.length} ${pluralNameOf(kind.kind)} are named "${name}" (IDs ${ids.join(', ')}).`
    })
  return { byName: new Map(found.map((each) => [each.name, each])), duplicates }
}

/** The current state of everything that a file can describe. */
export async function readState(operations: Operations, team_id: number): Promise<State> {
  const registry = new Registry()
  for (const { id, email } of await operations.list('teams.members', { params: { id: team_id } }))
    registry.add('user', String(email), id as number)
  const found = new Map<ConfigKind, Map<string, ExistingRecord>>()
  const duplicates: string[] = []
  for (const kind of KINDS) {
    const records = await kind.list(operations, registry)
    // Names come before entries, because records of one kind may refer to each other.
    for (const record of records) {
      const name = record[kind.key[0] ?? '']
      if (typeof name === 'string') registry.add(kind.kind, name, record['id'] as number)
    }
    const { byName, duplicates: more } = index(kind, records, registry)
    found.set(kind.kind, byName)
    duplicates.push(...more)
  }
  refuseDuplicates(duplicates)
  return { registry, found }
}

/** Without the fields that have their default. */
export function shorten(kind: Kind, entry: Entry): Entry {
  const always = [...kind.key, ...(kind.deciders ?? [])]
  const defaults: Fields = {
    ...Object.fromEntries(kind.secrets(entry).map((name) => [name, null])),
    ...Object.fromEntries((kind.deferred?.fields ?? []).map((name) => [name, []])),
    ...kind.complete(pick(entry, always)),
  }
  return Object.fromEntries(
    Object.entries(entry).filter(([name, value]) => always.includes(name) || !isDeepStrictEqual(value, defaults[name])),
  )
}

const toVariable = (parts: readonly string[]): string =>
  parts
    .join('_')
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 200)

/** Replaces every secret with a reference to an environment variable with a unique name. */
function createReferences() {
  const used = new Set<string>()
  const makeReference = (parts: readonly string[]) => {
    const name = toVariable(parts)
    let env = name
    for (let number = 2; used.has(env); number++) env = `${name}_${number}`
    used.add(env)
    return { $env: env }
  }
  return (kind: Kind, entry: Entry): Entry => {
    const secrets = kind.secrets(entry)
    const replace = (value: unknown, parts: readonly string[]): unknown => {
      if (value === HIDDEN) return makeReference(parts)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, [...parts, name])]))
    }
    const fields = Object.entries(entry).map(([name, value]) => [
      name,
      secrets.includes(name) ? replace(value, [kind.kind, kind.nameOf(entry), name]) : value,
    ])
    return Object.fromEntries(fields) as Entry
  }
}

export function exportState({ found }: State): ConfigExport {
  const replaceSecrets = createReferences()
  const entriesOf = (kind: Kind): Entry[] =>
    [...(found.get(kind.kind)?.values() ?? [])]
      .toSorted((a, b) => a.id - b.id)
      .map(({ entry }) => replaceSecrets(kind, shorten(kind, entry)))
  const sections = Object.fromEntries(KINDS.map((kind) => [kind.kind, entriesOf(kind)])) as Record<ConfigKind, Entry[]>
  const goals = Map.groupBy(sections.goal, ({ website }) => website)
  const websites = sections.website.map((website) => {
    const websiteGoals = goals.get(website['domain'])?.map((goal) => pick(goal, ['name', 'kind', 'value']))
    return websiteGoals ? { ...website, goals: websiteGoals } : website
  })
  return {
    object: 'config_export',
    version: 1,
    websites,
    providers: sections.provider,
    on_call_schedules: sections.on_call_schedule,
    escalation_policies: sections.escalation_policy,
    monitors: sections.monitor,
    assignment_rules: sections.assignment_rule,
    status_pages: sections.status_page,
    maintenance_windows: sections.maintenance_window,
    uptime_reports: sections.uptime_report,
  }
}

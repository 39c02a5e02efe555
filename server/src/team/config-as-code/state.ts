import { isDeepStrictEqual } from 'node:util'
import type { ConfigExport, ConfigKind } from '@sitewatch/contract'
import { problem } from '../../http/problem.ts'
import { HIDDEN } from '../../platform/mask.ts'
import { createPause } from '../../platform/slices.ts'
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

async function index(
  kind: Kind,
  records: readonly Fields[],
  registry: Registry,
): Promise<{ byName: Map<string, ExistingRecord>; duplicates: string[] }> {
  const found: (ExistingRecord & { name: string })[] = []
  const pause = createPause()
  for (const record of records) {
    await pause()
    const entry = kind.toEntry(record, registry)
    if (entry) found.push({ id: record['id'] as number, record, entry, name: kind.nameOf(entry) })
  }
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
    const { byName, duplicates: more } = await index(kind, records, registry)
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
  /** The last number of a name: without it, thousands of names in another script, whose variables are the same, are tried in turn. */
  const numbers = new Map<string, number>()
  const makeReference = (parts: readonly string[]) => {
    const name = toVariable(parts)
    let env = name
    for (let number = (numbers.get(name) ?? 1) + 1; used.has(env); number++) {
      env = `${name}_${number}`
      numbers.set(name, number)
    }
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

export async function exportState({ found }: State): Promise<ConfigExport> {
  const replaceSecrets = createReferences()
  const pause = createPause()
  const sections = Object.fromEntries(KINDS.map(({ kind }) => [kind, []])) as unknown as Record<ConfigKind, Entry[]>
  for (const kind of KINDS) {
    const records = [...(found.get(kind.kind)?.values() ?? [])].toSorted((a, b) => a.id - b.id)
    for (const { entry } of records) {
      await pause()
      sections[kind.kind].push(replaceSecrets(kind, shorten(kind, entry)))
    }
  }
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

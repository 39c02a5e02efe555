import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ConfigChange } from '@sitewatch/contract'
import { invalid, problem, ProblemError } from '../../http/problem.ts'
import { HIDDEN } from '../../platform/mask.ts'
import { createPause } from '../../platform/slices.ts'
import { type Entry, hideSecrets, type Kind, pick, without } from './kind.ts'
import { KINDS } from './kinds/index.ts'
import type { Fields, Operations } from './operations.ts'
import { nameOfKind } from './registry.ts'
import { isGiven, keepSecrets, requireSecrets } from './secrets.ts'
import { type ExistingRecord, shorten, type State } from './state.ts'

interface Work {
  operations: Operations
  state: State
}

/** An entry of the file, and the existing record that it describes, if any. */
interface PlannedEntry {
  name: string
  /** Its place in the file, for error messages. */
  path: string
  entry: Entry
  found: ExistingRecord | undefined
}

/** Adds to a problem which entry it is about. */
async function withSubject<T>({ kind }: Kind, { name, path }: PlannedEntry, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, message, details } = error
    const subject = `${nameOfKind(kind)} "${name}"`
    const errors = details.errors?.map((each) => ({
      ...each,
      field: `${path}.${each.field}`,
      message: `${subject}: ${each.message}`,
    }))
    throw problem(code, {
      ...details,
      detail: `Nothing was changed. ${subject}: ${message}`,
      ...(errors && { errors }),
      cause: error,
    })
  }
}

function readPlanned(kind: Kind, file: Fields, state: State): PlannedEntry[] | undefined {
  const entries = kind.readFile ? kind.readFile(file) : (file[kind.section] as Entry[] | undefined)
  const planned = entries?.map((entry, index) => {
    const name = kind.nameOf(entry)
    return { name, path: `${kind.section}.${index}`, entry, found: state.found.get(kind.kind)?.get(name) }
  })
  const names = new Set<string>()
  const duplicate = planned?.find(({ name }) => names.size === names.add(name).size)
  if (!duplicate) return planned
  const { path, name } = duplicate
  throw invalid(path, 'already_exists', `The file has the ${nameOfKind(kind.kind)} "${name}" twice.`)
}

const namesOf = (...entries: readonly Entry[]): string[] => [...new Set(entries.flatMap((entry) => Object.keys(entry)))]

const compare = (before: Entry, after: Entry): ConfigChange['fields'] =>
  namesOf(before, after)
    .filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))

const listSecrets = (names: readonly string[]): ConfigChange['fields'] =>
  names.map((field) => ({ field, before: HIDDEN, after: HIDDEN }))

async function create(work: Work, kind: Kind, planned: PlannedEntry): Promise<{ id: number; entry: Entry }> {
  const { registry } = work.state
  const { entry, name } = planned
  requireSecrets(entry, kind.secrets(entry))
  const deferred = kind.deferred?.fields ?? []
  const given = Object.fromEntries(Object.entries(without(entry, deferred)).filter(([, value]) => value !== undefined))
  const { after } = await work.operations.run(`${kind.group}.create`, {
    ...(kind.paramsOf && { params: kind.paramsOf(entry, registry) }),
    body: { ...kind.toBody(given, registry), ...kind.toNew?.(entry, registry) },
  })
  const id = after['id'] as number
  registry.add(kind.kind, name, id)
  const stored = kind.toEntry(after, registry) ?? {}
  return { id, entry: { ...stored, ...pick(hideSecrets(kind.complete(entry), kind.secrets(entry)), deferred) } }
}

/** The complete entry of an existing record, and what the file changes about it. */
function planUpdate({ state }: Work, kind: Kind, { entry, found }: PlannedEntry & { found: ExistingRecord }) {
  const completed = kind.complete(entry)
  const target = kind.reconcile?.(completed, found.entry, state.registry) ?? completed
  const secrets = kind.secrets(target)
  const visible = hideSecrets(target, secrets)
  const changed = Object.keys(visible).filter(
    (field) => visible[field] !== undefined && !isDeepStrictEqual(found.entry[field] ?? null, visible[field] ?? null),
  )
  const fixed = changed.find((field) => kind.fixed?.includes(field))
  if (fixed !== undefined)
    throw invalid(fixed, 'read_only', `${fixed} cannot change. Give the new ${nameOfKind(kind.kind)} another name.`)
  const given = kind.isHashed ? [] : secrets.filter((name) => isGiven(entry[name]))
  return { target, visible, secrets, changed, given }
}

/** The fields that differ afterwards; none if the service only stores the same value in another form. */
async function update(
  work: Work,
  kind: Kind,
  planned: PlannedEntry & { found: ExistingRecord },
): Promise<ConfigChange['fields']> {
  const { registry } = work.state
  const { found } = planned
  const { target, visible, secrets, changed, given } = planUpdate(work, kind, planned)
  const deferred = kind.deferred?.fields ?? []
  const names = [...new Set([...changed, ...given])].filter(
    (name) => !deferred.includes(name) && !kind.key.includes(name),
  )
  const sent = keepSecrets(pick(target, names), secrets, found.record)
  const body = kind.toBody(sent, registry)
  if (Object.keys(body).length === 0) return compare(found.entry, { ...found.entry, ...pick(visible, deferred) })
  const { before, after } = await work.operations.run(`${kind.group}.update`, { params: { id: found.id }, body })
  const stored = kind.toEntry(after, registry) ?? {}
  const fields = compare(found.entry, { ...stored, ...pick(visible, deferred) })
  const replaced = given.filter((name) => !isDeepStrictEqual(found.record[name], after[name]))
  if (fields.length + replaced.length > 0)
    return [...fields, ...listSecrets(replaced.filter((name) => !fields.some(({ field }) => field === name)))]
  // A secret may change while its mask stays the same.
  return before?.['updated_at'] === after['updated_at'] ? [] : listSecrets(given)
}

async function releaseAll(work: Work, kind: Kind, all: readonly PlannedEntry[]): Promise<void> {
  const { deferred } = kind
  if (!deferred) return
  const { operations, state } = work
  const pause = createPause()
  for (const planned of all) {
    const { found } = planned
    if (!found) continue
    await pause()
    await withSubject(kind, planned, () => {
      const { visible } = planUpdate(work, kind, { ...planned, found })
      return deferred.release(operations, state.registry, { id: found.id, before: found.entry, after: visible })
    })
  }
}

async function applyKind(work: Work, kind: Kind, all: readonly PlannedEntry[]): Promise<ConfigChange[]> {
  const { operations, state } = work
  await releaseAll(work, kind, all)
  const changes: ConfigChange[] = []
  const unsaved: { planned: PlannedEntry; id: number; before: Entry; after: Entry }[] = []
  const pause = createPause()
  for (const planned of all) {
    await pause()
    const { found, name } = planned
    await withSubject(kind, planned, async () => {
      if (!found) {
        const { id, entry } = await create(work, kind, planned)
        unsaved.push({ planned, id, before: kind.deferred?.initial(entry) ?? {}, after: entry })
        const fields = compare({}, without(shorten(kind, entry), kind.key))
        changes.push({ action: 'create', kind: kind.kind, name, fields })
        return
      }
      const fields = await update(work, kind, { ...planned, found })
      const { visible } = planUpdate(work, kind, { ...planned, found })
      unsaved.push({ planned, id: found.id, before: found.entry, after: visible })
      if (fields.length > 0) changes.push({ action: 'update', kind: kind.kind, name, fields })
    })
  }
  for (const { planned, ...change } of unsaved) {
    await pause()
    await withSubject(kind, planned, async () => {
      // Also for an entry that changes nothing: a record that it refers to may be about to be pruned.
      kind.toBody(kind.complete(planned.entry), state.registry)
      await kind.deferred?.save(operations, state.registry, change)
    })
  }
  return changes
}

interface Pruned {
  kind: Kind
  name: string
  id: number
}

/** The records that the sections of the file do not contain. From now on, nothing may refer to them. */
function listPruned(
  { state }: Work,
  sections: readonly { kind: Kind; planned: PlannedEntry[] | undefined }[],
): Pruned[] {
  const pruned = sections.flatMap(({ kind, planned }) => {
    if (!planned) return []
    const kept = new Set(planned.map(({ name }) => name))
    return [...(state.found.get(kind.kind) ?? [])]
      .filter(([name]) => !kept.has(name))
      .map(([name, { id, entry }]) => ({ kind, name, id, entry }))
  })
  for (const { kind, name } of pruned) state.registry.remove(kind.kind, name)
  // The goals of a website are deleted with it.
  return pruned.filter(
    ({ kind, entry }) => kind.kind !== 'goal' || state.registry.has('website', String(entry['website'])),
  )
}

async function removeAll({ operations }: Work, pruned: readonly Pruned[]): Promise<ConfigChange[]> {
  for (const { kind, name, id } of pruned) {
    await withSubject(kind, { name, path: kind.section, entry: {}, found: undefined }, () =>
      operations.run(`${kind.group}.remove`, { params: { id } }),
    )
  }
  return pruned.map(({ kind: { kind }, name }) => ({ action: 'delete', kind, name, fields: [] }))
}

/** Changes the team to match the file, in the transaction of the operations, and returns the changes. */
export async function applyFile(work: Work, file: Fields, prune: boolean): Promise<ConfigChange[]> {
  const sections = KINDS.map((kind) => ({ kind, planned: readPlanned(kind, file, work.state) }))
  const pruned = prune ? listPruned(work, sections).toReversed() : []
  const changes = await removeAll(
    work,
    pruned.filter(({ kind }) => kind.isDeletedFirst),
  )
  for (const { kind, planned } of sections) if (planned) changes.push(...(await applyKind(work, kind, planned)))
  const rest = await removeAll(
    work,
    pruned.filter(({ kind }) => !kind.isDeletedFirst),
  )
  return [...changes, ...rest]
}

/** The same changes have the same id. */
export const identify = (changes: readonly ConfigChange[]): string =>
  createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 32)

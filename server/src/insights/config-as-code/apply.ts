import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ConfigChange } from '@sitewatch/contract'
import { invalid, problem, ProblemError } from '../../http/problem.ts'
import { HIDDEN } from '../../platform/mask.ts'
import { type Entry, hideSecrets, type Kind, pick, without } from './kind.ts'
import { KINDS } from './kinds/index.ts'
import type { Fields, Operations } from './operations.ts'
import { nameOfKind } from './registry.ts'
import { isGiven, keepSecrets, requireSecrets } from './secrets.ts'
import { type Found, shorten, type State } from './state.ts'

interface Work {
  operations: Operations
  state: State
}

/** An entry of the file, beside the record that it is about. */
interface Wanted {
  name: string
  /** Where it is in the file, for what is wrong with it. */
  path: string
  entry: Entry
  found: Found | undefined
}

/** What is wrong, and with which entry. */
async function about<T>({ kind }: Kind, { name, path }: Wanted, work: () => T | Promise<T>): Promise<T> {
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

function readWanted(kind: Kind, file: Fields, state: State): Wanted[] | undefined {
  const entries = kind.readFile ? kind.readFile(file) : (file[kind.section] as Entry[] | undefined)
  const wanted = entries?.map((entry, index) => {
    const name = kind.nameOf(entry)
    return { name, path: `${kind.section}.${index}`, entry, found: state.found.get(kind.kind)?.get(name) }
  })
  const twice = wanted?.find(({ name }, at) => wanted.findIndex((other) => other.name === name) < at)
  if (!twice) return wanted
  throw invalid(twice.path, 'already_exists', `The file has the ${nameOfKind(kind.kind)} "${twice.name}" twice.`)
}

const namesOf = (...entries: readonly Entry[]): string[] => [...new Set(entries.flatMap((entry) => Object.keys(entry)))]

const compare = (before: Entry, after: Entry): ConfigChange['fields'] =>
  namesOf(before, after)
    .filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))

const listSecrets = (names: readonly string[]): ConfigChange['fields'] =>
  names.map((field) => ({ field, before: HIDDEN, after: HIDDEN }))

async function create(work: Work, kind: Kind, wanted: Wanted): Promise<{ id: number; entry: Entry }> {
  const { registry } = work.state
  const { entry, name } = wanted
  requireSecrets(entry, kind.secrets(entry))
  const late = kind.late?.fields ?? []
  const given = Object.fromEntries(Object.entries(without(entry, late)).filter(([, value]) => value !== undefined))
  const { after } = await work.operations.run(`${kind.group}.create`, {
    ...(kind.paramsOf && { params: kind.paramsOf(entry, registry) }),
    body: { ...kind.toBody(given, registry), ...kind.toNew?.(entry, registry) },
  })
  const id = after['id'] as number
  registry.add(kind.kind, name, id)
  const made = kind.toEntry(after, registry) ?? {}
  return { id, entry: { ...made, ...pick(hideSecrets(kind.complete(entry), kind.secrets(entry)), late) } }
}

/** The entry of a record that is there, in full, and what the file changes about it. */
function planUpdate({ state }: Work, kind: Kind, { entry, found }: Wanted & { found: Found }) {
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

/** What differs afterwards; nothing if the service writes the same in another way. */
async function update(work: Work, kind: Kind, wanted: Wanted & { found: Found }): Promise<ConfigChange['fields']> {
  const { registry } = work.state
  const { found } = wanted
  const { target, visible, secrets, changed, given } = planUpdate(work, kind, wanted)
  const late = kind.late?.fields ?? []
  const names = [...new Set([...changed, ...given])].filter((name) => !late.includes(name) && !kind.key.includes(name))
  const sent = keepSecrets(pick(target, names), secrets, found.record)
  const body = kind.toBody(sent, registry)
  if (Object.keys(body).length === 0) return compare(found.entry, { ...found.entry, ...pick(visible, late) })
  const { before, after } = await work.operations.run(`${kind.group}.update`, { params: { id: found.id }, body })
  const made = kind.toEntry(after, registry) ?? {}
  const fields = compare(found.entry, { ...made, ...pick(visible, late) })
  const replaced = given.filter((name) => !isDeepStrictEqual(found.record[name], after[name]))
  if (fields.length + replaced.length > 0)
    return [...fields, ...listSecrets(replaced.filter((name) => !fields.some(({ field }) => field === name)))]
  // A secret may change and its mask stay the same.
  return before?.['updated_at'] === after['updated_at'] ? [] : listSecrets(given)
}

async function releaseAll(work: Work, kind: Kind, all: readonly Wanted[]): Promise<void> {
  const { late } = kind
  if (!late) return
  const { operations, state } = work
  for (const wanted of all) {
    const { found } = wanted
    if (!found) continue
    await about(kind, wanted, () => {
      const { visible } = planUpdate(work, kind, { ...wanted, found })
      return late.release(operations, state.registry, { id: found.id, before: found.entry, after: visible })
    })
  }
}

async function applyKind(work: Work, kind: Kind, all: readonly Wanted[]): Promise<ConfigChange[]> {
  const { operations, state } = work
  await releaseAll(work, kind, all)
  const changes: ConfigChange[] = []
  const unsaved: { wanted: Wanted; id: number; before: Entry; after: Entry }[] = []
  for (const wanted of all) {
    const { found, name } = wanted
    await about(kind, wanted, async () => {
      if (!found) {
        const { id, entry } = await create(work, kind, wanted)
        unsaved.push({ wanted, id, before: kind.late?.initial(entry) ?? {}, after: entry })
        const fields = compare({}, without(shorten(kind, entry), kind.key))
        changes.push({ action: 'create', kind: kind.kind, name, fields })
        return
      }
      const fields = await update(work, kind, { ...wanted, found })
      const { visible } = planUpdate(work, kind, { ...wanted, found })
      unsaved.push({ wanted, id: found.id, before: found.entry, after: visible })
      if (fields.length > 0) changes.push({ action: 'update', kind: kind.kind, name, fields })
    })
  }
  for (const { wanted, ...change } of unsaved) {
    await about(kind, wanted, async () => {
      // Also of an entry that changes nothing: what it refers to may be about to be pruned.
      kind.toBody(kind.complete(wanted.entry), state.registry)
      await kind.late?.save(operations, state.registry, change)
    })
  }
  return changes
}

interface Pruned {
  kind: Kind
  name: string
  id: number
}

/** What the sections of the file do not name. Nothing may refer to it from now on. */
function listPruned({ state }: Work, sections: readonly { kind: Kind; wanted: Wanted[] | undefined }[]): Pruned[] {
  const pruned = sections.flatMap(({ kind, wanted }) => {
    if (!wanted) return []
    const kept = new Set(wanted.map(({ name }) => name))
    return [...(state.found.get(kind.kind) ?? [])]
      .filter(([name]) => !kept.has(name))
      .map(([name, { id, entry }]) => ({ kind, name, id, entry }))
  })
  for (const { kind, name } of pruned) state.registry.remove(kind.kind, name)
  // The goals of a website go with it.
  return pruned.filter(
    ({ kind, entry }) => kind.kind !== 'goal' || state.registry.knows('website', String(entry['website'])),
  )
}

async function removeAll({ operations }: Work, pruned: readonly Pruned[]): Promise<ConfigChange[]> {
  for (const { kind, name, id } of pruned) {
    await about(kind, { name, path: kind.section, entry: {}, found: undefined }, () =>
      operations.run(`${kind.group}.remove`, { params: { id } }),
    )
  }
  return pruned.map(({ kind: { kind }, name }) => ({ action: 'delete', kind, name, fields: [] }))
}

/** Makes the team as the file describes it, in the transaction of the operations, and says what was different. */
export async function applyFile(work: Work, file: Fields, prune: boolean): Promise<ConfigChange[]> {
  const sections = KINDS.map((kind) => ({ kind, wanted: readWanted(kind, file, work.state) }))
  const pruned = prune ? listPruned(work, sections).toReversed() : []
  const changes = await removeAll(
    work,
    pruned.filter(({ kind }) => kind.isDeletedFirst),
  )
  for (const { kind, wanted } of sections) if (wanted) changes.push(...(await applyKind(work, kind, wanted)))
  const rest = await removeAll(
    work,
    pruned.filter(({ kind }) => !kind.isDeletedFirst),
  )
  return [...changes, ...rest]
}

/** The same changes have the same id. */
export const identify = (changes: readonly ConfigChange[]): string =>
  createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 32)

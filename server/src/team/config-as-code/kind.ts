import { type ConfigKind, isReference } from '@sitewatch/contract'
import { HIDDEN } from '../../platform/mask.ts'
import type { Fields, Operations } from './operations.ts'
import type { Registry } from './registry.ts'

/** A record in the file: its fields by name, references by name, secrets hidden. */
export type Entry = Fields

export interface DeferredChange {
  id: number
  before: Entry
  after: Entry
}

/** One section of the file, and how its entries become records. */
export interface Kind {
  readonly kind: ConfigKind
  readonly section: string
  /** The group of its operations: `monitors.create`. */
  readonly group: string
  /** The name of an entry. */
  readonly nameOf: (entry: Entry) => string
  /** Fields that form the name and are not settings. */
  readonly key: readonly string[]
  /** Its entries in the file, with names in the form that the service stores; undefined when the section is missing. */
  readonly readFile?: (file: Fields) => Entry[] | undefined
  /** All its records. */
  readonly list: (operations: Operations, registry: Registry) => Promise<Fields[]>
  /** Null: the record is not configuration. */
  readonly toEntry: (record: Fields, registry: Registry) => Entry | null
  /** Adds the defaults of fields that are left out. A field without a default keeps its stored value. */
  readonly complete: (entry: Entry) => Entry
  /** Fields that decide which defaults the others have. */
  readonly deciders?: readonly string[]
  /** What an entry means for an existing record. */
  readonly reconcile?: (entry: Entry, before: Entry, registry: Registry) => Entry
  /** Secret fields, each a text or an object whose values are the secrets. */
  readonly secrets: (entry: Entry) => readonly string[]
  /** Only a hash of the secret is stored, so a change cannot be detected: it is sent only where none is stored. */
  readonly isHashed?: true
  /** Fields of an entry, as the body of its operations. */
  readonly toBody: (entry: Entry, registry: Registry) => Fields
  /** Only for the operation that creates it. */
  readonly toNew?: (entry: Entry, registry: Registry) => Fields
  readonly paramsOf?: (entry: Entry, registry: Registry) => Readonly<Record<string, number>>
  /** Cannot change: another value means another record. */
  readonly fixed?: readonly string[]
  /** Deleted before anything is created, to free values that must be unique. Other kinds are deleted last, when nothing refers to them. */
  readonly isDeletedFirst?: true
  /** Fields that are saved once all records of the kind exist. */
  readonly deferred?: {
    readonly fields: readonly string[]
    /** Their values in a record that was just created without them. */
    readonly initial: (entry: Entry) => Entry
    /** Releases values that another record is about to get. */
    readonly release: (operations: Operations, registry: Registry, change: DeferredChange) => Promise<void>
    readonly save: (operations: Operations, registry: Registry, change: DeferredChange) => Promise<void>
  }
}

export const pick = (entry: Entry, names: readonly string[]): Entry =>
  Object.fromEntries(names.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]))

export const without = (entry: Entry, names: readonly string[]): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)))

/** Translates the fields of an entry from their names and values in the file to those of the API. */
export function translate(entry: Entry, translations: Readonly<Record<string, (value: unknown) => Fields>>): Fields {
  const parts = Object.entries(entry)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => translations[name]?.(value) ?? { [name]: value })
  return Object.assign({}, ...parts) as Fields
}

/** A record shows a mask of a secret; an entry shows only whether there is one. */
function hide(value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (typeof value === 'string' || isReference(value)) return HIDDEN
  return Object.fromEntries(Object.keys(value).map((name) => [name, HIDDEN]))
}

export const hideSecrets = (entry: Entry, secrets: readonly string[]): Entry =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, secrets.includes(name) ? hide(value) : value]))

export const sorted = (names: unknown): string[] => (names as string[]).toSorted()

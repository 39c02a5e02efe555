import type { z } from 'zod'
import { z as zod } from 'zod'
import { createPause, runInSlices } from '../platform/slices.ts'
import { invalid } from './problem.ts'
import { refuseIssues, type Rules, scanBadText, validate } from './validate.ts'

type Schema = z.core.$ZodType
type Fields = Readonly<Record<string, unknown>>

interface Def {
  type: string
  innerType?: Schema
  in?: Schema
  element?: Schema
  shape?: Record<string, Schema>
  options?: Schema[]
  discriminator?: string
  checks?: { _zod: { def: { check: string } } }[]
}

const defOf = (schema: Schema): Def => schema._zod.def

/** For a map without a limit of its own. */
const MAX_ENTRIES = 1000

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES_OF_FIELDS = ['object', 'record']

/** The schema that this list or object has to match; undefined if that is unclear. */
function resolve(schema: Schema, value: unknown): Schema | undefined {
  const { type, innerType, in: input, options, discriminator } = defOf(schema)
  const inner = innerType ?? (type === 'pipe' ? input : undefined)
  if (inner) return resolve(inner, value)
  if (options && discriminator !== undefined) {
    const named = isFields(value) ? (value[discriminator] as z.core.util.Primitive) : undefined
    const option = options.find((each) => each._zod.propValues?.[discriminator]?.has(named))
    return option && resolve(option, value)
  }
  if (options) {
    const fitting = options.map((option) => resolve(option, value)).filter((option) => option !== undefined)
    return fitting.length === 1 ? fitting[0] : undefined
  }
  const isFitting = Array.isArray(value) ? type === 'array' : isFields(value) && TYPES_OF_FIELDS.includes(type)
  return isFitting ? schema : undefined
}

/** Unknown names of an object that are kept, so that some are reported. */
const MAX_UNKNOWN = 200

type Steps<Result> = Generator<undefined, Result>

function* cutArray(found: Schema, value: readonly unknown[], cut: string[] | undefined, at: string): Steps<unknown[]> {
  const max = (found._zod.bag as { maximum?: number }).maximum ?? Infinity
  const kept = value.length > max + 1 ? value.slice(0, max + 1) : [...value]
  if (kept.length < value.length) cut?.push(at)
  const { element } = defOf(found)
  if (element && kept.some((each) => typeof each === 'object'))
    for (const [index, each] of kept.entries()) kept[index] = yield* cutLists(element, each, cut, `${at}.${index}`)
  return kept
}

function* cutObject(
  shape: Record<string, Schema>,
  value: Fields,
  cut: string[] | undefined,
  at: string,
): Steps<Fields> {
  const kept: [string, unknown][] = []
  let unknown = 0
  for (const name of Object.keys(value)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field) kept.push([name, yield* cutLists(field, value[name], cut, at === '' ? name : `${at}.${name}`)])
    else if (++unknown <= MAX_UNKNOWN) kept.push([name, value[name]])
  }
  return Object.fromEntries(kept)
}

/**
 * Cuts lists to one entry more than is allowed, because a schema validates all entries of a list before it looks at its length. With
 * `cut`, which gets the paths, maps are cut as well.
 */
export function* cutLists(schema: Schema, value: unknown, cut?: string[], at = ''): Steps<unknown> {
  if (typeof value !== 'object' || value === null) return value
  yield
  const found = resolve(schema, value)
  if (!found) return value
  if (Array.isArray(value)) return yield* cutArray(found, value as unknown[], cut, at)
  const { type, shape = {} } = defOf(found)
  if (type !== 'record') return yield* cutObject(shape, value as Fields, cut, at)
  const names = cut ? Object.keys(value) : []
  if (names.length <= MAX_ENTRIES) return value
  cut?.push(at)
  return Object.fromEntries(names.slice(0, MAX_ENTRIES).map((name) => [name, (value as Fields)[name]]))
}

interface List {
  name: string
  schema: z.ZodArray
  entries: readonly unknown[]
}

const LENGTHS = ['min_length', 'max_length']
const hasOnly = (schema: Schema, checks: readonly string[]): boolean =>
  (defOf(schema).checks ?? []).every(({ _zod: { def } }) => checks.includes(def.check))

/** The lists of objects in the fields of an object. They are validated entry by entry. */
function findLists(schema: Schema, input: Fields): List[] {
  return Object.entries(defOf(schema).shape ?? {}).flatMap(([name, field]): List[] => {
    const entries = Object.hasOwn(input, name) ? input[name] : undefined
    const found = Array.isArray(entries) ? resolve(field, entries) : undefined
    const isLong = Array.isArray(entries) && entries.some(isFields)
    return found && isLong && hasOnly(found, LENGTHS) ? [{ name, schema: found as z.ZodArray, entries }] : []
  })
}

type Issues = z.core.$ZodIssue[]

async function parseLists(lists: readonly List[], issues: Issues): Promise<Record<string, unknown[]>> {
  const parsed: Record<string, unknown[]> = {}
  const pause = createPause()
  for (const { name, schema, entries } of lists) {
    const outputs: unknown[] = (parsed[name] = [])
    for (const [index, entry] of entries.entries()) {
      await pause()
      const result = (schema.element as z.ZodType).safeParse(entry, { reportInput: true })
      if (result.success) outputs.push(result.data)
      else issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name, index, ...issue.path] })))
      // More are not reported.
      if (issues.length > 1000) return parsed
    }
  }
  return parsed
}

async function parse(schema: Schema, input: unknown, issues: Issues): Promise<unknown> {
  const found = resolve(schema, input)
  const lists = found && isFields(input) && hasOnly(found, []) ? findLists(found, input) : []
  if (lists.length === 0) {
    const result = (schema as z.ZodType).safeParse(input, { reportInput: true })
    if (!result.success) issues.push(...result.error.issues)
    return result.data
  }
  const object = found as z.ZodObject
  const anyEntries = lists.map(({ name, schema: list }) => [name, list.clone({ ...list.def, element: zod.unknown() })])
  const shape = { ...object.def.shape, ...(Object.fromEntries(anyEntries) as z.ZodRawShape) }
  const result = object.clone({ ...object.def, shape }).safeParse(input, { reportInput: true })
  if (!result.success) issues.push(...result.error.issues)
  return { ...result.data, ...(await parseLists(lists, issues)) }
}

/** Bodies up to here take less than 20 ms, whatever they contain. */
const SMALL_CHARACTERS = 16 * 1024

/** As `validate`, for a body of any size: lists that are too long are not read, and others are validated in slices. */
export async function validateLarge<S extends z.ZodType>(
  schema: S,
  input: unknown,
  { length, ...rules }: Rules & { length: number },
): Promise<z.output<S>> {
  if (length <= SMALL_CHARACTERS) return validate(schema, input, rules)
  const pause = createPause()
  const cut: string[] = []
  const kept = await runInSlices(cutLists(schema, input, cut))
  await pause()
  const issues: Issues = []
  const parsed = await parse(schema, kept, issues)
  await pause()
  const bad = await runInSlices(scanBadText(kept))
  if (issues.length > 0 || bad !== undefined) throw refuseIssues(issues, { schema, rules, bad })
  const [first] = cut
  if (first !== undefined) throw invalid(first, 'too_many', `${first} must have at most ${MAX_ENTRIES} entries.`)
  return parsed as z.output<S>
}

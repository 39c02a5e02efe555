import type { z } from 'zod'
import type { FormField } from './form-field.ts'

/** Describes a setting for forms, swctl and the API reference. Stored in the `.meta` of the schema. */
interface FieldMeta<Value = unknown> {
  readonly label: string
  /** One sentence. Also the description in openapi.json and the help of the flag in swctl. */
  readonly help?: string
  readonly unit?: string
  /** Used if the setting is not sent. Omitted: the setting is required. */
  readonly default?: Value
  /** Stored encrypted and returned masked. Sending the mask back changes nothing, except that another destination needs the full value again. */
  readonly secret?: true
  /** Labels that a form shows instead of the values. */
  readonly choices?: Readonly<Record<string, string>>
  readonly multiline?: true
  readonly when?: FormField['when']
  readonly hint_says_optional?: true
  /** For a list of objects: the fields of each object. */
  readonly rows?: z.core.$ZodShape
}

/** `.meta` with a type check of the default. */
export const field = <Schema extends z.ZodType>(schema: Schema, meta: FieldMeta<z.output<Schema>>): Schema =>
  schema.meta({ ...meta })

export function readFieldMeta(name: string, schema: z.core.$ZodType): FieldMeta {
  const meta = (schema as z.ZodType).meta() as FieldMeta | undefined
  if (meta?.label === undefined) throw new Error(`${name} has no label: define it with field()`)
  return meta
}

type Def = z.core.$ZodTypes['_zod']['def']

export const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as Def

/** Removes `optional` and `nullable` from a schema. */
export function unwrap(schema: z.core.$ZodType): { schema: z.core.$ZodType; isNullable: boolean } {
  const def = defOf(schema)
  if (def.type !== 'nullable' && def.type !== 'optional') return { schema, isNullable: false }
  const inner = unwrap(def.innerType)
  return { schema: inner.schema, isNullable: inner.isNullable || def.type === 'nullable' }
}

const KINDS: Partial<Record<Def['type'], FormField['kind']>> = {
  string: 'text',
  number: 'number',
  enum: 'choice',
  boolean: 'flag',
  array: 'list',
  record: 'map',
  union: 'scalar',
}

function describeField([name, given]: [string, z.core.$ZodType]): FormField {
  const {
    label,
    help,
    unit,
    multiline,
    secret,
    when,
    rows,
    choices = {},
    hint_says_optional,
    ...meta
  } = readFieldMeta(name, given)
  const { schema, isNullable } = unwrap(given)
  const def = defOf(schema)
  const kind = rows ? 'rows' : KINDS[def.type]
  if (kind === undefined) throw new Error(`${name}: a form has no control for ${def.type}`)
  const isEmptyAllowed = isNullable || kind === 'scalar' || (kind === 'map' && meta.default !== undefined)
  return {
    name,
    label,
    kind,
    ...(help !== undefined && { help }),
    ...(unit !== undefined && { unit }),
    ...(meta.default !== undefined && { default: meta.default }),
    ...(multiline && { multiline }),
    ...(def.type === 'array' && defOf(def.element).type === 'number' && { numeric: true }),
    ...(secret && { secret }),
    ...(isEmptyAllowed && { optional: true }),
    ...(hint_says_optional && { hint_says_optional }),
    ...(def.type === 'enum' && {
      choices: Object.values(def.entries).map((value) => ({
        value: String(value),
        label: choices[String(value)] ?? String(value),
      })),
    }),
    ...(when && { when }),
    ...(rows && { columns: describeForm(rows) }),
  }
}

/** The fields of a form, in the order of the definition. */
export const describeForm = (shape: z.core.$ZodShape): FormField[] => Object.entries(shape).map(describeField)

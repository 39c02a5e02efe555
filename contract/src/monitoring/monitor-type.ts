import { z } from 'zod'
import { defOf, unwrap } from '../core/settings-field.ts'

export interface MonitorTypeDefinition {
  readonly label: string
  /** What the check does, as a sentence. */
  readonly description: string
  /**
   * Describes the target in a form. The server's definition of the type validates it. Absent for a passive type, which waits for pings at
   * a URL that Sitewatch assigns and has its schedule in its settings.
   */
  readonly url?: { readonly label: string; readonly placeholder: string }
  /** Flat fields in addition to those of every monitor, each created with `field()`. */
  readonly settings: z.ZodRawShape
  /** Settings of the example in the API reference. */
  readonly example?: Readonly<Record<string, unknown>>
  /** Response schema of a field, if it is not its plain type. */
  readonly record?: z.ZodRawShape
}

export const defineMonitorType = <const Definition extends MonitorTypeDefinition>(definition: Definition): Definition =>
  definition

/** Response schema of a setting: its plain type, without the validation rules of requests. */
export function toResponseSchema(name: string, given: z.core.$ZodType): z.ZodType {
  const { schema, isNullable } = unwrap(given)
  const plain = toPlainType(name, schema)
  return isNullable ? plain.nullable() : plain
}

function toPlainType(name: string, schema: z.core.$ZodType): z.ZodType {
  const def = defOf(schema)
  switch (def.type) {
    case 'enum':
      return z.enum(def.entries)
    case 'boolean':
      return z.boolean()
    case 'number':
      return (schema as z.ZodNumber).isInt ? z.int() : z.number()
    case 'string':
      return z.string()
    case 'array':
      return z.array(toResponseSchema(name, def.element))
    case 'record':
      return z.record(z.string(), toResponseSchema(name, def.valueType))
    default:
      throw new Error(`${name}: say in "record" how it is shown`)
  }
}

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Shape) => void
  ? Shape
  : never
type Definitions = Readonly<Record<string, MonitorTypeDefinition>>

/** The fields of all types in one shape. */
type SettingsShape<Types extends Definitions> = {
  [Name in keyof Intersection<Types[keyof Types]['settings']>]: Intersection<
    Types[keyof Types]['settings']
  >[Name] extends infer Schema extends z.ZodType
    ? Schema
    : never
}

/** A name has the same meaning in every type that has it, so that clients can read it without checking the type. */
export function mergeSettings<Types extends Definitions>(types: Types): SettingsShape<Types> {
  const merged: Record<string, z.core.$ZodType> = {}
  for (const [type, { settings }] of Object.entries(types)) {
    for (const [name, schema] of Object.entries(settings)) {
      if ((merged[name] ?? schema) !== schema) throw new Error(`${type}: ${name} means something else in another type`)
      merged[name] = schema
    }
  }
  return merged as SettingsShape<Types>
}

type RecordShape<Types extends Definitions> = {
  [Name in keyof SettingsShape<Types>]: z.ZodType<z.output<SettingsShape<Types>[Name]> | null>
}

/** Response fields for the settings of all types. A setting that the type of a monitor does not have is null. */
export function mergeRecords<Types extends Definitions>(types: Types): RecordShape<Types> {
  const entries = Object.values(types).flatMap(({ settings, record = {} }) =>
    Object.entries(settings).map(([name, schema]) => {
      const override = record[name] as z.ZodType | undefined
      return [name, (override ?? toPlainType(name, unwrap(schema).schema)).nullable()] as const
    }),
  )
  return Object.fromEntries(entries) as unknown as RecordShape<Types>
}

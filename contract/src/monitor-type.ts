import { z } from 'zod'
import { defOf, unwrap } from './settings-field.ts'

export interface MonitorTypeDefinition {
  readonly label: string
  /** What the check does, as a clause after the label. */
  readonly description: string
  /**
   * What a form says of the target. The server's definition of the type decides which ones are good. Absent for a passive type: it waits to
   * be called at a URL that Sitewatch assigns, and its schedule is among its settings.
   */
  readonly url?: { readonly label: string; readonly placeholder: string }
  /** Flat fields beside those that every monitor has, each made with `field()`. */
  readonly settings: z.ZodRawShape
  /** How a field is shown, where its plain type does not say it. */
  readonly record?: z.ZodRawShape
}

export const defineMonitorType = <const Definition extends MonitorTypeDefinition>(definition: Definition): Definition =>
  definition

/** What a record shows of a setting: its plain type, without the rules for what may be sent. */
function loosen(name: string, given: z.core.$ZodType): z.ZodType {
  const { schema } = unwrap(given)
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
      return z.array(loosen(name, def.element))
    case 'record':
      return z.record(z.string(), loosen(name, def.valueType))
    default:
      throw new Error(`${name}: say in "record" how it is shown`)
  }
}

type Everything<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Shape) => void
  ? Shape
  : never
type Definitions = Readonly<Record<string, MonitorTypeDefinition>>

/** The fields of all types in one shape. */
export type SettingsShape<Types extends Definitions> = {
  [Name in keyof Everything<Types[keyof Types]['settings']>]: Everything<
    Types[keyof Types]['settings']
  >[Name] extends infer Schema extends z.ZodType
    ? Schema
    : never
}

/** A name means the same in every type that has it, or clients could not read it without asking for the type. */
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

export type RecordShape<Types extends Definitions> = {
  [Name in keyof SettingsShape<Types>]: z.ZodType<z.output<SettingsShape<Types>[Name]> | null>
}

/** What a monitor shows of the settings of all types: null for those that its own type does not have. */
export function mergeRecords<Types extends Definitions>(types: Types): RecordShape<Types> {
  const shown = Object.values(types).flatMap(({ settings, record = {} }) =>
    Object.entries(settings).map(([name, schema]) => {
      const own = record[name] as z.ZodType | undefined
      return [name, (own ?? loosen(name, schema)).nullable()] as const
    }),
  )
  return Object.fromEntries(shown) as unknown as RecordShape<Types>
}

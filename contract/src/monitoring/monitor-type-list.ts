import { z } from 'zod'
import type { MonitorTypeForm } from '../core/form-field.ts'
import type { MonitorTypeDefinition } from './monitor-type.ts'
import * as definitions from './monitor-types/index.ts'
import { describeForm, readFieldMeta } from '../core/settings-field.ts'

/** Every type of check, by its name in the API. */
export const MONITOR_TYPES = definitions
export type MonitorType = keyof typeof MONITOR_TYPES
export const MONITOR_TYPE_NAMES = Object.keys(MONITOR_TYPES) as [MonitorType, ...MonitorType[]]
export const MonitorType = z.enum(MONITOR_TYPE_NAMES)
export const DEFAULT_MONITOR_TYPE = 'http' satisfies MonitorType

/** A process of a newer release may have created monitors of a type unknown to this release. */
export const isMonitorType = (type: string): type is MonitorType => Object.hasOwn(MONITOR_TYPES, type)

/** A passive type waits for pings of its target: its URL is assigned, and its interval follows from its settings. */
export const isPassive = (type: MonitorType): boolean => isMonitorType(type) && !('url' in MONITOR_TYPES[type])

/** In display order: the default type first. */
export const describeMonitorTypes = (): MonitorTypeForm[] =>
  MONITOR_TYPE_NAMES.toSorted((a, b) => Number(b === DEFAULT_MONITOR_TYPE) - Number(a === DEFAULT_MONITOR_TYPE)).map(
    (type) => {
      const { label, description, url, settings }: MonitorTypeDefinition = MONITOR_TYPES[type]
      return { type, label, description, url: url ?? null, fields: describeForm(settings) }
    },
  )

export type SettingsOf<Type extends MonitorType> = z.output<z.ZodObject<(typeof MONITOR_TYPES)[Type]['settings']>>

interface SettingFacts {
  /** In the order of the definition. */
  readonly names: readonly string[]
  readonly secrets: readonly string[]
  readonly defaults: Readonly<Record<string, unknown>>
  /** The defaults of the secret settings only. */
  readonly unset: Readonly<Record<string, unknown>>
}

function collectFacts(type: MonitorType): SettingFacts {
  const fields = Object.entries<z.ZodType>(MONITOR_TYPES[type].settings).map(
    ([name, schema]) => [name, readFieldMeta(name, schema)] as const,
  )
  const secrets = fields.filter(([, meta]) => meta.secret)
  const defaults = (of: typeof fields) =>
    Object.fromEntries(of.filter(([, meta]) => meta.default !== undefined).map(([name, meta]) => [name, meta.default]))
  return {
    names: fields.map(([name]) => name),
    secrets: secrets.map(([name]) => name),
    defaults: defaults(fields),
    unset: defaults(secrets),
  }
}

const FACTS = Object.fromEntries(MONITOR_TYPE_NAMES.map((type) => [type, collectFacts(type)])) as Record<
  MonitorType,
  SettingFacts
>
/** During a rolling upgrade, a newer process may create monitors of a type that is unknown here. They have no settings here. */
const UNKNOWN: SettingFacts = { names: [], secrets: [], defaults: {}, unset: {} }
export const findSettingFacts = (type: string): SettingFacts => (isMonitorType(type) ? FACTS[type] : UNKNOWN)

/**
 * The settings of a monitor from the stored values, which only the server writes. A missing setting was added to the type later and
 * gets its default. Stored values only have masks of the secrets, so the secrets are passed separately.
 */
export function readSettings<Type extends MonitorType>(
  type: Type,
  stored: Readonly<Record<string, unknown>>,
  secrets: Readonly<Record<string, unknown>>,
): SettingsOf<Type> {
  const { defaults, unset } = findSettingFacts(type)
  return { ...defaults, ...stored, ...unset, ...secrets } as SettingsOf<Type>
}

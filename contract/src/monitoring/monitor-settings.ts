import { z } from 'zod'
import type { MonitorField } from '../core/form-field.ts'
import { Id, Tags } from '../core/fields.ts'
import { describeForm, field } from '../core/settings-field.ts'
import { DEFAULT_MONITOR_TYPE, MonitorType } from './monitor-type-list.ts'

/** A field of the form that is made from the declaration. */
interface PlainField {
  readonly label: string
  /** Sentences. The description of the schema is for the API. */
  readonly hint?: string
  /** The hint says what an empty field means, so the label does not say that it is optional. */
  readonly hint_says_optional?: true
  readonly multiline?: true
  readonly choices?: Readonly<Record<string, string>>
  /** Means nothing for a type that waits for pings. */
  readonly needs_target?: true
}

interface MonitorSetting<Schema extends z.ZodType = z.ZodType> {
  /** What a request may send. Its description is the API's. */
  readonly schema: Schema
  /** Of a monitor that is created without it. Absent: it is required, or assigned. */
  readonly default?: z.output<Schema>
  /** Of the API reference, if the schema does not give a good one. */
  readonly example?: z.output<Schema>
  /** Its values, in Markdown, for the table of `docs/guides/monitors.md`. */
  readonly docs: string
  /** Its column in `monitors`, if it does not have the setting's name; null: it is stored in a table of its own. */
  readonly column?: string | null
  /**
   * `entry`: under its own name in a configuration file. `identity`: it says which monitor an entry is about and what is checked.
   * `reference`: IDs, for which a file has names; `team/config-as-code/kinds/monitors.ts` translates them.
   */
  readonly in_file: 'entry' | 'identity' | 'reference'
  /** Absent: the form has a component for it, and a response says by hand how it is shown. */
  readonly form?: PlainField
}

const define = <Schema extends z.ZodType, const Setting extends MonitorSetting<Schema>>(
  setting: Setting & { schema: Schema },
): Setting & { schema: Schema } => setting

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

/**
 * The settings of a monitor of any type, in their order in the API. Requests, responses, columns, configuration files, swctl, the
 * form and the docs follow; one with `form` is named nowhere else but in the migration that adds its column.
 */
export const MONITOR_SETTINGS = {
  friendly_name: define({
    schema: z.string().trim().min(1).max(120),
    docs: '1 to 120 characters',
    in_file: 'identity',
  }),
  url: define({
    schema: z.string().trim().min(1).max(2048),
    docs: 'an http or https URL; for the other types, see below',
    in_file: 'identity',
  }),
  type: define({
    schema: MonitorType,
    default: DEFAULT_MONITOR_TYPE,
    docs: '`http`, [`ping`](#ping), [`tcp`](#tcp-port), [`tls`](#tls-certificate), [`dns`](#dns), [`heartbeat`](heartbeats.md)',
    in_file: 'identity',
  }),
  interval: define({
    schema: z
      .int()
      .min(1)
      .max(86_400)
      .meta({ description: 'Seconds between checks; at least 30, unless the server allows less' }),
    default: 60,
    docs: 'seconds, 30 to 86400; the server can allow less',
    column: 'interval_seconds',
    in_file: 'identity',
  }),
  is_active: define({ schema: z.boolean(), default: true, docs: '`false`: paused', in_file: 'entry' }),
  timeout_seconds: define({
    schema: z.int().min(1).max(60),
    default: 10,
    docs: '1 to 60',
    in_file: 'entry',
    form: { label: 'Timeout (seconds)', needs_target: true },
  }),
  slow_ms: define({
    schema: z.int().min(1).max(60_000).nullable().meta({
      description:
        'The monitor is slow while the 95th percentile of the last ten minutes is above so many milliseconds. null: never',
    }),
    default: null,
    example: 800,
    docs: '[above how many milliseconds it is slow](#slow-response-times), 1 to 60000; `null`: never',
    in_file: 'entry',
    form: {
      label: 'Slow above (ms)',
      hint: 'Notifies you when the 95th percentile of the last ten minutes is above it. Empty: never.',
      hint_says_optional: true,
      needs_target: true,
    },
  }),
  website_id: define({
    schema: Id.nullable(),
    default: null,
    docs: 'one of your websites',
    in_file: 'reference',
  }),
  locations: define({
    schema: z
      .array(z.string().trim().min(1).max(40))
      .max(20)
      .refine(isUnique, { error: 'must not contain a location twice' }),
    default: [],
    docs: '[check locations](locations.md); `[]`: any',
    in_file: 'entry',
  }),
  quorum: define({
    schema: z.int().min(1).max(20),
    default: 1,
    docs: 'how many of its locations must agree; if not sent, more than half of them',
    in_file: 'entry',
  }),
  tags: define({
    schema: Tags,
    default: [],
    docs: '[labels to filter by](#tags): at most 20 of 50 characters',
    in_file: 'entry',
  }),
  depends_on: define({
    schema: z
      .array(Id)
      .max(20)
      .refine(isUnique, { error: 'must not contain a monitor twice' })
      .meta({ description: 'IDs of monitors. While one of them is down, nobody is alerted about this one' }),
    default: [],
    docs: '[monitors that this one depends on](#dependencies), up to 20',
    column: null,
    in_file: 'reference',
  }),
  escalation_policy_id: define({
    schema: Id.nullable().meta({
      description: 'Its own escalation policy. null: that of a tag, or the default',
    }),
    default: null,
    docs: 'its own [escalation policy](escalation.md); `null`: that of a tag, or the default',
    in_file: 'reference',
  }),
}

type Settings = typeof MONITOR_SETTINGS
export type CommonSettingName = keyof Settings
/** The values of a monitor, each with the type that the API accepts. */
export type CommonSettings = { -readonly [Name in CommonSettingName]: z.output<Settings[Name]['schema']> }
export type PlainSettingName = {
  [Name in CommonSettingName]: Settings[Name] extends { form: PlainField } ? Name : never
}[CommonSettingName]
type DefaultName = {
  [Name in CommonSettingName]: Settings[Name] extends { default: unknown } ? Name : never
}[CommonSettingName]

const ENTRIES = Object.entries<MonitorSetting>(MONITOR_SETTINGS) as [CommonSettingName, MonitorSetting][]
const namesWhere = (matches: (setting: MonitorSetting) => boolean): CommonSettingName[] =>
  ENTRIES.filter(([, setting]) => matches(setting)).map(([name]) => name)

export const PLAIN_SETTINGS = namesWhere(({ form }) => form !== undefined) as PlainSettingName[]
/** In a configuration file, under their own names. */
export const ENTRY_SETTINGS = namesWhere(({ in_file }) => in_file === 'entry')
/** IDs, for which a configuration file has names. */
export const REFERENCE_SETTINGS = namesWhere(({ in_file }) => in_file === 'reference')

export const MONITOR_DEFAULTS = Object.fromEntries(
  ENTRIES.filter(([, setting]) => setting.default !== undefined).map(([name, setting]) => [name, setting.default]),
) as Pick<CommonSettings, DefaultName>

/** Of a monitor with these locations whose quorum nobody chose: a majority, 2 of 3. */
export const defaultQuorum = (locations: readonly unknown[]): number =>
  locations.length < 2 ? 1 : Math.floor(locations.length / 2) + 1

/** The settings that `monitors` has a column for. */
export const MONITOR_COLUMNS: readonly { name: CommonSettingName; column: string }[] = ENTRIES.flatMap(
  ([name, { column = name }]) => (column === null ? [] : [{ name, column }]),
)

/** The fields of the form that the dashboard makes from the declarations. */
export const describeMonitorFields = (): MonitorField[] =>
  ENTRIES.flatMap(([name, setting]) => {
    if (!setting.form) return []
    const { hint, needs_target, ...shown } = setting.form
    const schema = field(setting.schema, {
      ...shown,
      ...(hint !== undefined && { help: hint }),
      ...(setting.default !== undefined && { default: setting.default }),
    })
    return describeForm({ [name]: schema }).map((each) => ({ ...each, ...(needs_target && { needs_target }) }))
  })

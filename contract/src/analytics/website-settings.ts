import { z } from 'zod'
import type { FormField } from '../core/form-field.ts'
import { Flag, Tags } from '../core/fields.ts'
import { describeForm, field, unwrap } from '../core/settings-field.ts'

export const Privacy = z
  .literal([0, 1, 2])
  .meta({ type: 'integer', description: '0 = Public, 1 = Private, 2 = Password' })
export const Switch = z.literal([0, 1]).meta({ type: 'integer' })

interface WebsiteSetting<Schema extends z.ZodType = z.ZodType> {
  /** What a request may send. Its description is the API's. */
  readonly schema: Schema
  /** How a response shows it. Absent: `Website` says so, or it is not shown. */
  readonly record?: z.ZodType<z.output<Schema>>
  /** Of a website that is created without it. Absent: it may be left out. */
  readonly default?: z.output<Schema>
  /** Its values, in Markdown, for the table of `docs/guides/websites.md`. */
  readonly docs: string
  /** In that table, instead of the default. */
  readonly docs_default?: string
  /** It has no column of its name in `websites`: `server/src/analytics/websites/store.ts` says where it is. */
  readonly is_elsewhere?: true
  /** A field among those of tracking, made from this declaration. Absent: the form has a component for it. */
  readonly form?: { readonly label: string; readonly hint?: string }
}

const define = <Schema extends z.ZodType, const Setting extends WebsiteSetting<Schema>>(
  setting: Setting & { schema: Schema },
): Setting & { schema: Schema } => setting

/**
 * The settings of a website, in their order in the API. Requests, responses, columns, configuration files, swctl, plain fields of the
 * form and the docs follow; one with `form` is named nowhere else but in the migration that adds its column.
 */
export const WEBSITE_SETTINGS = {
  privacy: define({ schema: Privacy, default: 0, docs: '0 public, 1 private, 2 password-protected' }),
  password: define({
    schema: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Password of the public statistics page when privacy is 2. Never returned' }),
    docs: 'password of the [public statistics](public-statistics.md) if `privacy` is 2; never returned, see `has_password`',
    docs_default: 'none',
    is_elsewhere: true,
  }),
  email: define({
    schema: Switch.meta({ type: 'integer', description: 'Periodic e-mail reports: 0 = Disabled, 1 = Enabled' }),
    default: 0,
    docs: '1: weekly and monthly [e-mail reports](reports.md)',
    is_elsewhere: true,
  }),
  exclude_bots: define({
    schema: Switch.meta({
      type: 'integer',
      description: 'Exclude common bots from tracking: 0 = Disabled, 1 = Enabled',
    }),
    default: 1,
    docs: '1: common bots are not counted',
  }),
  exclude_params: define({
    schema: z.string().max(10_000).nullable().meta({
      description: 'URL query parameters to exclude, one per line; * for all. An empty string clears the list',
    }),
    default: null,
    docs: 'query parameters to exclude, one per line; `*` for all',
  }),
  exclude_ips: define({
    schema: z.string().max(10_000).nullable().meta({
      description:
        'IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list',
    }),
    default: null,
    docs: 'IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line',
  }),
  timezone: define({
    schema: z.string().min(1).max(64).meta({ description: 'IANA name, such as Europe/Berlin' }),
    default: 'UTC',
    docs: 'IANA name',
  }),
  retention_days: define({
    schema: z
      .int()
      .min(1)
      .max(3650)
      .nullable()
      .meta({ description: 'Data retention in days; null: the server default' }),
    default: null,
    docs: '1 to 3650; empty or `null`: the server default',
  }),
  honor_dnt: define({
    schema: Flag.meta({ description: 'Respect Do Not Track (DNT, Sec-GPC)' }),
    record: z.boolean(),
    default: false,
    docs: '`true`: respect Do Not Track',
    form: {
      label: 'Respect Do Not Track',
      hint: 'Do not count visitors whose browser sends Do Not Track or Global Privacy Control.',
    },
  }),
  indexable: define({
    schema: Flag.meta({ description: 'Allow search engines to index the public page; only when privacy is 0' }),
    default: false,
    docs: '`true`: search engines can index the [public page](public-statistics.md) if `privacy` is 0',
  }),
  tags: define({
    schema: Tags,
    default: [],
    docs: '[labels to filter by](monitors.md#tags), at most 20; in a form, separated by commas',
  }),
  traffic_alerts: define({
    schema: Flag.meta({
      description:
        'Open an incident and send alerts when visits collapse although every check is green. It has an effect only with enough traffic',
    }),
    default: true,
    docs: '`false`: no incident when [visits collapse](silent-outages.md)',
  }),
}

type Settings = typeof WEBSITE_SETTINGS
export type WebsiteSettingName = keyof Settings
export type PlainWebsiteSetting = {
  [Name in WebsiteSettingName]: Settings[Name] extends { form: object } ? Name : never
}[WebsiteSettingName]
export type WebsiteColumn = {
  [Name in WebsiteSettingName]: Settings[Name] extends { is_elsewhere: true } ? never : Name
}[WebsiteSettingName]

const ENTRIES = Object.entries<WebsiteSetting>(WEBSITE_SETTINGS) as [WebsiteSettingName, WebsiteSetting][]

type Schemas = { [Name in WebsiteSettingName]: Settings[Name]['schema'] }
export const websiteSchemas = Object.fromEntries(ENTRIES.map(([name, { schema }]) => [name, schema])) as Schemas

/** The default is what is stored; where a request is converted, it is what would be sent. */
const withDefault = ({ schema, default: value }: WebsiteSetting): z.ZodType =>
  value === undefined
    ? schema.optional()
    : schema._zod.def.type === 'pipe'
      ? schema.prefault(value)
      : schema.default(value)

/** For a new website. */
export const newWebsiteSchemas = Object.fromEntries(ENTRIES.map(([name, setting]) => [name, withDefault(setting)])) as {
  [Name in WebsiteSettingName]: Settings[Name] extends { default: unknown }
    ? z.ZodDefault<Schemas[Name]>
    : z.ZodOptional<Schemas[Name]>
}

const PLAIN = ENTRIES.filter(([, { form }]) => form !== undefined)
export const plainWebsiteRecords = Object.fromEntries(PLAIN.map(([name, { record }]) => [name, record])) as {
  [Name in PlainWebsiteSetting]: z.ZodType<z.output<Schemas[Name]>>
}

/** The settings that are a column of `websites`. */
export const WEBSITE_COLUMNS: readonly { name: WebsiteColumn; isNullable: boolean }[] = ENTRIES.filter(
  ([, { is_elsewhere }]) => !is_elsewhere,
).map(([name, { schema }]) => ({ name: name as WebsiteColumn, isNullable: unwrap(schema).isNullable }))

export const describeWebsiteFields = (): FormField[] =>
  PLAIN.flatMap(([name, { record, form, ...setting }]) => {
    if (!form || !record) throw new Error(`${name} is in the form: say in "record" how it is shown`)
    const { label, hint } = form
    const meta = { label, ...(hint !== undefined && { help: hint }), default: setting.default }
    return describeForm({ [name]: field(record, meta) })
  })

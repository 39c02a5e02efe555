import { z } from 'zod'
import { NewAssignmentRule } from '../alerting/assignment-rules.ts'
import { NewEscalationPolicy } from '../alerting/escalation.ts'
import { MomentText } from '../core/fields.ts'
import { NewGoal } from '../analytics/goals.ts'
import { NewMaintenanceWindow } from '../monitoring/maintenance.ts'
import { findSettingFacts, MONITOR_TYPE_NAMES } from '../monitoring/monitor-type-list.ts'
import { REFERENCE_SETTINGS } from '../monitoring/monitor-settings.ts'
import { NewMonitor } from '../monitoring/monitors.ts'
import { NewOnCallLayer, NewOnCallSchedule } from '../alerting/on-call.ts'
import { PROVIDER_TYPES, type ProviderDefinition } from '../alerting/providers.ts'
import { NewQuietHours } from '../alerting/quiet-hours.ts'
import { NewStatusPage } from '../alerting/status-pages.ts'
import { NewUptimeReport } from './uptime-reports.ts'
import { NewWebsite } from '../analytics/websites.ts'

/** Maximum number of records in a section. Larger files are not split into several requests. */
const MAX_RECORDS = 10_000

export const SecretReference = z
  .strictObject({ $env: z.string().min(1).max(300).meta({ description: 'Name of an environment variable' }) })
  .meta({
    id: 'SecretReference',
    description: 'A secret that is not given: the stored one is kept. In a file: ${NAME}',
  })
type SecretReference = z.infer<typeof SecretReference>

export const isReference = (value: unknown): value is SecretReference => SecretReference.safeParse(value).success

/** Name of another record, as written in the file. */
const Name = z.string().trim().min(1).max(5000)
const Domain = z.string().trim().min(1).max(2048)
const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length
const names = (description: string, max = 1000) =>
  z.array(Name).max(max).refine(isUnique, { error: 'must not contain a name twice' }).meta({ description })

/** In a setting that is a map, such as request headers, the values are the secrets. */
const secret = (schema: z.ZodType) =>
  z.union([schema, SecretReference, z.record(z.string(), z.union([z.string(), SecretReference]))])

const monitorSecrets: ReadonlySet<string> = new Set(
  MONITOR_TYPE_NAMES.flatMap((type) => findSettingFacts(type).secrets),
)
/** IDs, for which a file has names. */
const monitorIds: ReadonlySet<string> = new Set(['provider_ids', ...REFERENCE_SETTINGS])

const monitorFields: z.ZodRawShape = Object.fromEntries(
  Object.entries<z.ZodType>(NewMonitor.shape)
    .filter(([name]) => !monitorIds.has(name))
    .map(([name, schema]) => [name, monitorSecrets.has(name) ? secret(schema) : schema]),
)

const ConfigMonitor = z
  .strictObject({
    ...monitorFields,
    website: Domain.nullable().optional().meta({ description: 'Domain of the website that the monitor belongs to' }),
    depends_on: names('Names of monitors. While one of them is down, nobody is alerted about this one', 20).optional(),
    escalation_policy: Name.nullable().optional().meta({ description: 'Name of its own escalation policy' }),
    providers: names('Names of the providers to alert. Those that a rule assigns need not be listed').optional(),
    disabled_providers: names('Names of providers whose assignment is disabled').optional(),
    unassigned_providers: names('Names of providers that no rule may assign to this monitor').optional(),
  })
  .meta({ id: 'ConfigMonitor' })

const common = {
  is_default: z.boolean().optional().meta({ description: 'Whether it is assigned to new monitors' }),
  quiet_hours: NewQuietHours.nullable()
    .optional()
    .meta({ description: 'When messages wait until they end; null: never' }),
}

const providerOf = ({ provider_type, label, description, fields }: ProviderDefinition) =>
  z
    .strictObject({
      name: Name,
      provider_type: z.literal(provider_type),
      ...Object.fromEntries(
        Object.entries(fields).map(([name, field]) => {
          const schema = field.secret ? secret(field.schema).optional() : field.schema
          const sent = field.optional ? schema.optional() : schema
          return [name, sent.meta({ title: field.label, ...(field.hint !== undefined && { description: field.hint }) })]
        }),
      ),
      ...common,
    })
    .meta({ title: label, description })

const [firstProvider, ...otherProviders] = (Object.values(PROVIDER_TYPES) as ProviderDefinition[]).map(providerOf)
if (!firstProvider) throw new Error('there is no type of provider')
const ConfigProvider = z
  .discriminatedUnion('provider_type', [firstProvider, ...otherProviders])
  .meta({ id: 'ConfigProvider' })

const { email: _email, password: _password, domain: _domain, ...websiteSettings } = NewWebsite.shape
const password = z
  .union([z.string().min(1).max(200), SecretReference])
  .optional()
  .meta({ description: 'Set once. A stored password is kept; change it in the dashboard or with swctl' })

const ConfigWebsite = z
  .strictObject({
    domain: Domain,
    ...websiteSettings,
    password,
    goals: z
      .array(NewGoal)
      .max(100)
      .optional()
      .meta({ description: 'Page views and events that count as conversions' }),
  })
  .meta({ id: 'ConfigWebsite' })

const ConfigMember = z.strictObject({
  name: Name,
  user: z.string().nullable().optional().meta({ description: 'E-mail address of the member of the team' }),
  providers: names('Names of providers that reach this person', 20).optional(),
})

const ConfigOnCallSchedule = z
  .strictObject({
    name: NewOnCallSchedule.shape.name,
    timezone: NewOnCallSchedule.shape.timezone,
    members: z.array(ConfigMember).max(100).default([]),
    layers: z.array(NewOnCallLayer).max(20).default([]),
  })
  .meta({ id: 'ConfigOnCallSchedule', description: 'Overrides are not in the file and stay as they are' })

const stepSettings = NewEscalationPolicy.shape.steps.element.shape
const ConfigStep = z.strictObject({
  after_minutes: stepSettings.after_minutes,
  providers: names('Names of providers', 20).default([]),
  on_call_schedules: names('Names of on-call schedules; the person on call gets the message', 20).default([]),
  repeats: stepSettings.repeats,
  repeat_minutes: stepSettings.repeat_minutes,
})

const ConfigEscalationPolicy = z
  .strictObject({ ...NewEscalationPolicy.shape, steps: z.array(ConfigStep).min(1).max(10) })
  .meta({ id: 'ConfigEscalationPolicy' })

const ConfigAssignmentRule = z
  .strictObject({
    name: Name.max(120),
    applies_to: NewAssignmentRule.shape.applies_to,
    tag: NewAssignmentRule.shape.tag,
    website: Domain.nullable().optional().meta({ description: 'For applies_to website: its domain' }),
    providers: names('Names of the providers that the rule assigns').min(1).max(100),
  })
  .meta({ id: 'ConfigAssignmentRule' })

const displayFields = {
  label: z.string().nullable().default(null).meta({ description: 'Shown instead of the name' }),
  group: z.string().nullable().default(null).meta({ description: 'Components with the same group are shown together' }),
}

const { website_ids: _ids, is_public: _is_public, ...pageSettings } = NewStatusPage.shape
const ConfigStatusPage = z
  .strictObject({
    ...pageSettings,
    password,
    monitors: z
      .array(z.strictObject({ monitor: Name, ...displayFields }))
      .max(100)
      .default([]),
    websites: z
      .array(z.strictObject({ website: Domain, ...displayFields }))
      .max(50)
      .default([]),
  })
  .meta({ id: 'ConfigStatusPage' })

const ConfigMaintenanceWindow = z
  .strictObject({
    name: NewMaintenanceWindow.shape.name,
    repeat: z.enum(['daily', 'weekly']),
    starts_at: MomentText,
    ends_at: MomentText,
    timezone: z.string().min(1).max(64).default('UTC').meta({ description: 'Repetitions follow its local time' }),
    all_monitors: z.boolean().default(false).meta({ description: 'All monitors, including future ones' }),
    monitors: names('Names of the monitors').default([]),
  })
  .meta({ id: 'ConfigMaintenanceWindow', description: 'Only windows that repeat are in the file' })

const {
  monitor_id: _monitor_id,
  status_page_id: _page_id,
  recipient_ids: _recipients,
  ...report
} = NewUptimeReport.shape
const ConfigUptimeReport = z
  .strictObject({
    ...report,
    monitor: Name.optional().meta({ description: 'Name of the monitor that is reported' }),
    status_page: Name.optional().meta({ description: 'Name of the status page whose monitors are reported' }),
    recipients: z
      .array(z.string())
      .max(50)
      .optional()
      .meta({ description: 'E-mail addresses of members of the team. Omitted for a new report: you' }),
  })
  .meta({ id: 'ConfigUptimeReport' })

const section = <S extends z.ZodType>(schema: S, description: string) =>
  z.array(schema).max(MAX_RECORDS).optional().meta({ description })

export const ConfigFile = z
  .strictObject({
    version: z.literal(1).meta({ description: 'Version of this format' }),
    websites: section(ConfigWebsite, 'Websites, by domain'),
    providers: section(ConfigProvider, 'Notification providers, by name'),
    on_call_schedules: section(ConfigOnCallSchedule, 'On-call schedules, by name'),
    escalation_policies: section(ConfigEscalationPolicy, 'Escalation policies, by name'),
    monitors: section(ConfigMonitor, 'Monitors, by friendly_name'),
    assignment_rules: section(ConfigAssignmentRule, 'Rules that assign providers to monitors, by name'),
    status_pages: section(ConfigStatusPage, 'Status pages, by name'),
    maintenance_windows: section(ConfigMaintenanceWindow, 'Repeating maintenance windows, by name'),
    uptime_reports: section(ConfigUptimeReport, 'Monthly uptime reports by e-mail, by name'),
  })
  .meta({ id: 'ConfigFile', title: 'Sitewatch configuration' })

import { z } from 'zod'
import { Id } from '../core/fields.ts'
import { one, route } from '../core/route.ts'

export const MONITOR_IMPORT_SOURCES = ['kuma', 'uptimerobot'] as const
export type ImportSource = (typeof MONITOR_IMPORT_SOURCES)[number]

/** Size of the file itself; as base64 it is a third larger. */
export const MAX_IMPORT_BYTES = 6 * 1024 * 1024
/** Number of entries in one file. */
export const MAX_IMPORT_ROWS = 5000

const MAX_BASE64_CHARACTERS = Math.ceil(MAX_IMPORT_BYTES / 3) * 4

export const MonitorImportRequest = z
  .strictObject({
    source: z.enum(MONITOR_IMPORT_SOURCES).meta({ description: 'The program that the file comes from' }),
    file: z
      .string()
      .min(1)
      .max(MAX_BASE64_CHARACTERS, { error: `must be at most ${MAX_IMPORT_BYTES / 1024 / 1024} MiB before base64` })
      .refine((text) => !/[^A-Za-z0-9+/=]/.test(text), { error: 'must be base64' })
      .meta({
        description:
          'The file as base64. kuma: kuma.db or a JSON backup. uptimerobot: a CSV export or the JSON of getMonitors',
      }),
    dry_run: z.boolean().default(false).meta({ description: 'true: create nothing, only report what would happen' }),
  })
  .meta({ id: 'MonitorImportRequest' })

const SKIP_REASONS = [
  'exists',
  'duplicate',
  'group',
  'unsupported_type',
  'unsupported_setting',
  'invalid',
  'limit',
] as const
export type ImportSkipReason = (typeof SKIP_REASONS)[number]

export const MonitorImportRow = z
  .strictObject({
    line: z.int().min(1).meta({ description: 'Position in the file, starting at 1; a CSV header is not counted' }),
    name: z.string(),
    source_type: z.string().meta({ description: 'Type of the monitor in the source' }),
    target: z.string().nullable().meta({ description: 'URL or host that is checked' }),
    action: z.enum(['create', 'skip']),
    reason: z
      .enum(SKIP_REASONS)
      .nullable()
      .meta({ description: 'Why it is skipped; `exists`: a monitor with this name, type and URL exists already' }),
    monitor_id: Id.nullable().meta({ description: 'The monitor; null: none, or none yet' }),
    notes: z.array(z.string()).meta({ description: 'What differs from the source, or why the row is skipped' }),
  })
  .meta({ id: 'MonitorImportRow' })
export type MonitorImportRow = z.infer<typeof MonitorImportRow>

export const MonitorImportProvider = z
  .strictObject({
    name: z.string(),
    source_type: z.string().meta({ description: 'Type of the notification in the source' }),
    provider_type: z
      .string()
      .nullable()
      .meta({ description: 'Type of the notification provider to add; null: there is none' }),
    monitor_count: z.int().meta({ description: 'How many monitors of the file use it' }),
    note: z.string(),
  })
  .meta({ id: 'MonitorImportProvider' })
export type MonitorImportProvider = z.infer<typeof MonitorImportProvider>

export const MonitorImport = z
  .strictObject({
    object: z.literal('monitor_import'),
    source: z.enum(MONITOR_IMPORT_SOURCES),
    dry_run: z.boolean(),
    created_count: z.int().meta({ description: 'In a dry run, how many would be created' }),
    skipped_count: z.int(),
    rows: z.array(MonitorImportRow).meta({ description: 'One for each entry of the file, in its order' }),
    providers: z.array(MonitorImportProvider).meta({
      description: 'Notifications of the source. They are not created, because their secrets stay where they are',
    }),
  })
  .meta({ id: 'MonitorImport' })
export type MonitorImport = z.infer<typeof MonitorImport>

export const monitorImportRoutes = {
  run: route({
    id: 'monitors.import',
    method: 'POST',
    path: '/api/imports/monitors',
    summary: 'Create monitors from a file of Uptime Kuma or UptimeRobot. Running it again creates nothing twice',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'monitor.created',
    body: MonitorImportRequest,
    example: {
      source: 'uptimerobot',
      file: 'VHlwZSxGcmllbmRseSBOYW1lLFVSTApIVFRQLFNob3AsaHR0cHM6Ly9leGFtcGxlLmNvbS8K',
    },
    fileBody: true,
    returns: one(MonitorImport),
    problems: ['limit_reached'],
  }),
} as const

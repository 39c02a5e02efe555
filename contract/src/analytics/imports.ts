import { z } from 'zod'
import { Id, OneLine, Page, PageSize, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

export const STATISTICS_IMPORT_SOURCES = ['plausible', 'umami', 'events'] as const
export const IMPORT_STATUSES = ['uploading', 'queued', 'running', 'done', 'failed', 'undoing'] as const
export const IMPORT_LIMITS = {
  file_bytes: 2 * 1024 ** 3,
  /** Of all files of a team, which are stored until their imports end. */
  stored_bytes: 2 * 1024 ** 3,
  /** Of a part of the file, which one request uploads. */
  chunk_bytes: 1024 * 1024,
  imports_per_website: 50,
} as const

const Source = z.enum(STATISTICS_IMPORT_SOURCES).meta({
  description:
    'plausible: the ZIP file of an export. umami: website_event rows as CSV. events: one event per line as JSON (NDJSON), such as an export of Sitewatch',
})
const Count = z.int().min(0)

export const StatisticsImport = z
  .strictObject({
    object: z.literal('statistics_import'),
    id: Id,
    website_id: Id,
    source: Source,
    file_name: z.string(),
    file_bytes: z.int().min(1),
    uploaded_bytes: Count.meta({ description: 'Continue the upload at this offset' }),
    status: z.enum(IMPORT_STATUSES),
    progress_percent: z.number().min(0).max(100).meta({ description: 'How much of the file has been read' }),
    rows_read: Count.meta({ description: 'Lines of the file, without headers' }),
    rows_imported: Count,
    rows_duplicate: Count.meta({ description: 'Lines that were imported or collected before, and are left out' }),
    rows_broken: Count.meta({ description: 'Lines that could not be imported' }),
    broken: z
      .array(z.strictObject({ file: z.string(), line: z.int(), reason: z.string() }))
      .meta({ description: 'The first 20 lines that could not be imported, and why' }),
    error: z.string().nullable().meta({ description: 'Why the import failed' }),
    first_day: z.iso.date().nullable(),
    last_day: z.iso.date().nullable(),
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'StatisticsImport' })
export type StatisticsImport = z.infer<typeof StatisticsImport>

export const NewStatisticsImport = z
  .strictObject({
    source: Source,
    file_name: OneLine.min(1).max(255),
    file_bytes: z.int().min(1).max(IMPORT_LIMITS.file_bytes).meta({
      description:
        'Size of the file; at most 2 GiB, together with other files of the team whose imports have not ended',
    }),
  })
  .meta({ id: 'NewStatisticsImport' })
export type NewStatisticsImport = z.output<typeof NewStatisticsImport>

/** Length of the largest part as base64. */
const MAX_DATA_LENGTH = Math.ceil(IMPORT_LIMITS.chunk_bytes / 3) * 4

export const StatisticsImportChunk = z
  .strictObject({
    offset: Count.meta({ description: 'Position of the first byte in the file' }),
    data: z
      .base64()
      .min(1)
      .max(MAX_DATA_LENGTH)
      .meta({ description: 'The next part of the file as base64, at most 1 MiB of the file' }),
  })
  .meta({ id: 'StatisticsImportChunk' })
export type StatisticsImportChunk = z.output<typeof StatisticsImportChunk>

const PATH = '/api/v1/websites/:id/imports'

export const statisticsImportRoutes = {
  list: route({
    id: 'statisticsImports.list',
    method: 'GET',
    path: PATH,
    summary: 'List the imports of statistics of a website, newest first',
    scope: 'websites:read',
    role: 'viewer',
    query: z.strictObject({ page: Page, per_page: PageSize }),
    returns: list(StatisticsImport),
    problems: ['not_found'],
  }),
  create: route({
    id: 'statisticsImports.create',
    method: 'POST',
    path: PATH,
    summary: 'Create an import of statistics. Then upload its file and start it',
    scope: 'websites:write',
    role: 'editor',
    audit: 'statistics_import.created',
    body: NewStatisticsImport,
    example: { source: 'plausible', file_name: 'example_com_20261101.zip', file_bytes: 48_213 },
    returns: created(StatisticsImport),
    problems: ['not_found', 'limit_reached'],
  }),
  show: route({
    id: 'statisticsImports.show',
    method: 'GET',
    path: `${PATH}/:import_id`,
    summary: 'Show an import of statistics and its progress',
    scope: 'websites:read',
    role: 'viewer',
    returns: one(StatisticsImport),
    problems: ['not_found'],
  }),
  upload: route({
    id: 'statisticsImports.upload',
    method: 'PUT',
    path: `${PATH}/:import_id/file`,
    summary:
      'Upload the next part of the file. The answer says how many bytes are stored: a part at another offset changes nothing',
    scope: 'websites:write',
    role: 'editor',
    audit: null,
    body: StatisticsImportChunk,
    largeBody: true,
    example: { offset: 0, data: 'UEsDBBQAAAAIAA==' },
    returns: one(StatisticsImport),
    problems: ['not_found', 'not_possible'],
  }),
  start: route({
    id: 'statisticsImports.start',
    method: 'POST',
    path: `${PATH}/:import_id/start`,
    summary: 'Start an import whose file is uploaded',
    scope: 'websites:write',
    role: 'editor',
    audit: 'statistics_import.started',
    auditFields: [],
    returns: one(StatisticsImport),
    problems: ['not_found', 'not_possible'],
  }),
  remove: route({
    id: 'statisticsImports.remove',
    method: 'DELETE',
    path: `${PATH}/:import_id`,
    summary: 'Undo an import: everything that it brought is deleted. It is listed as undoing until nothing is left',
    scope: 'websites:write',
    role: 'editor',
    audit: 'statistics_import.deleted',
    returns: deleted('statistics_import'),
    problems: ['not_found'],
  }),
} as const

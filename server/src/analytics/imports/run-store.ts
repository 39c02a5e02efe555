import { randomBytes } from 'node:crypto'
import type { StatisticsImport } from '@sitewatch/contract'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { parseParamRules } from '../websites/index.ts'
import type { ImportSite } from './sources/imported-event.ts'

/** An import as its worker needs it. */
export interface ImportJob {
  id: number
  team_id: number
  website_id: number
  source: StatisticsImport['source']
  status: StatisticsImport['status']
  file_name: string
  file_bytes: number
  position_entry: number
  position_bytes: number
  position_lines: number
  days: string[]
  inbox_ids: number[]
  /** Null unless it runs. */
  visitor_key: Buffer | null
}

export const findImportUnscoped = (tx: RoleTx<'worker'>, id: number): Promise<ImportJob | undefined> =>
  tx.maybe(sql<ImportJob>`
    select id, team_id, website_id, source, status, file_name, file_bytes::float8 as file_bytes, position_entry,
      position_bytes::float8 as position_bytes, position_lines::float8 as position_lines, days::text[] as days,
      inbox_ids::float8[] as inbox_ids, visitor_key
    from statistics_imports where id = ${id}`)

interface SiteRow {
  id: number
  domain: string
  timezone: string
  exclude_bots: number
  exclude_params: string | null
  retention_days: number | null
}

export async function findSiteUnscoped(
  tx: RoleTx<'worker'>,
  website_id: number,
  default_retention_days: number,
): Promise<ImportSite> {
  const row = await tx.one(sql<SiteRow>`
    select id, domain, timezone, exclude_bots, exclude_params, retention_days from websites where id = ${website_id}`)
  return {
    id: row.id,
    domain: row.domain,
    timezone: row.timezone,
    exclude_bots: row.exclude_bots === 1,
    param_rules: parseParamRules(row.exclude_params).rules,
    retention_days: row.retention_days ?? default_retention_days,
  }
}

/** The days that other imports of the website stored in imported_days. */
export async function listImportedDaysUnscoped(tx: RoleTx<'worker'>, { id, website_id }: ImportJob): Promise<string[]> {
  const rows = await tx.query(sql<{ day: string }>`
    select distinct unnest(days)::text as day from statistics_imports
    where website_id = ${website_id} and id <> ${id} and status = 'done' and cardinality(dimensions) > 0`)
  return rows.map(({ day }) => day)
}

export interface BrokenLine {
  file: string
  line: number
  reason: string
}

/** Progress since the last step. It is committed together with the events, so that each event is imported once. */
export interface Step {
  entry: number
  bytes: number
  lines: number
  percent: number
  read: number
  imported: number
  duplicate: number
  broken_count: number
  broken: readonly BrokenLine[]
  days: readonly string[]
  dimensions: readonly string[]
  inbox_id: number | null
}

/** The import was undone, its website deleted, or another worker took over, while it ran. */
export class ImportEnded extends Error {
  override name = 'ImportEnded'
}

const MAX_BROKEN = 20

/** Moves the position of the job. A worker that was stopped, and whose job another worker continues, finds another position and commits nothing. */
export async function commitStepUnscoped(tx: RoleTx<'worker'>, job: ImportJob, step: Step): Promise<void> {
  const changed = await tx.execute(sql`
    update statistics_imports set
      position_entry = ${step.entry}, position_bytes = ${step.bytes}, position_lines = ${step.lines},
      progress_percent = ${Math.min(100, step.percent)}, rows_read = rows_read + ${step.read},
      rows_imported = rows_imported + ${step.imported}, rows_duplicate = rows_duplicate + ${step.duplicate},
      rows_broken = rows_broken + ${step.broken_count},
      broken = case when jsonb_array_length(broken) >= ${MAX_BROKEN} then broken
        else jsonb_path_query_array(broken || ${JSON.stringify(step.broken)}::jsonb, '$[0 to 19]') end,
      days = array(select distinct unnest(days || ${step.days}::date[]) order by 1),
      dimensions = array(select distinct unnest(dimensions || ${step.dimensions}::text[]) order by 1),
      inbox_ids = case when ${step.inbox_id}::bigint is null then inbox_ids else inbox_ids || ${step.inbox_id}::bigint end
    where id = ${job.id} and status = 'running'
      and position_entry = ${job.position_entry} and position_bytes = ${job.position_bytes}`)
  if (changed === 0) throw new ImportEnded('the import is no longer running, or another worker continues it')
  job.position_entry = step.entry
  job.position_bytes = step.bytes
}

/** True when the import may run. The first run makes the key of its visitors, which forget_visitor_key() destroys with its end. */
export async function beginUnscoped(tx: RoleTx<'worker'>, id: number): Promise<boolean> {
  const updated = await tx.execute(sql`
    update statistics_imports set status = 'running', started_at = coalesce(started_at, now()),
      visitor_key = coalesce(visitor_key, ${randomBytes(32)})
    where id = ${id} and status in ('queued', 'running')`)
  return updated === 1
}

const deleteFileUnscoped = (tx: RoleTx<'worker'>, { id, team_id }: ImportJob): Promise<number> =>
  tx.execute(sql`delete from statistics_import_chunks where team_id = ${team_id} and import_id = ${id}`)

/** Marks the website as having events, so that its screen shows statistics. */
export async function finishUnscoped(tx: RoleTx<'worker'>, job: ImportJob): Promise<void> {
  const { id, website_id } = job
  const finished = await tx.execute(sql`
    update statistics_imports set status = 'done', finished_at = now(), progress_percent = 100
    where id = ${id} and status = 'running'`)
  if (finished === 0) return
  await deleteFileUnscoped(tx, job)
  await tx.execute(sql`
    update websites set first_event_at = clock_timestamp() where id = ${website_id} and first_event_at is null
      and exists (select from statistics_imports where id = ${id} and cardinality(days) > 0)`)
}

export async function failUnscoped(tx: RoleTx<'worker'>, job: ImportJob, error: string): Promise<void> {
  const failed = await tx.execute(sql`
    update statistics_imports set status = 'failed', finished_at = now(), error = ${error}
    where id = ${job.id} and status = 'running'`)
  if (failed === 1) await deleteFileUnscoped(tx, job)
}

export const addJobAgainUnscoped = (tx: RoleTx<'worker'>, { id, website_id }: ImportJob): Promise<unknown> =>
  tx.query(sql`select add_statistics_import_job(${id}, ${website_id})`)

/** For an import whose rows are deleted. A website that never collected an event waits for its first one again. */
export async function deleteImportUnscoped(
  tx: RoleTx<'worker'>,
  { id, website_id }: ImportJob,
  { hasEvents }: { hasEvents: boolean },
): Promise<void> {
  await tx.execute(sql`delete from statistics_imports where id = ${id} and status = 'undoing'`)
  if (hasEvents) return
  await tx.execute(sql`
    update websites set first_event_at = null where id = ${website_id} and first_event_origin is null
      and not exists (select from statistics_imports where website_id = ${website_id} and status = 'done')`)
}

/** An upload that nobody continued for a week. */
export const purgeUploadsUnscoped = (tx: RoleTx<'worker'>): Promise<number> =>
  tx.execute(sql`
    delete from statistics_imports where status = 'uploading' and updated_at < now() - interval '7 days'`)

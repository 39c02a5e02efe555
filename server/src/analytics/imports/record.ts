import { sql } from '../../platform/postgres/index.ts'

export const COLUMNS = sql`'statistics_import' as object, i.id, i.website_id, i.source, i.file_name, i.file_bytes::float8 as file_bytes,
  i.uploaded_bytes::float8 as uploaded_bytes, i.status, i.progress_percent, i.rows_read::float8 as rows_read,
  i.rows_imported::float8 as rows_imported, i.rows_duplicate::float8 as rows_duplicate, i.rows_broken::float8 as rows_broken, i.broken, i.error,
  (select min(day) from unnest(i.days) as day)::text as first_day, (select max(day) from unnest(i.days) as day)::text as last_day,
  i.started_at, i.finished_at, i.created_at, i.updated_at`

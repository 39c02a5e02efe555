import {
  IMPORT_LIMITS,
  type ListOf,
  type NewStatisticsImport,
  type StatisticsImport,
  type StatisticsImportChunk,
} from '@sitewatch/contract'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { findWebsiteRef } from '../websites/index.ts'
import { COLUMNS } from './record.ts'

/** An import, and the website that the path names. */
export interface ImportPath {
  id: number
  import_id: number
}

export async function listImports(
  tx: UserTx,
  website_id: number,
  { page, per_page }: { page: number; per_page: number },
): Promise<ListOf<StatisticsImport>> {
  if (!(await findWebsiteRef(tx, website_id))) throw notFound()
  return await listPage(tx, {
    select: sql<StatisticsImport>`select ${COLUMNS}`,
    from: sql`from statistics_imports i where i.team_id = ${tx.team_id} and i.website_id = ${website_id}`,
    order_by: sql`i.id desc`,
    page,
    page_size: per_page,
  })
}

export async function showImport(tx: UserTx, { id, import_id }: ImportPath): Promise<StatisticsImport> {
  const found = await tx.maybe(sql<StatisticsImport>`
    select ${COLUMNS} from statistics_imports i
    where i.team_id = ${tx.team_id} and i.website_id = ${id} and i.id = ${import_id}`)
  if (!found) throw notFound()
  return found
}

export const lockImport = (tx: UserTx, import_id: number): Promise<StatisticsImport | undefined> =>
  tx.maybe(sql<StatisticsImport>`
    select ${COLUMNS} from statistics_imports i where i.team_id = ${tx.team_id} and i.id = ${import_id} for update`)

/** Files are stored until their imports end: one team must not fill the disk that all share. */
async function checkQuota(tx: UserTx, website_id: number, file_bytes: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('quota statistics imports', ${tx.team_id}))`)
  const { used, stored_bytes } = await tx.one(sql<{ used: number; stored_bytes: number }>`
    select count(*) filter (where website_id = ${website_id}) as used,
      coalesce(sum(file_bytes) filter (where status in ('uploading', 'queued', 'running')), 0)::bigint as stored_bytes
    from statistics_imports where team_id = ${tx.team_id}`)
  if (used >= IMPORT_LIMITS.imports_per_website)
    throw problem('limit_reached', {
      detail: `A website can have ${IMPORT_LIMITS.imports_per_website} imports. Undo one first.`,
    })
  if (stored_bytes + file_bytes > IMPORT_LIMITS.stored_bytes)
    throw problem('limit_reached', {
      detail:
        'Files of your team whose imports have not ended would take more than 2 GiB. Wait for those imports, or undo one.',
    })
}

export async function insertImport(
  tx: UserTx,
  website_id: number,
  { source, file_name, file_bytes }: NewStatisticsImport,
): Promise<StatisticsImport> {
  if (!(await findWebsiteRef(tx, website_id))) throw notFound()
  await checkQuota(tx, website_id, file_bytes)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into statistics_imports (team_id, website_id, source, file_name, file_bytes)
    values (${tx.team_id}, ${website_id}, ${source}, ${file_name}, ${file_bytes}) returning id`)
  return showImport(tx, { id: website_id, import_id: id })
}

/** A chunk that is already stored, or that comes too early, changes nothing: the response says where to continue. */
export async function storeChunk(
  tx: UserTx,
  at: ImportPath,
  { offset, data }: StatisticsImportChunk,
): Promise<StatisticsImport> {
  const found = await showImport(tx, at)
  if (found.status !== 'uploading')
    throw problem('not_possible', { detail: 'This import has its file. Create another import for another file.' })
  if (offset !== found.uploaded_bytes) return found
  const body = Buffer.from(data, 'base64')
  if (body.length > IMPORT_LIMITS.chunk_bytes)
    throw invalid('data', 'too_big', `data can have at most ${IMPORT_LIMITS.chunk_bytes} bytes.`)
  if (offset + body.length > found.file_bytes)
    throw invalid('data', 'too_big', `The file has ${found.file_bytes} bytes; this part ends after them.`)
  await tx.execute(sql`
    insert into statistics_import_chunks (team_id, import_id, start, body)
    values (${tx.team_id}, ${at.import_id}, ${offset}, ${body})`)
  await tx.execute(sql`
    update statistics_imports set uploaded_bytes = ${offset + body.length}
    where team_id = ${tx.team_id} and id = ${at.import_id}`)
  return { ...found, uploaded_bytes: offset + body.length }
}

const addJob = (tx: UserTx, { import_id }: ImportPath): Promise<unknown> =>
  tx.query(sql`select start_statistics_import(${import_id})`)

export async function startImport(tx: UserTx, at: ImportPath): Promise<StatisticsImport> {
  const found = await showImport(tx, at)
  if (found.status === 'queued' || found.status === 'running') return found
  if (found.status !== 'uploading')
    throw problem('not_possible', { detail: 'This import has ended. Create another one to import the file again.' })
  if (found.uploaded_bytes < found.file_bytes)
    throw problem('not_possible', {
      detail: `Upload the rest of the file first: ${found.uploaded_bytes} of ${found.file_bytes} bytes are stored.`,
    })
  const start = sql`
    update statistics_imports set status = 'queued' where team_id = ${tx.team_id} and id = ${at.import_id}`
  await tx.execute(start).catch((error: unknown) => {
    throw sqlState(error) === '23505'
      ? problem('not_possible', {
          detail: 'Another import of this website is running. Start this one when it has ended.',
        })
      : error
  })
  await addJob(tx, at)
  return showImport(tx, at)
}

/** A worker deletes the rows, which may be millions. */
export async function undoImport(tx: UserTx, at: ImportPath): Promise<{ id: number }> {
  await showImport(tx, at)
  await tx.execute(sql`
    update statistics_imports set status = 'undoing' where team_id = ${tx.team_id} and id = ${at.import_id}`)
  await addJob(tx, at)
  return { id: at.import_id }
}

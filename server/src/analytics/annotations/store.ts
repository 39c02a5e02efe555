import type { Annotation, AnnotationChanges, ListOf, NewAnnotation } from '@sitewatch/contract'
import { notFound, problem } from '../../http/problem.ts'
import { joinSql, type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import type { WebsiteRef } from '../websites/index.ts'

const COLUMNS = sql`'annotation' as object, id, website_id, happened_at, text, link, author, created_at, updated_at`

/** Per website. Annotations are kept until somebody deletes them. */
const MAX_ANNOTATIONS = 1000

interface Period {
  from?: Date | undefined
  to?: Date | undefined
}

const within = (tx: UserTx, website_id: number, { from, to }: Period): Sql =>
  joinSql(
    [
      sql`team_id = ${tx.team_id} and website_id = ${website_id}`,
      ...(from === undefined ? [] : [sql`happened_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`happened_at < ${to}`]),
    ],
    ' and ',
  )

export async function listAnnotations(
  tx: UserTx,
  website: WebsiteRef,
  { page, per_page, ...period }: Period & { page: number; per_page: number },
): Promise<ListOf<Annotation>> {
  return await listPage(tx, {
    select: sql<Annotation>`select ${COLUMNS}`,
    from: sql`from annotations where ${within(tx, website.id, period)}`,
    order_by: sql`happened_at desc, id desc`,
    page,
    page_size: per_page,
  })
}

/** The newest annotations of a period, in chronological order, for its report. */
export async function listAnnotationsOf(
  tx: UserTx,
  website_id: number,
  { from_ms, to_ms, max }: { from_ms: number; to_ms: number; max: number },
): Promise<Pick<Annotation, 'happened_at' | 'text'>[]> {
  const period = { from: new Date(from_ms), to: new Date(to_ms) }
  const rows = await tx.query(sql<Pick<Annotation, 'happened_at' | 'text'>>`
    select happened_at, text from annotations where ${within(tx, website_id, period)}
    order by happened_at desc, id desc limit ${max}`)
  return rows.toReversed()
}

export async function readAnnotation(tx: UserTx, id: number): Promise<Annotation> {
  const record = await tx.maybe(sql<Annotation>`
    select ${COLUMNS} from annotations where team_id = ${tx.team_id} and id = ${id}`)
  if (!record) throw notFound()
  return record
}

export const lockAnnotation = (tx: UserTx, id: number): Promise<Annotation | undefined> =>
  tx.maybe(sql<Annotation>`select ${COLUMNS} from annotations where team_id = ${tx.team_id} and id = ${id} for update`)

/** Serialised for each website, so that two requests cannot both pass the limit. */
async function checkQuota(tx: UserTx, website: WebsiteRef): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('annotations', ${website.id}))`)
  const { used } = await tx.one(sql<{ used: number }>`
    select count(*) as used from annotations where team_id = ${tx.team_id} and website_id = ${website.id}`)
  if (used < MAX_ANNOTATIONS) return
  throw problem('limit_reached', {
    detail: `A website can have up to ${MAX_ANNOTATIONS} annotations. Delete one first.`,
  })
}

export async function insertAnnotation(
  tx: UserTx,
  website: WebsiteRef,
  { text, link, happened_at, author }: NewAnnotation & { author: string },
): Promise<Annotation> {
  await checkQuota(tx, website)
  return tx.one(sql<Annotation>`
    insert into annotations (team_id, website_id, happened_at, text, link, author)
    values (${tx.team_id}, ${website.id}, coalesce(${happened_at ?? null}, now()), ${text}, ${link}, ${author})
    returning ${COLUMNS}`)
}

export async function updateAnnotation(tx: UserTx, id: number, changes: AnnotationChanges): Promise<Annotation> {
  const before = await lockAnnotation(tx, id)
  if (!before) throw notFound()
  const { happened_at, text, link } = changes
  if (happened_at === undefined && text === undefined && link === undefined) return before
  return tx.one(sql<Annotation>`
    update annotations set happened_at = ${happened_at ?? new Date(before.happened_at)}, text = ${text ?? before.text},
      link = ${link === undefined ? before.link : link}
    where team_id = ${tx.team_id} and id = ${id} returning ${COLUMNS}`)
}

export async function deleteAnnotation(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from annotations where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

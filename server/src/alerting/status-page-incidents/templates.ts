import type { ListOf, NewStatusPageTemplate, StatusPageTemplate, StatusPageTemplateChanges } from '@sitewatch/contract'
import { notFound, problem } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { checkStatus, FIRST_STATUS } from './settings.ts'

const MAX_TEMPLATES = 100

const COLUMNS = sql`'status_page_template' as object, id, name, kind, title, impact, status, body, created_at, updated_at`

async function refuseTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (sqlState(error) !== '23505') throw error
    const message = 'A template with this name already exists.'
    throw problem('already_exists', {
      detail: message,
      errors: [{ field: 'name', code: 'already_exists', message }],
      cause: error,
    })
  })
}

export async function listTemplates(
  tx: UserTx,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListOf<StatusPageTemplate>> {
  return await listPage(tx, {
    select: sql<StatusPageTemplate>`select ${COLUMNS}`,
    from: sql`from status_page_templates where team_id = ${tx.team_id}`,
    order_by: sql`id desc`,
    page,
    page_size: pageSize,
  })
}

export async function insertTemplate(tx: UserTx, input: NewStatusPageTemplate): Promise<StatusPageTemplate> {
  const { name, kind, title, impact, body } = input
  const status = checkStatus(kind, input.status ?? FIRST_STATUS[kind])
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('status_page_templates', ${tx.team_id}))`)
  const { used } = await tx.one(sql<{ used: number }>`
    select count(*) as used from status_page_templates where team_id = ${tx.team_id}`)
  if (used >= MAX_TEMPLATES)
    throw problem('limit_reached', { detail: `A team can have up to ${MAX_TEMPLATES} templates. Delete one first.` })
  return refuseTaken(
    tx.one(sql<StatusPageTemplate>`
      insert into status_page_templates (team_id, name, kind, title, impact, status, body)
      values (${tx.team_id}, ${name}, ${kind}, ${title}, ${impact}, ${status}, ${body}) returning ${COLUMNS}`),
  )
}

export async function readTemplate(tx: UserTx, id: number): Promise<StatusPageTemplate> {
  const record = await tx.maybe(sql<StatusPageTemplate>`
    select ${COLUMNS} from status_page_templates where team_id = ${tx.team_id} and id = ${id}`)
  if (!record) throw notFound()
  return record
}

export async function updateTemplate(
  tx: UserTx,
  id: number,
  changes: StatusPageTemplateChanges,
): Promise<StatusPageTemplate> {
  const before = await lockTemplate(tx, id)
  if (!before) throw notFound()
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(defined).length === 0) return before
  const next = { ...before, ...defined } as StatusPageTemplate
  checkStatus(next.kind, next.status)
  return refuseTaken(
    tx.one(sql<StatusPageTemplate>`
      update status_page_templates set name = ${next.name}, kind = ${next.kind}, title = ${next.title}, impact = ${next.impact},
        status = ${next.status}, body = ${next.body}
      where team_id = ${tx.team_id} and id = ${id} returning ${COLUMNS}`),
  )
}

export async function deleteTemplate(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from status_page_templates where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export const lockTemplate = (tx: UserTx, id: number): Promise<StatusPageTemplate | undefined> =>
  tx.maybe(sql<StatusPageTemplate>`
    select ${COLUMNS} from status_page_templates where team_id = ${tx.team_id} and id = ${id} for update`)

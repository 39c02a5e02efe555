import { annotationRoutes } from '@sitewatch/contract'
import type { Actor } from '../../http/auth.ts'
import { notFound } from '../../http/problem.ts'
import { respond, serve, type Served } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { findWebsiteRef, type WebsiteRef } from '../websites/index.ts'
import {
  deleteAnnotation,
  insertAnnotation,
  listAnnotations,
  lockAnnotation,
  readAnnotation,
  updateAnnotation,
} from './store.ts'

async function requireWebsite(tx: UserTx, id: number): Promise<WebsiteRef> {
  const website = await findWebsiteRef(tx, id)
  if (!website) throw notFound()
  return website
}

const nameAuthor = ({ kind, name }: Actor): string => (kind === 'key' ? `API key ${name}` : name)

export function serveAnnotations(): Served[] {
  const current = lockAnnotation
  return [
    serve(annotationRoutes.list, async ({ tx, params, query }) =>
      listAnnotations(tx, await requireWebsite(tx, params.id), query),
    ),
    serve(annotationRoutes.create, async ({ tx, params, body, actor }) => {
      const website = await requireWebsite(tx, params.id)
      const record = await insertAnnotation(tx, website, { ...body, author: nameAuthor(actor) })
      return respond(record, { location: `/api/v1/annotations/${record.id}` })
    }),
    serve(annotationRoutes.show, ({ tx, params }) => readAnnotation(tx, params.id)),
    serve(annotationRoutes.update, ({ tx, params, body }) => updateAnnotation(tx, params.id, body), { current }),
    serve(annotationRoutes.remove, ({ tx, params }) => deleteAnnotation(tx, params.id), { current }),
  ]
}

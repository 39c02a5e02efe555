import { statisticsImportRoutes as routes } from '@sitewatch/contract'
import { respond, serve, type Served } from '../../http/serve.ts'
import { insertImport, listImports, lockImport, showImport, startImport, storeChunk, undoImport } from './store.ts'

export function serveImports(): Served[] {
  const current = lockImport
  return [
    serve(routes.list, ({ tx, params, query }) => listImports(tx, params.id, query)),
    serve(routes.create, async ({ tx, params, body }) => {
      const created = await insertImport(tx, params.id, body)
      return respond(created, { location: `/api/v1/websites/${params.id}/imports/${created.id}` })
    }),
    serve(routes.show, ({ tx, params }) => showImport(tx, params)),
    serve(routes.upload, ({ tx, params, body }) => storeChunk(tx, params, body), { current }),
    serve(routes.start, ({ tx, params }) => startImport(tx, params), { current }),
    serve(routes.remove, ({ tx, params }) => undoImport(tx, params), { current }),
  ]
}

import { statusPageRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { serve, type Served } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { deletePage, insertPage, listPages, lockPage, type PageRules, readPage, updatePage } from './store.ts'

export function serveStatusPages(config: Pick<Config, 'BASE_URL' | 'SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS'>): Served[] {
  const rules: PageRules = {
    base_url: config.BASE_URL,
    allowSingleLabel: config.SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS,
  }
  const current = (tx: UserTx, id: number) => lockPage(tx, rules, id)
  return [
    serve(statusPageRoutes.list, ({ tx, query }) => listPages(tx, rules, query)),
    serve(statusPageRoutes.create, ({ tx, body }) => insertPage(tx, rules, body)),
    serve(statusPageRoutes.show, ({ tx, params }) => readPage(tx, rules, params.id)),
    serve(statusPageRoutes.update, ({ tx, params, body }) => updatePage(tx, rules, { id: params.id, changes: body }), {
      current,
    }),
    serve(statusPageRoutes.remove, ({ tx, params }) => deletePage(tx, params.id), { current }),
  ]
}

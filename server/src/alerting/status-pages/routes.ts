import { statusPageRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { serve, type Served, servePrepared } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { prepareChanges, preparePage, type PageRules, readLogo } from './settings.ts'
import { deletePage, insertPage, listPages, lockPage, readPage, saveLogo, updatePage } from './store.ts'
import { deleteSubscriber, findSubscriber, listSubscribers } from './subscriber-list.ts'

export function serveStatusPages(config: Pick<Config, 'BASE_URL' | 'SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS'>): Served[] {
  const rules: PageRules = {
    base_url: config.BASE_URL,
    allowSingleLabel: config.SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS,
  }
  const current = (tx: UserTx, id: number) => lockPage(tx, rules, id)
  return [
    serve(statusPageRoutes.list, ({ tx, query }) => listPages(tx, rules, query)),
    servePrepared(
      statusPageRoutes.create,
      ({ body }) => preparePage(body),
      ({ tx, actor, prepared }) => insertPage(tx, { ...rules, caller: actor }, prepared),
    ),
    serve(statusPageRoutes.show, ({ tx, params }) => readPage(tx, rules, params.id)),
    servePrepared(
      statusPageRoutes.update,
      ({ body }) => prepareChanges(body),
      ({ tx, actor, params, prepared }) =>
        updatePage(tx, { ...rules, caller: actor }, { id: params.id, changes: prepared }),
      { current },
    ),
    serve(statusPageRoutes.remove, ({ tx, params }) => deletePage(tx, params.id), { current }),
    serve(
      statusPageRoutes.setLogo,
      ({ tx, params, body }) => saveLogo(tx, rules, { id: params.id, logo: readLogo(body.data) }),
      { current },
    ),
    serve(statusPageRoutes.removeLogo, ({ tx, params }) => saveLogo(tx, rules, { id: params.id, logo: null }), {
      current,
    }),
    serve(statusPageRoutes.subscribers, ({ tx, params, query }) => listSubscribers(tx, params.id, query)),
    serve(
      statusPageRoutes.removeSubscriber,
      ({ tx, params }) => deleteSubscriber(tx, { page_id: params.id, id: params.subscriber_id }),
      { current: findSubscriber },
    ),
  ]
}

import { keyRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { serve, type Served } from '../../http/serve.ts'
import { deleteKey, findKey, findOwnKey, insertKey, listKeys } from './store.ts'

export function serveKeys(config: Pick<Config, 'SITEWATCH_MAX_KEYS_PER_USER'>): Served[] {
  const quota = config.SITEWATCH_MAX_KEYS_PER_USER
  return [
    serve(keyRoutes.create, ({ tx, actor, body }) => insertKey(tx, { actor, input: body, quota })),
    serve(keyRoutes.list, ({ tx, actor, query }) => listKeys(tx, actor, query.page, query.pageSize)),
    serve(keyRoutes.show, ({ tx, actor, params }) => findKey(tx, actor, params.id)),
    serve(keyRoutes.remove, ({ tx, actor, params }) => deleteKey(tx, actor, params.id), { current: findOwnKey }),
  ]
}

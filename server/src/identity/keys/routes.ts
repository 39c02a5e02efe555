import { keyRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { serve, type Served } from '../../http/serve.ts'
import { announceSecurity } from '../accounts/index.ts'
import { checkLimits, deleteKey, findKey, findOwnKey, insertKey, listKeys, rotateKey } from './store.ts'

export function serveKeys(config: Pick<Config, 'SITEWATCH_MAX_KEYS_PER_TEAM'>): Served[] {
  const quota = config.SITEWATCH_MAX_KEYS_PER_TEAM
  return [
    serve(keyRoutes.create, async ({ tx, actor, body, caller: { address, user_agent } }) => {
      await checkLimits(tx, body.limited_to)
      const key = await insertKey(tx, { actor, input: body, quota })
      // A key that another key creates has no more rights and dies with it.
      if (actor.kind === 'session')
        await announceSecurity(tx, { user_id: actor.user_id, action: 'api_key.created', address, user_agent })
      return key
    }),
    serve(
      keyRoutes.rotate,
      async ({ tx, actor, params, body, caller: { address, user_agent } }) => {
        const key = await rotateKey(tx, { actor, id: params.id, overlap_hours: body.overlap_hours, quota })
        if (actor.kind === 'session')
          await announceSecurity(tx, { user_id: actor.user_id, action: 'api_key.created', address, user_agent })
        return key
      },
      { current: findOwnKey },
    ),
    serve(keyRoutes.list, ({ tx, actor, query }) => listKeys(tx, actor, query.page, query.pageSize)),
    serve(keyRoutes.show, ({ tx, actor, params }) => findKey(tx, actor, params.id)),
    serve(keyRoutes.remove, ({ tx, actor, params }) => deleteKey(tx, actor, params.id), { current: findOwnKey }),
  ]
}

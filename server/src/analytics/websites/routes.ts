import { websiteRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { serve, type Served, servePrepared } from '../../http/serve.ts'
import { listWebsites } from './list.ts'
import { prepareChanges, prepareWebsite } from './settings.ts'
import { deleteWebsite, findWebsite, insertWebsite, lockWebsite, updateWebsite } from './store.ts'

type Settings = Pick<Config, 'SITEWATCH_MAX_WEBSITES_PER_TEAM' | 'SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS'>

export function serveWebsites(config: Settings): Served[] {
  const quota = config.SITEWATCH_MAX_WEBSITES_PER_TEAM
  const rules = { allowSingleLabel: config.SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS }
  return [
    serve(websiteRoutes.list, ({ tx, query }) => listWebsites(tx, query)),
    serve(websiteRoutes.show, ({ tx, params }) => findWebsite(tx, params.id)),
    servePrepared(
      websiteRoutes.create,
      ({ body }) => prepareWebsite(body, rules),
      ({ tx, prepared }) => insertWebsite(tx, prepared, quota),
    ),
    servePrepared(
      websiteRoutes.update,
      ({ body }) => prepareChanges(body),
      ({ tx, params, prepared }) => updateWebsite(tx, params.id, prepared),
      { current: lockWebsite },
    ),
    serve(websiteRoutes.remove, ({ tx, params }) => deleteWebsite(tx, params.id), { current: lockWebsite }),
  ]
}

import { monitorBulkRoutes, monitorRoutes, NewMonitor } from '@sitewatch/contract'
import type { Actor } from '../../http/auth.ts'
import { requireScope } from '../../http/scope.ts'
import { respond, serve, type Served } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { maySeePingUrl } from '../heartbeats/index.ts'
import { runBulk } from './bulk.ts'
import {
  deleteMonitor,
  lockMonitor,
  insertMonitor,
  listMonitors,
  type MonitorParts,
  readMonitor,
  updateMonitor,
} from './store.ts'

const AUDITED_FIELDS = Object.keys(NewMonitor.shape)

export function serveMonitors(parts: MonitorParts): Served[] {
  const viewOf = (actor: Actor) => ({ ...parts, showsPingUrl: maySeePingUrl(actor) })
  const current = (tx: UserTx, id: number, actor: Actor) => lockMonitor(tx, viewOf(actor), id)
  return [
    serve(monitorRoutes.list, ({ tx, actor, query }) => listMonitors(tx, viewOf(actor), query)),
    serve(monitorRoutes.create, ({ tx, body, actor }) => {
      if (body.provider_ids !== undefined) requireScope(actor, 'providers:read')
      return insertMonitor(tx, parts, body)
    }),
    serve(monitorBulkRoutes.run, async ({ tx, body, actor }) => {
      const namesProviders =
        body.action === 'create' ? body.monitors.some(({ provider_ids }) => provider_ids) : body.action === 'assign'
      if (namesProviders) requireScope(actor, 'providers:read')
      const { result, changes } = await runBulk(tx, parts, body)
      return respond(result, { audited: changes.map((change) => ({ ...change, fields: AUDITED_FIELDS })) })
    }),
    serve(monitorRoutes.show, ({ tx, actor, params }) => readMonitor(tx, viewOf(actor), params.id)),
    serve(monitorRoutes.update, ({ tx, params, body }) => updateMonitor(tx, parts, { id: params.id, changes: body }), {
      current,
    }),
    serve(monitorRoutes.remove, ({ tx, params }) => deleteMonitor(tx, params.id), { current }),
  ]
}

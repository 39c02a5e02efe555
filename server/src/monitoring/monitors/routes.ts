import { monitorBulkRoutes, monitorRoutes, NewMonitor } from '@sitewatch/contract'
import { requireScope } from '../../http/scope.ts'
import { respond, serve, type Served } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
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
  const current = (tx: UserTx, id: number) => lockMonitor(tx, parts, id)
  return [
    serve(monitorRoutes.list, ({ tx, query }) => listMonitors(tx, parts, query)),
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
    serve(monitorRoutes.show, ({ tx, params }) => readMonitor(tx, parts, params.id)),
    serve(monitorRoutes.update, ({ tx, params, body }) => updateMonitor(tx, parts, { id: params.id, changes: body }), {
      current,
    }),
    serve(monitorRoutes.remove, ({ tx, params }) => deleteMonitor(tx, params.id), { current }),
  ]
}

import { monitorRoutes } from '@sitewatch/contract'
import { requireScope } from '../../http/scope.ts'
import { serve, type Served } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import {
  deleteMonitor,
  lockMonitor,
  insertMonitor,
  listMonitors,
  type MonitorParts,
  readMonitor,
  updateMonitor,
} from './store.ts'

export function serveMonitors(parts: MonitorParts): Served[] {
  const current = (tx: UserTx, id: number) => lockMonitor(tx, parts, id)
  return [
    serve(monitorRoutes.list, ({ tx, query }) => listMonitors(tx, parts, query)),
    serve(monitorRoutes.create, ({ tx, body, actor }) => {
      if (body.provider_ids !== undefined) requireScope(actor, 'providers:read')
      return insertMonitor(tx, parts, body)
    }),
    serve(monitorRoutes.show, ({ tx, params }) => readMonitor(tx, parts, params.id)),
    serve(monitorRoutes.update, ({ tx, params, body }) => updateMonitor(tx, parts, { id: params.id, changes: body }), {
      current,
    }),
    serve(monitorRoutes.remove, ({ tx, params }) => deleteMonitor(tx, params.id), { current }),
  ]
}

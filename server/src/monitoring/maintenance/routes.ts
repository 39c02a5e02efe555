import { maintenanceRoutes } from '@sitewatch/contract'
import { serve, type Served } from '../../http/serve.ts'
import { deleteWindow, lockWindow, insertWindow, listWindows, readWindow, updateWindow } from './store.ts'

export function serveMaintenance(): Served[] {
  const current = lockWindow
  return [
    serve(maintenanceRoutes.list, ({ tx, query }) => listWindows(tx, query.page, query.pageSize)),
    serve(maintenanceRoutes.create, ({ tx, body }) => insertWindow(tx, body)),
    serve(maintenanceRoutes.show, ({ tx, params }) => readWindow(tx, params.id)),
    serve(maintenanceRoutes.update, ({ tx, params, body }) => updateWindow(tx, params.id, body), { current }),
    serve(maintenanceRoutes.remove, ({ tx, params }) => deleteWindow(tx, params.id), { current }),
  ]
}

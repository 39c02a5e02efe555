import { deployRoutes } from '@sitewatch/contract'
import { respond, serve, type Served } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import { deleteDeploy, findDeploy, listDeploys, listDeploysBeforeIncident, readDeploy, saveDeploy } from './store.ts'

export function serveDeploys({ clock }: { clock: Clock }): Served[] {
  return [
    serve(deployRoutes.list, ({ tx, query }) => listDeploys(tx, query)),
    serve(deployRoutes.create, async ({ tx, body }) => {
      const { record, isNew } = await saveDeploy(tx, body, clock.now().getTime())
      return isNew
        ? respond(record, { status: 201, location: `/api/deploys/${record.id}` })
        : // Nothing changed, so the audit log gets no entry.
          respond(record, { status: 200, audited: [] })
    }),
    serve(deployRoutes.show, ({ tx, params }) => readDeploy(tx, params.id)),
    serve(deployRoutes.remove, ({ tx, params }) => deleteDeploy(tx, params.id), { current: findDeploy }),
    serve(deployRoutes.beforeIncident, ({ tx, params, query }) => listDeploysBeforeIncident(tx, params.id, query)),
  ]
}

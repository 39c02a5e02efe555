import { escalationRoutes } from '@sitewatch/contract'
import { serve, type Served } from '../../http/serve.ts'
import { deletePolicy, insertPolicy, listPolicies, lockPolicy, readPolicy, updatePolicy } from './store.ts'
import { readEscalation } from './timeline.ts'

export function serveEscalation(): Served[] {
  const current = lockPolicy
  return [
    serve(escalationRoutes.list, ({ tx, query }) => listPolicies(tx, query)),
    serve(escalationRoutes.create, ({ tx, body }) => insertPolicy(tx, body)),
    serve(escalationRoutes.show, ({ tx, params }) => readPolicy(tx, params.id)),
    serve(escalationRoutes.update, ({ tx, params, body }) => updatePolicy(tx, params.id, body), { current }),
    serve(escalationRoutes.remove, ({ tx, params }) => deletePolicy(tx, params.id), { current }),
    serve(escalationRoutes.ofIncident, ({ tx, params }) => readEscalation(tx, params.id)),
  ]
}

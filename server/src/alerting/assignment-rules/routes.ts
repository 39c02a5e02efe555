import { assignmentRuleRoutes } from '@sitewatch/contract'
import { serve, type Served } from '../../http/serve.ts'
import { listMonitorAssignments } from './monitor-assignments.ts'
import { deleteRule, insertRule, listRules, lockRule, readRule, updateRule } from './store.ts'

export function serveAssignmentRules(): Served[] {
  const current = lockRule
  return [
    serve(assignmentRuleRoutes.matrix, ({ tx, query }) => listMonitorAssignments(tx, query)),
    serve(assignmentRuleRoutes.list, ({ tx, query }) => listRules(tx, query.page, query.pageSize)),
    serve(assignmentRuleRoutes.create, ({ tx, body }) => insertRule(tx, body)),
    serve(assignmentRuleRoutes.show, ({ tx, params }) => readRule(tx, params.id)),
    serve(assignmentRuleRoutes.update, ({ tx, params, body }) => updateRule(tx, params.id, body), { current }),
    serve(assignmentRuleRoutes.remove, ({ tx, params }) => deleteRule(tx, params.id), { current }),
  ]
}

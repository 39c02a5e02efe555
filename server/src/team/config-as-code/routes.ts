import { type ConfigChange, type ConfigPlan, configRoutes } from '@sitewatch/contract'
import { problem } from '../../http/problem.ts'
import { respond, serve, type Served } from '../../http/serve.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { applyFile, identify } from './apply.ts'
import { bindOperations } from './operations.ts'
import { exportState, readState } from './state.ts'

/** One at a time for each team: a second one would plan with a state that the first is about to change. */
async function lockTeam(tx: UserTx): Promise<void> {
  const { is_free } = await tx.one(sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('config', ${tx.team_id})) as is_free`)
  if (is_free) return
  throw problem('not_possible', {
    detail:
      'Another configuration is being applied to this team right now. Nothing was changed. Try again when it is done.',
  })
}

function describePlan(changes: readonly ConfigChange[], is_applied: boolean): ConfigPlan {
  const count = (action: ConfigChange['action']): number => changes.filter((each) => each.action === action).length
  return {
    object: 'config_plan',
    plan_id: identify(changes),
    is_applied,
    create_count: count('create'),
    update_count: count('update'),
    delete_count: count('delete'),
    changes: [...changes],
  }
}

function checkPlan({ plan_id }: ConfigPlan, expected: string | undefined): void {
  if (expected === undefined || expected === plan_id) return
  throw problem('not_possible', {
    detail: 'The team has changed since this plan was made. Nothing was changed. Make a new plan and look at it again.',
  })
}

/** `served`: every other route of the API, whose handlers do the work. */
export function serveConfig(served: readonly Served[]): Served[] {
  return [
    serve(configRoutes.export, async ({ tx, actor, caller }) => {
      const operations = bindOperations(served, { tx, actor, caller })
      return exportState(await readState(operations, tx.team_id))
    }),
    serve(configRoutes.apply, async ({ tx, actor, caller, query, body }) => {
      const { dry_run = false, prune = false, plan_id } = query
      if (dry_run) await tx.execute(sql`savepoint rehearsal`)
      else await lockTeam(tx)
      const operations = bindOperations(served, { tx, actor, caller })
      const state = await readState(operations, tx.team_id)
      const changes = await applyFile({ operations, state }, body, prune)
      const plan = describePlan(changes, !dry_run)
      checkPlan(plan, plan_id)
      if (dry_run) {
        // Constraints that are deferred to the commit are checked now.
        await tx.execute(sql`set constraints all immediate`)
        await tx.execute(sql`rollback to savepoint rehearsal`)
        return respond(plan, { audited: [] })
      }
      const { after: team } = await operations.run('teams.show', { params: { id: tx.team_id } })
      const teamChange = { action: 'team.configured', fields: [], after: team } as const
      return respond(plan, { audited: changes.length === 0 ? [] : [teamChange, ...operations.audited] })
    }),
  ]
}

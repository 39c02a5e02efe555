import type { DeployMetric, DeployVerdictName, Goal } from '@sitewatch/contract'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listAllGoals } from '../../analytics/stats/index.ts'
import { findWebsiteRef, type WebsiteRef } from '../../analytics/websites/index.ts'
import { MAX_GOALS_COMPARED } from './metrics.ts'

export interface DueVerdict {
  team_id: number
  deploy_id: number
  website_id: number
}

export function listDueVerdictsUnscoped(tx: RoleTx<'worker'>, now: Date, max: number): Promise<DueVerdict[]> {
  return tx.query(sql<DueVerdict>`
    select team_id, deploy_id, website_id from deploy_verdicts where due_at <= ${now} order by due_at limit ${max}`)
}

/** For a verdict that cannot be computed now. */
export async function postponeVerdictUnscoped(tx: RoleTx<'worker'>, due: DueVerdict, until: Date): Promise<void> {
  const { team_id, deploy_id, website_id } = due
  await tx.execute(sql`
    update deploy_verdicts set due_at = ${until}
    where team_id = ${team_id} and deploy_id = ${deploy_id} and website_id = ${website_id} and due_at is not null`)
}

interface VerdictRow {
  websites: number
  starts_at: string
  ends_at: string
  metrics: DeployMetric[]
  verdict: DeployVerdictName | null
  decided_at: string | null
}

export interface RunningVerdict extends VerdictRow {
  website: WebsiteRef
  goals: Goal[]
  monitor_ids: number[]
}

/** A website can have many monitors; the oldest ones are enough. */
const MAX_MONITORS_COMPARED = 50

export async function findRunningVerdict(
  tx: UserTx,
  { deploy_id, website_id }: DueVerdict,
): Promise<RunningVerdict | undefined> {
  const row = await tx.maybe(sql<VerdictRow>`
    select websites, starts_at, ends_at, metrics, verdict, decided_at from deploy_verdicts
    where team_id = ${tx.team_id} and deploy_id = ${deploy_id} and website_id = ${website_id} and due_at is not null`)
  const website = row && (await findWebsiteRef(tx, website_id))
  if (!website) return undefined
  const monitors = await tx.query(sql<{ id: number }>`
    select m.id from monitors m join deploys d on d.team_id = m.team_id and d.id = ${deploy_id}
    where m.team_id = ${tx.team_id} and m.website_id = ${website_id} and m.deleted_at is null and deploy_concerns_monitor(d, m.id)
    order by m.id limit ${MAX_MONITORS_COMPARED}`)
  const goals = (await listAllGoals(tx, website)).slice(0, MAX_GOALS_COMPARED)
  return { ...row, website, goals, monitor_ids: monitors.map(({ id }) => id) }
}

export interface LookResult {
  metrics: DeployMetric[]
  verdict: DeployVerdictName | null
  decided_at: Date | null
  /** Null when the comparison has ended. */
  due_at: Date | null
}

/** Saves nothing when a later deploy has ended the comparison meanwhile: it is then repeated, up to that deploy. */
export async function saveVerdict(
  tx: UserTx,
  { deploy_id, website_id }: DueVerdict,
  { ends_at, result }: { ends_at: string; result: LookResult },
): Promise<void> {
  const { metrics, verdict, decided_at, due_at } = result
  await tx.execute(sql`
    update deploy_verdicts set metrics = ${JSON.stringify(metrics)}, verdict = ${verdict}, decided_at = ${decided_at}, due_at = ${due_at}
    where team_id = ${tx.team_id} and deploy_id = ${deploy_id} and website_id = ${website_id} and ends_at = ${ends_at}`)
}

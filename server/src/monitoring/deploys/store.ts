import {
  type Deploy,
  DEPLOY_MINUTES_BEFORE_INCIDENT,
  type DeployQuery,
  type ListOf,
  type NewDeploy,
} from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { checkCursor } from '../../http/cursor.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { joinSql, type RoleTx, type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listNewestFirst } from '../../platform/postgres/list-page.ts'
import { findWindowBefore } from './before-incident.ts'

const COLUMNS = sql`'deploy' as object, d.id, d.version, d.environment, d.commit, d.link, d.whole_team,
  array(select x.website_id from deploy_websites x where x.team_id = d.team_id and x.deploy_id = d.id order by 1) as website_ids,
  array(select x.monitor_id from deploy_monitors x join monitors m on m.team_id = x.team_id and m.id = x.monitor_id
    where x.team_id = d.team_id and x.deploy_id = d.id and m.deleted_at is null order by 1) as monitor_ids,
  d.tags, d.deployed_at, deploy_verdict(d) as verdict, d.created_at, d.updated_at`

/** Per team. A pipeline must not fail because of old deploys, so the oldest are deleted. */
const MAX_DEPLOYS = 10_000
/** Clocks differ; a date in another year is a mistake. */
const MAX_AHEAD_MS = DAY_MS

interface Paging {
  page: number
  pageSize: number
  after?: number | undefined
}

const listWhere = async (
  tx: UserTx,
  conditions: readonly Sql[],
  { page, pageSize, after }: Paging,
): Promise<ListOf<Deploy>> =>
  await listNewestFirst(tx, {
    select: sql<Deploy>`select ${COLUMNS}`,
    from: sql`from deploys d where ${joinSql([sql`d.team_id = ${tx.team_id}`, ...conditions], ' and ')}`,
    order_by: sql`d.deployed_at desc, d.id desc`,
    page,
    page_size: pageSize,
    after,
    follows: sql`(d.deployed_at, d.id) < (
      select a.deployed_at, a.id from deploys a where a.team_id = ${tx.team_id} and a.id = ${after ?? 0})`,
  })

export async function listDeploys(tx: UserTx, query: DeployQuery): Promise<ListOf<Deploy>> {
  const { environment, website_id, monitor_id, tag, from, to, after } = query
  if (after !== undefined)
    await checkCursor(tx, sql`select id from deploys where team_id = ${tx.team_id} and id = ${after}`)
  const conditions = [
    ...(environment === undefined ? [] : [sql`d.environment = ${environment}`]),
    ...(tag === undefined ? [] : [sql`d.tags @> array[${tag}]`]),
    ...(from === undefined ? [] : [sql`d.deployed_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`d.deployed_at < ${to}`]),
    // Last, because they read other tables for each deploy that is left.
    ...(website_id === undefined ? [] : [sql`deploy_concerns_website(d, ${website_id})`]),
    ...(monitor_id === undefined ? [] : [sql`deploy_concerns_monitor(d, ${monitor_id})`]),
  ]
  return listWhere(tx, conditions, query)
}

/** The deploys that may have caused an incident: those shortly before its first failed check. */
export async function listDeploysBeforeIncident(
  tx: UserTx,
  incident_id: number,
  paging: Paging,
): Promise<ListOf<Deploy>> {
  const incident = await tx.maybe(sql<{ monitor_id: number | null; website_id: number | null; started_at: string }>`
    select monitor_id, website_id, started_at from incidents where team_id = ${tx.team_id} and id = ${incident_id}`)
  if (!incident) throw notFound()
  const { after, until } = findWindowBefore(incident.started_at, DEPLOY_MINUTES_BEFORE_INCIDENT)
  const conditions = [
    sql`d.deployed_at > ${after} and d.deployed_at <= ${until}`,
    incident.monitor_id === null
      ? sql`deploy_concerns_website(d, ${incident.website_id})`
      : sql`deploy_concerns_monitor(d, ${incident.monitor_id})`,
  ]
  return listWhere(tx, conditions, paging)
}

/** Not locked: a deploy never changes. */
export const findDeploy = (tx: UserTx, id: number): Promise<Deploy | undefined> =>
  tx.maybe(sql<Deploy>`select ${COLUMNS} from deploys d where d.team_id = ${tx.team_id} and d.id = ${id}`)

export async function readDeploy(tx: UserTx, id: number): Promise<Deploy> {
  const record = await findDeploy(tx, id)
  if (!record) throw notFound()
  return record
}

/** A website or monitor that is missing, deleted or of another team gets the same response. */
async function saveTargets(tx: UserTx, id: number, { website_ids, monitor_ids }: NewDeploy): Promise<void> {
  const [websites, monitors] = [[...new Set(website_ids)], [...new Set(monitor_ids)]]
  if (websites.length > 0) {
    const saved = await tx.execute(sql`
      insert into deploy_websites (team_id, deploy_id, website_id)
      select team_id, ${id}, id from websites where team_id = ${tx.team_id} and id = any(${websites}::bigint[])`)
    if (saved !== websites.length) throw notFound()
  }
  if (monitors.length === 0) return
  const saved = await tx.execute(sql`
    insert into deploy_monitors (team_id, deploy_id, monitor_id)
    select team_id, ${id}, id from monitors
    where team_id = ${tx.team_id} and id = any(${monitors}::bigint[]) and deleted_at is null`)
  if (saved !== monitors.length) throw notFound()
}

const dropOldest = (tx: UserTx): Promise<number> =>
  tx.execute(sql`
    delete from deploys where team_id = ${tx.team_id} and id in (
      select id from deploys where team_id = ${tx.team_id} order by deployed_at desc, id desc offset ${MAX_DEPLOYS})`)

/** The same version, environment and commit is the same deploy: the first record is kept, whatever else is sent. */
export async function saveDeploy(
  tx: UserTx,
  input: NewDeploy,
  now_ms: number,
): Promise<{ record: Deploy; isNew: boolean }> {
  const { version, environment, commit, link, website_ids, monitor_ids, tags } = input
  const deployed_at = input.deployed_at ?? new Date(now_ms)
  if (deployed_at.getTime() > now_ms + MAX_AHEAD_MS)
    throw invalid('deployed_at', 'too_big', 'deployed_at must not be more than a day in the future.')
  const whole_team = website_ids.length + monitor_ids.length + tags.length === 0
  const inserted = await tx.maybe(sql<{ id: number }>`
    insert into deploys (team_id, version, environment, commit, link, whole_team, tags, deployed_at)
    values (${tx.team_id}, ${version}, ${environment}, ${commit}, ${link}, ${whole_team}, ${tags}::text[], ${deployed_at})
    on conflict (team_id, environment, version, commit) do nothing returning id`)
  if (inserted) await saveTargets(tx, inserted.id, input)
  if (inserted) await tx.query(sql`select start_deploy_verdicts(${inserted.id}, ${new Date(now_ms)})`)
  const record = await tx.one(sql<Deploy>`
    select ${COLUMNS} from deploys d where d.team_id = ${tx.team_id} and d.environment = ${environment}
      and d.version = ${version} and d.commit is not distinct from ${commit}`)
  if (inserted) await dropOldest(tx)
  return { record, isNew: inserted !== undefined }
}

export async function deleteDeploy(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from deploys where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

/** The newest deploys of a period that concern a website, for its report. The oldest of them comes first. */
export async function listDeploysOfWebsite(
  tx: UserTx,
  website_id: number,
  { from, to, max }: { from: Date; to: Date; max: number },
): Promise<Pick<Deploy, 'version' | 'environment' | 'deployed_at'>[]> {
  const rows = await tx.query(sql<Pick<Deploy, 'version' | 'environment' | 'deployed_at'>>`
    select d.version, d.environment, d.deployed_at from deploys d
    where d.team_id = ${tx.team_id} and d.deployed_at >= ${from} and d.deployed_at < ${to}
      and deploy_concerns_website(d, ${website_id})
    order by d.deployed_at desc, d.id desc limit ${max}`)
  return rows.toReversed()
}

export const purgeDeploysUnscoped = (tx: RoleTx<'worker'>, before: Date, max_rows: number): Promise<number> =>
  tx.execute(sql`
    delete from deploys where id in (
      select id from deploys where deployed_at < ${before} order by deployed_at limit ${max_rows})`)

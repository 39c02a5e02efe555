import type {
  BurnAlert,
  ListOf,
  NewObjective,
  Objective,
  ObjectiveChanges,
  ObjectiveHistory,
} from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { invalid, notFound, problem } from '../../http/problem.ts'
import { emptySql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { startOfDay } from './measured.ts'
import { measureObjectives, type ReadParts } from './read.ts'
import { describeDays, describeObjective, type ObjectiveRow } from './record.ts'

const MAX_OBJECTIVES = 200
const MAX_ALERTS = 100

const COLUMNS = sql`o.id, o.name, o.monitor_id, o.website_id, o.target, o.window_days, o.measure, s.burning_fast_since, s.burning_slow_since,
  s.burn_rate_fast, s.burn_rate_slow, s.status as judged_status, o.created_at, o.updated_at`
const TABLES = sql`objectives o left join objective_states s on s.team_id = o.team_id and s.objective_id = o.id`

interface Query {
  monitor_id?: number | undefined
  website_id?: number | undefined
  page: number
  pageSize: number
}

export async function listObjectives(
  tx: UserTx,
  { monitor_id, website_id, page, pageSize }: Query,
  parts: ReadParts,
): Promise<ListOf<Objective>> {
  const { rows, total } = await listPage(tx, {
    select: sql<ObjectiveRow>`select ${COLUMNS}`,
    from: sql`from ${TABLES} where o.team_id = ${tx.team_id}
      ${monitor_id === undefined ? emptySql : sql`and o.monitor_id = ${monitor_id}`}
      ${website_id === undefined ? emptySql : sql`and o.website_id = ${website_id}`}`,
    order_by: sql`lower(o.name), o.id`,
    page,
    page_size: pageSize,
  })
  const measure = await measureObjectives(tx, rows, { ...parts, windows: 1 })
  return { rows: rows.map((row) => describeObjective(row, measure(row), parts.now_ms)), total }
}

const findRow = (tx: UserTx, id: number): Promise<ObjectiveRow | undefined> =>
  tx.maybe(sql<ObjectiveRow>`select ${COLUMNS} from ${TABLES} where o.team_id = ${tx.team_id} and o.id = ${id}`)

const lockRow = (tx: UserTx, id: number): Promise<ObjectiveRow | undefined> =>
  tx.maybe(sql<ObjectiveRow>`
    select ${COLUMNS} from ${TABLES} where o.team_id = ${tx.team_id} and o.id = ${id} for update of o`)

async function describe(tx: UserTx, row: ObjectiveRow, parts: ReadParts): Promise<Objective> {
  const measure = await measureObjectives(tx, [row], { ...parts, windows: 1 })
  return describeObjective(row, measure(row), parts.now_ms)
}

export async function showObjective(tx: UserTx, id: number, parts: ReadParts): Promise<Objective> {
  const row = await findRow(tx, id)
  if (!row) throw notFound()
  return describe(tx, row, parts)
}

export async function lockObjective(tx: UserTx, id: number, parts: ReadParts): Promise<Objective | undefined> {
  const row = await lockRow(tx, id)
  return row && describe(tx, row, parts)
}

/** Serialised for each team, so that two requests cannot both pass the limit. */
async function checkQuota(tx: UserTx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('quota objectives', ${tx.team_id}))`)
  const { used } = await tx.one(sql<{ used: number }>`
    select count(*) as used from objectives where team_id = ${tx.team_id}`)
  if (used < MAX_OBJECTIVES) return
  throw problem('limit_reached', { detail: `A team can have ${MAX_OBJECTIVES} objectives. Delete one first.` })
}

type Settings = Pick<ObjectiveRow, 'monitor_id' | 'website_id' | 'measure'>

/** A missing, a deleted and another team's record give the same response, whatever else is wrong. */
async function checkSubject(tx: UserTx, { monitor_id, website_id, measure }: Settings): Promise<void> {
  const { is_known, has_website } = await tx.one(sql<{ is_known: boolean; has_website: boolean }>`
    select (${monitor_id}::bigint is null or exists (select from monitors
        where team_id = ${tx.team_id} and id = ${monitor_id} and deleted_at is null))
      and (${website_id}::bigint is null or exists (select from websites
        where team_id = ${tx.team_id} and id = ${website_id})) as is_known,
      ${website_id}::bigint is not null or exists (select from monitors
        where team_id = ${tx.team_id} and id = ${monitor_id} and website_id is not null) as has_website`)
  if (!is_known) throw notFound()
  if (monitor_id === null && website_id === null)
    throw invalid('monitor_id', 'required', 'Choose a monitor or a website: monitor_id or website_id is required.')
  if (monitor_id !== null && website_id !== null)
    throw invalid('monitor_id', 'invalid_value', 'Send only one of monitor_id and website_id.')
  if (measure === 'visitors' && !has_website)
    throw invalid(
      'measure',
      'invalid_value',
      'This monitor is not linked with a website, so its visits are unknown. Link it with a website first, or measure by the clock.',
    )
}

export async function insertObjective(tx: UserTx, input: NewObjective, parts: ReadParts): Promise<Objective> {
  await checkQuota(tx)
  const { name, monitor_id = null, website_id = null, target, window_days, measure } = input
  await checkSubject(tx, { monitor_id, website_id, measure })
  const { id } = await tx.one(sql<{ id: number }>`
    insert into objectives (team_id, name, monitor_id, website_id, target, window_days, measure)
    values (${tx.team_id}, ${name}, ${monitor_id}, ${website_id}, ${target}, ${window_days}, ${measure}) returning id`)
  return showObjective(tx, id, parts)
}

export async function updateObjective(
  tx: UserTx,
  { id, changes }: { id: number; changes: ObjectiveChanges },
  parts: ReadParts,
): Promise<Objective> {
  const before = await lockRow(tx, id)
  if (!before) throw notFound()
  if (Object.values(changes).every((value) => value === undefined)) return describe(tx, before, parts)
  const changesSubject = changes.monitor_id !== undefined || changes.website_id !== undefined
  const { monitor_id = null, website_id = null } = changesSubject ? changes : before
  const measure = changes.measure ?? before.measure
  if (changesSubject || changes.measure !== undefined) await checkSubject(tx, { monitor_id, website_id, measure })
  await tx.execute(sql`
    update objectives set name = ${changes.name ?? before.name}, monitor_id = ${monitor_id}, website_id = ${website_id},
      target = ${changes.target ?? before.target}, window_days = ${changes.window_days ?? before.window_days}, measure = ${measure}
    where team_id = ${tx.team_id} and id = ${id}`)
  return showObjective(tx, id, parts)
}

export async function deleteObjective(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from objectives where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export async function readHistory(tx: UserTx, id: number, parts: ReadParts): Promise<ObjectiveHistory> {
  const row = await findRow(tx, id)
  if (!row) throw notFound()
  const since = new Date(startOfDay(parts.now_ms) - (row.window_days - 1) * DAY_MS)
  const measure = await measureObjectives(tx, [row], { ...parts, windows: 2 })
  const alerts = await tx.query(sql<BurnAlert>`
    select burn, burn_rate, budget_left_percent, happened_at from (
      select id, burn, burn_rate, budget_left_percent, happened_at from objective_alerts
      where team_id = ${tx.team_id} and objective_id = ${id} and happened_at >= ${since}
      order by happened_at desc, id desc limit ${MAX_ALERTS}) as newest
    order by happened_at, id`)
  return {
    object: 'objective_history',
    objective_id: id,
    days: describeDays(row, measure(row), parts.now_ms),
    alerts,
  }
}

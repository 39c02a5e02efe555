import { isDeepStrictEqual } from 'node:util'
import {
  isPassive,
  type ListOf,
  type Monitor,
  type MonitorChanges,
  type MonitorStatus,
  type MonitorType,
  type NewMonitor,
  readSettings,
} from '@sitewatch/contract'
import { checkQuota, type Vault } from '../../identity/accounts/index.ts'
import {
  changeLocations,
  createState,
  findCheckType,
  insertState,
  listLocations,
  type MonitorEvent,
  moveMonitor,
  planSchedule,
} from '../checks/index.ts'
import {
  armHeartbeat,
  deleteHeartbeat,
  type HeartbeatParts,
  type HeartbeatView,
  insertHeartbeat,
  showHeartbeats,
} from '../heartbeats/index.ts'
import { notFound } from '../../http/problem.ts'
import { NO_HISTORY, readHistories } from '../incidents/index.ts'
import { emptySql, joinSql, type Sql, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { assignProviders } from './assign.ts'
import { assignSettings, INSERTED_COLUMNS, insertedValues, SETTING_COLUMNS } from './columns.ts'
import { saveParents } from './dependencies.ts'
import { checkExpressions } from './expressions.ts'
import { listLocked } from './list-locked.ts'
import { ALERTS_NOBODY, DEPENDS_ON, IS_SLOW, MONITOR_COLUMNS, type MonitorRow, toMonitor } from './record.ts'
import { deleteCertificates, deleteResponseWindows, removeMonitors } from './remove.ts'
import { openSettings, type SealedSettings, sealSettings, toStored } from './secret-settings.ts'
import { applyChanges, type MonitorSettings, type Rules } from './settings.ts'

export interface MonitorParts extends HeartbeatParts {
  rules: Rules
  quota: number | undefined
}

const HISTORY_WINDOW = '30d'

/** The response is the same for a website or policy that does not exist and for one of another team: the same foreign key fails. */
async function refuseForeign<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw sqlState(error) === '23503' ? notFound() : error
  })
}

/** Reads the available locations only if the request has some. */
async function readRules(tx: UserTx, { rules }: MonitorParts, { locations }: MonitorChanges): Promise<Rules> {
  return locations && locations.length > 0 ? { ...rules, locations: await listLocations(tx) } : rules
}

/** The settings of a new monitor. Throws if they are not valid. */
export async function prepareMonitor(tx: UserTx, parts: MonitorParts, monitor: NewMonitor): Promise<MonitorSettings> {
  const { provider_ids: _, ...input } = monitor
  const settings = applyChanges(input, null, await readRules(tx, parts, input))
  await checkExpressions(tx, settings)
  return settings
}

export async function insertMonitor(tx: UserTx, parts: MonitorParts, input: NewMonitor): Promise<Monitor> {
  const settings = await prepareMonitor(tx, parts, input)
  await checkQuota(tx, 'monitors', parts.quota)
  const id = await addMonitor(tx, parts, settings, input.provider_ids)
  return readMonitor(tx, { ...parts, showsPingUrl: true }, id)
}

/** Returns its id. */
export async function addMonitor(
  tx: UserTx,
  parts: MonitorParts,
  settings: MonitorSettings,
  provider_ids: readonly number[] | undefined,
): Promise<number> {
  // The id comes first, because encrypted secrets are bound to it. now() is created_at, so that not a millisecond counts as
  // observed before the first check.
  const { id, now_ms } = await tx.one(sql<{ id: number; now_ms: number }>`
    select nextval('monitors_id_seq') as id, (extract(epoch from now()) * 1000)::bigint as now_ms`)
  const { type, of_type } = settings
  const secrets = await sealSettings(tx, parts.vault, { id, type, settings: of_type })
  await refuseForeign(
    tx.execute(sql`
      insert into monitors (id, team_id, ${INSERTED_COLUMNS}, settings, secrets)
      overriding system value
      values (${id}, ${tx.team_id}, ${insertedValues(settings)}, ${toStored(type, of_type)}, ${secrets})`),
  )
  if (isPassive(type)) await insertHeartbeat(tx, parts.vault, id)
  const schedule = planSchedule(id, settings.interval)
  await insertState(tx, id, createState(now_ms, { schedule, is_active: settings.is_active }), settings.locations)
  await saveParents(tx, id, settings.depends_on)
  await assignProviders(tx, id, provider_ids)
  return id
}

async function showOne(tx: UserTx, view: HeartbeatView, monitor: Monitor): Promise<Monitor> {
  const [shown = monitor] = await showHeartbeats(tx, view, [monitor])
  return shown
}

export async function readMonitor(tx: UserTx, view: HeartbeatView, id: number): Promise<Monitor> {
  const row = await tx.maybe(sql<MonitorRow>`
    select ${MONITOR_COLUMNS} from monitors m join monitor_state s on s.monitor_id = m.id and s.team_id = m.team_id and s.location = ''
    where m.team_id = ${tx.team_id} and m.id = ${id} and m.deleted_at is null`)
  if (!row) throw notFound()
  const histories = await readHistories(tx, [id], HISTORY_WINDOW)
  return showOne(tx, view, toMonitor(row, histories.get(id) ?? NO_HISTORY))
}

interface Filter {
  status?: 'up' | 'down' | undefined
  state?: MonitorStatus | undefined
  type?: MonitorType | undefined
  search?: string | undefined
  tag?: string | undefined
  depends_on?: number | undefined
  alerts_nobody?: boolean | undefined
  is_slow?: boolean | undefined
  sort: 'newest' | 'status'
  page: number
  pageSize: number
}

const STATUS_CONDITIONS: Record<MonitorStatus, Sql> = {
  down: sql`s.status in ('down', 'recovering')`,
  pending: sql`s.status = 'pending'`,
  up: sql`s.status in ('up', 'suspected')`,
  paused: sql`s.status = 'paused'`,
}

/** Each ends with the id, so that no monitor is on two pages. */
const ORDER: Record<Filter['sort'], Sql> = {
  newest: sql`m.id desc`,
  status: sql`case when s.status in ('down', 'recovering') then 0 when s.status = 'pending' then 1
    when s.status in ('up', 'suspected') then 2 else 3 end, lower(m.friendly_name), m.id`,
}

export async function listMonitors(
  tx: UserTx,
  view: HeartbeatView,
  { status, state, type, search, tag, depends_on, alerts_nobody, is_slow, sort, page, pageSize }: Filter,
): Promise<ListOf<Monitor>> {
  const conditions = joinSql(
    [
      sql`m.team_id = ${tx.team_id} and m.deleted_at is null`,
      ...(status ? [STATUS_CONDITIONS[status]] : []),
      ...(state ? [STATUS_CONDITIONS[state]] : []),
      ...(type ? [sql`m.type = ${type}`] : []),
      ...(tag === undefined ? [] : [sql`m.tags @> array[${tag}]`]),
      ...(depends_on === undefined
        ? []
        : [
            sql`m.id in (select d.monitor_id from monitor_dependencies d where d.team_id = ${tx.team_id} and d.parent_id = ${depends_on})`,
          ]),
      ...(alerts_nobody === undefined ? [] : [sql`${ALERTS_NOBODY} = ${alerts_nobody}`]),
      ...(is_slow === undefined ? [] : [sql`${IS_SLOW} = ${is_slow}`]),
      // Both sides are lowered by the database, which may know other letters than we do.
      ...(search
        ? [sql`(strpos(lower(m.friendly_name), lower(${search})) > 0 or strpos(lower(m.url), lower(${search})) > 0)`]
        : []),
    ],
    ' and ',
  )
  const { rows, total } = await listPage(tx, {
    select: sql<MonitorRow>`select ${MONITOR_COLUMNS}`,
    from: sql`from monitors m join monitor_state s on s.monitor_id = m.id and s.team_id = m.team_id and s.location = '' where ${conditions}`,
    order_by: ORDER[sort],
    page,
    page_size: pageSize,
  })
  const histories = await readHistories(
    tx,
    rows.map((row) => row.id),
    HISTORY_WINDOW,
  )
  const monitors = rows.map((row) => toMonitor(row, histories.get(row.id) ?? NO_HISTORY))
  return { rows: await showHeartbeats(tx, view, monitors), total }
}

interface Stored {
  settings: MonitorSettings
  sealed: SealedSettings
}

/**
 * `no key`, here and wherever a row is locked for an edit: a result that is being recorded holds the monitor's state and refers
 * to the monitor by a foreign key; `for update` makes it wait for the edit, which waits for the state.
 */
async function lockSettings(tx: UserTx, vault: Vault, id: number): Promise<Stored> {
  type Row = Omit<MonitorSettings, 'of_type'> & { stored: Record<string, unknown>; sealed: SealedSettings }
  const row = await tx.maybe(sql<Row>`
    select ${SETTING_COLUMNS}, ${DEPENDS_ON} as depends_on, settings as stored, secrets as sealed
    from monitors m where team_id = ${tx.team_id} and id = ${id} and deleted_at is null for no key update`)
  if (!row) throw notFound()
  const { sealed, stored, ...settings } = row
  const of_type = readSettings(row.type, stored, await openSettings(tx, vault, { id, sealed }))
  return { settings: { ...settings, of_type }, sealed }
}

function needsReconfirmation({ type, of_type }: MonitorSettings, next: MonitorSettings): boolean {
  const names: readonly string[] = findCheckType(type).reconfirm ?? []
  return names.some((name) => !isDeepStrictEqual(of_type[name], next.of_type[name]))
}

/** The events of a change for the state machine, in the order in which they must be applied. */
function describeChange(id: number, before: MonitorSettings, next: MonitorSettings, now: number): MonitorEvent[] {
  const events: MonitorEvent[] = []
  if (next.interval !== before.interval)
    events.push({ kind: 'change_interval', now, schedule: planSchedule(id, next.interval) })
  if (before.is_active && !next.is_active) events.push({ kind: 'pause', now })
  if (next.url !== before.url || next.type !== before.type) events.push({ kind: 'change_target', now })
  else if (needsReconfirmation(before, next)) events.push({ kind: 'change_method', now })
  if (!before.is_active && next.is_active) events.push({ kind: 'resume', now })
  return events
}

/** Applies a change to the heartbeat: creates or deletes its URL, or makes sure that nothing from before counts as late. */
async function updateHeartbeat(
  tx: UserTx,
  { vault }: MonitorParts,
  { id, before, next }: { id: number; before: MonitorSettings; next: MonitorSettings },
): Promise<void> {
  if (before.type !== next.type) {
    if (isPassive(before.type)) await deleteHeartbeat(tx, id)
    if (isPassive(next.type)) await insertHeartbeat(tx, vault, id)
  } else if (isPassive(next.type) && (needsReconfirmation(before, next) || (!before.is_active && next.is_active))) {
    await armHeartbeat(tx, id)
  }
}

export async function updateMonitor(
  tx: UserTx,
  parts: MonitorParts,
  { id, changes }: { id: number; changes: MonitorChanges },
): Promise<Monitor> {
  const { settings: before, sealed } = await lockSettings(tx, parts.vault, id)
  const view = { ...parts, showsPingUrl: true }
  const ping_url =
    isPassive(before.type) && changes.url !== undefined ? (await readMonitor(tx, view, id)).ping_url : null
  const next = applyChanges(changes, before, { ...(await readRules(tx, parts, changes)), ping_url })
  await checkExpressions(tx, next)
  const { type, of_type } = next
  const kept = { settings: before.of_type, sealed }
  const secrets = await sealSettings(tx, parts.vault, { id, type, settings: of_type, before: kept })
  await refuseForeign(
    tx.execute(sql`
      update monitors set ${assignSettings(next)}, settings = ${toStored(type, of_type)}, secrets = ${secrets}
      where team_id = ${tx.team_id} and id = ${id}`),
  )
  if (changes.depends_on) await saveParents(tx, id, changes.depends_on, before.depends_on)
  await updateHeartbeat(tx, parts, { id, before, next })
  if (!isDeepStrictEqual(before.locations, next.locations)) await changeLocations(tx, id, next.locations)
  await moveMonitor(tx, id, (now) => describeChange(id, before, next, now))
  const isSameTarget = next.url === before.url && next.type === before.type
  if (!isSameTarget) await deleteCertificates(tx, [id])
  if (!isSameTarget || !next.is_active || next.slow_ms === null) await deleteResponseWindows(tx, [id])
  return readMonitor(tx, view, id)
}

export async function deleteMonitor(tx: UserTx, id: number): Promise<{ id: number }> {
  if ((await listLocked(tx, [id])).length === 0) throw notFound()
  await removeMonitors(tx, [id])
  return { id }
}

export async function lockMonitor(tx: UserTx, view: HeartbeatView, id: number): Promise<Monitor | undefined> {
  const [found] = await listLocked(tx, [id])
  return found && showOne(tx, view, found)
}

/** Throws the usual 404 when there is no such monitor for this user. */
export async function requireMonitor(
  tx: UserTx,
  id: number,
  lock: 'for share' | '' = '',
): Promise<{ created_at: string }> {
  const row = await tx.maybe(sql<{ created_at: string }>`
    select created_at from monitors where team_id = ${tx.team_id} and id = ${id} and deleted_at is null
    ${lock === '' ? emptySql : sql`for share`}`)
  if (!row) throw notFound()
  return row
}

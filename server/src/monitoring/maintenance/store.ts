import type { ListOf, MaintenanceWindow, MaintenanceWindowChanges, NewMaintenanceWindow } from '@sitewatch/contract'
import { DAY_MS, WEEK_MS } from '@sitewatch/contract/durations'
import { invalid, notFound } from '../../http/problem.ts'
import { sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { readTimezone } from '../../platform/time/timezone-name.ts'

const COLUMNS = sql`'maintenance_window' as object, w.id, w.name, w.all_monitors,
  array(select x.monitor_id from maintenance_monitors x join monitors m on m.team_id = x.team_id and m.id = x.monitor_id
    where x.team_id = w.team_id and x.window_id = w.id and m.deleted_at is null order by 1) as monitor_ids,
  w.timezone, w.starts_at, w.ends_at, w.repeat, maintenance_until(w, now()) is not null as is_under_way,
  w.created_at, w.updated_at`

interface Settings {
  name: string
  all_monitors: boolean
  monitor_ids: readonly number[]
  timezone: string
  starts_at: Date
  ends_at: Date
  repeat: MaintenanceWindow['repeat']
}

const MAX_LENGTH_MS = { none: 366 * DAY_MS, daily: DAY_MS, weekly: WEEK_MS }

/** Returns the name in IANA's spelling. */
function checkTimezone(name: string): string {
  const timezone = readTimezone(name)
  if (timezone !== null) return timezone
  throw invalid('timezone', 'invalid_value', 'timezone must be an IANA name, such as Europe/Paris.')
}

function checkSpan({ starts_at, ends_at, repeat }: Settings): void {
  const length_ms = ends_at.getTime() - starts_at.getTime()
  if (length_ms <= 0) throw invalid('ends_at', 'invalid_value', 'ends_at must be after starts_at.')
  if (length_ms <= MAX_LENGTH_MS[repeat]) return
  const latest = repeat === 'none' ? 'at most 366 days after starts_at' : `before the next ${repeat} repetition starts`
  throw invalid('ends_at', 'too_big', `ends_at must be ${latest}.`)
}

/**
 * The monitors of a window. If all_monitors is not sent, an empty list means all, as it always did. If it is sent, false with an empty
 * list is refused and not read as all.
 */
function chooseMonitors(
  { all_monitors, monitor_ids }: Pick<MaintenanceWindowChanges, 'all_monitors' | 'monitor_ids'>,
  stored: readonly number[],
): Pick<Settings, 'all_monitors' | 'monitor_ids'> {
  if (all_monitors === undefined) return { all_monitors: monitor_ids?.length === 0, monitor_ids: monitor_ids ?? [] }
  if (!all_monitors) {
    const chosen = monitor_ids ?? stored
    if (chosen.length > 0) return { all_monitors, monitor_ids: chosen }
    throw invalid(
      'monitor_ids',
      'too_small',
      'monitor_ids must name at least one monitor. To cover every monitor, choose “All monitors” (all_monitors: true).',
    )
  }
  if (monitor_ids === undefined || monitor_ids.length === 0) return { all_monitors, monitor_ids: [] }
  throw invalid('monitor_ids', 'invalid_value', 'monitor_ids must be empty when all_monitors is true.')
}

/** A monitor that is missing, deleted or of another team gets the same response. */
async function saveMonitors(tx: UserTx, window_id: number, monitor_ids: readonly number[]): Promise<void> {
  const unique = [...new Set(monitor_ids)]
  await tx.execute(sql`delete from maintenance_monitors where team_id = ${tx.team_id} and window_id = ${window_id}`)
  const saved = await tx.execute(sql`
    insert into maintenance_monitors (team_id, window_id, monitor_id)
    select team_id, ${window_id}, id from monitors
    where team_id = ${tx.team_id} and id = any(${unique}::bigint[]) and deleted_at is null`)
  if (saved !== unique.length) throw notFound()
}

/** Postgres may support fewer time zones than the runtime. */
async function refuseTimezone<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw sqlState(error) === '22023'
      ? invalid('timezone', 'invalid_value', 'timezone is not supported by the database.')
      : error
  })
}

export async function insertWindow(tx: UserTx, input: NewMaintenanceWindow): Promise<MaintenanceWindow> {
  const settings: Settings = {
    name: input.name,
    starts_at: input.starts_at,
    ends_at: input.ends_at,
    ...chooseMonitors({ ...input, monitor_ids: input.monitor_ids ?? [] }, []),
    timezone: checkTimezone(input.timezone ?? 'UTC'),
    repeat: input.repeat ?? 'none',
  }
  checkSpan(settings)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into maintenance_windows (team_id, name, all_monitors, timezone, starts_at, ends_at, repeat)
    values (${tx.team_id}, ${settings.name}, ${settings.all_monitors}, ${settings.timezone}, ${settings.starts_at},
      ${settings.ends_at}, ${settings.repeat})
    returning id`)
  await saveMonitors(tx, id, settings.monitor_ids)
  return refuseTimezone(readWindow(tx, id))
}

export async function readWindow(tx: UserTx, id: number): Promise<MaintenanceWindow> {
  const record = await tx.maybe(sql<MaintenanceWindow>`
    select ${COLUMNS} from maintenance_windows w where w.team_id = ${tx.team_id} and w.id = ${id}`)
  if (!record) throw notFound()
  return record
}

export async function listWindows(tx: UserTx, page: number, page_size: number): Promise<ListOf<MaintenanceWindow>> {
  return await listPage(tx, {
    select: sql<MaintenanceWindow>`select ${COLUMNS}`,
    from: sql`from maintenance_windows w where w.team_id = ${tx.team_id}`,
    order_by: sql`w.id desc`,
    page,
    page_size,
  })
}

export async function updateWindow(
  tx: UserTx,
  id: number,
  changes: MaintenanceWindowChanges,
): Promise<MaintenanceWindow> {
  const before = await lockWindow(tx, id)
  if (!before) throw notFound()
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const stored = { ...before, starts_at: new Date(before.starts_at), ends_at: new Date(before.ends_at) }
  const next: Settings = { ...stored, ...defined }
  const changesMonitors = changes.all_monitors !== undefined || changes.monitor_ids !== undefined
  if (changesMonitors) Object.assign(next, chooseMonitors(changes, before.monitor_ids))
  if (changes.timezone !== undefined) next.timezone = checkTimezone(changes.timezone)
  checkSpan(next)
  if (Object.keys(defined).length === 0) return before
  await tx.execute(sql`
    update maintenance_windows set name = ${next.name}, all_monitors = ${next.all_monitors}, timezone = ${next.timezone},
      starts_at = ${next.starts_at}, ends_at = ${next.ends_at}, repeat = ${next.repeat}
    where team_id = ${tx.team_id} and id = ${id}`)
  if (changesMonitors) await saveMonitors(tx, id, next.monitor_ids)
  return refuseTimezone(readWindow(tx, id))
}

export async function deleteWindow(tx: UserTx, id: number): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`delete from maintenance_windows where team_id = ${tx.team_id} and id = ${id}`)
  if (deleted === 0) throw notFound()
  return { id }
}

export const lockWindow = (tx: UserTx, id: number): Promise<MaintenanceWindow | undefined> =>
  tx.maybe(sql<MaintenanceWindow>`
    select ${COLUMNS} from maintenance_windows w where w.team_id = ${tx.team_id} and w.id = ${id} for update`)

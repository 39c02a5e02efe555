import type {
  ListOf,
  NewOnCallSchedule,
  OnCall,
  OnCallMember,
  OnCallSchedule,
  OnCallScheduleChanges,
} from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { readDataKey, type Vault } from '../../identity/accounts/index.ts'
import { notFound, problem } from '../../http/problem.ts'
import { randomBase62 } from '../../platform/base62.ts'
import { emptySql, sql, sqlState, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { open, seal, sha256 } from '../../platform/secrets.ts'
import { SCHEDULE_COLUMNS, type ScheduleRow, toRecord, toSchedule, toShift } from './record.ts'
import { checkSchedule, type ScheduleSettings, toLayers, toOverrides } from './settings.ts'
import { findShifts } from './shifts.ts'

export interface OnCallParts {
  vault: Vault
  base_url: string
}

const TOKEN_BYTES = 16
const TOKEN_CHARACTERS = 22
/** How far ahead to search for the next person. */
const NEXT_DAYS = 90

export const isCalendarToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)

const bindToken = (schedule_id: number): string => `on_call_schedules.calendar_token/${schedule_id}`

async function toRecords(tx: UserTx, { vault, base_url }: OnCallParts, rows: readonly ScheduleRow[]) {
  const key = rows.some(({ sealed_token }) => sealed_token) ? await readDataKey(tx, vault, tx.team_id) : null
  return rows.map((row): OnCallSchedule => {
    const token = key && row.sealed_token ? open(key, row.sealed_token, bindToken(row.id)) : null
    return toRecord(row, token && `${base_url.replace(/\/$/, '')}/on-call/${token.toString()}.ics`)
  })
}

/** The response is the same for a provider or person that does not exist and for one of another team: the same foreign key fails. */
async function refuseForeign<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw sqlState(error) === '23503' ? notFound() : error
  })
}

async function saveMembers(tx: UserTx, schedule_id: number, members: readonly OnCallMember[]): Promise<void> {
  await tx.execute(sql`delete from on_call_members where team_id = ${tx.team_id} and schedule_id = ${schedule_id}`)
  if (members.length === 0) return
  const pairs = members.flatMap(({ name, provider_ids }) => provider_ids.map((id) => ({ name, id })))
  await refuseForeign(
    tx.execute(sql`
      insert into on_call_members (team_id, schedule_id, name, position, user_id)
      select ${tx.team_id}, ${schedule_id}, name, position, user_id
      from unnest(${members.map(({ name }) => name)}::text[], ${members.map(({ user_id }) => user_id)}::bigint[])
        with ordinality as m (name, user_id, position)`),
  )
  await refuseForeign(
    tx.execute(sql`
      insert into on_call_member_providers (team_id, schedule_id, member, provider_id)
      select ${tx.team_id}, ${schedule_id}, name, provider_id
      from unnest(${pairs.map(({ name }) => name)}::text[], ${pairs.map(({ id }) => id)}::bigint[]) as p (name, provider_id)`),
  )
}

export async function insertSchedule(
  tx: UserTx,
  parts: OnCallParts,
  input: NewOnCallSchedule,
): Promise<OnCallSchedule> {
  const settings = checkSchedule({
    ...input,
    layers: toLayers(input.layers),
    overrides: toOverrides(input.overrides),
  })
  const { id } = await tx.one(sql<{ id: number }>`
    insert into on_call_schedules (team_id, name, timezone, layers, overrides)
    values (${tx.team_id}, ${settings.name}, ${settings.timezone}, ${JSON.stringify(settings.layers)}, ${JSON.stringify(settings.overrides)})
    returning id`)
  await saveMembers(tx, id, settings.members)
  return readSchedule(tx, parts, id)
}

export async function listSchedules(
  tx: UserTx,
  parts: OnCallParts,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListOf<OnCallSchedule>> {
  const { rows, total } = await listPage(tx, {
    select: sql<ScheduleRow>`select ${SCHEDULE_COLUMNS}`,
    from: sql`from on_call_schedules s where s.team_id = ${tx.team_id}`,
    order_by: sql`s.id desc`,
    page,
    page_size: pageSize,
  })
  return { rows: await toRecords(tx, parts, rows), total }
}

const findRow = (tx: UserTx, id: number, lock: 'for update' | '' = ''): Promise<ScheduleRow | undefined> =>
  tx.maybe(sql<ScheduleRow>`
    select ${SCHEDULE_COLUMNS} from on_call_schedules s where s.team_id = ${tx.team_id} and s.id = ${id}
    ${lock === '' ? emptySql : sql`for no key update`}`)

export async function readRow(tx: UserTx, id: number, lock: 'for update' | '' = ''): Promise<ScheduleRow> {
  const row = await findRow(tx, id, lock)
  if (!row) throw notFound()
  return row
}

export async function readSchedule(tx: UserTx, parts: OnCallParts, id: number): Promise<OnCallSchedule> {
  const [record] = await toRecords(tx, parts, [await readRow(tx, id)])
  if (!record) throw notFound()
  return record
}

export async function lockSchedule(tx: UserTx, parts: OnCallParts, id: number): Promise<OnCallSchedule | undefined> {
  const row = await findRow(tx, id, 'for update')
  return row && (await toRecords(tx, parts, [row]))[0]
}

export async function updateSchedule(
  tx: UserTx,
  parts: OnCallParts,
  { id, changes }: { id: number; changes: OnCallScheduleChanges },
): Promise<OnCallSchedule> {
  const before = await readRow(tx, id, 'for update')
  const next: ScheduleSettings = checkSchedule({
    name: changes.name ?? before.name,
    timezone: changes.timezone ?? before.timezone,
    members: changes.members ?? before.members,
    layers: changes.layers ? toLayers(changes.layers) : before.layers,
    overrides: changes.overrides ? toOverrides(changes.overrides) : before.overrides,
  })
  await tx.execute(sql`
    update on_call_schedules set name = ${next.name}, timezone = ${next.timezone}, layers = ${JSON.stringify(next.layers)},
      overrides = ${JSON.stringify(next.overrides)}
    where team_id = ${tx.team_id} and id = ${id}`)
  if (changes.members) await saveMembers(tx, id, changes.members)
  return readSchedule(tx, parts, id)
}

export async function deleteSchedule(tx: UserTx, id: number): Promise<{ id: number }> {
  const { escalation_policy_ids } = await readRow(tx, id, 'for update')
  if (escalation_policy_ids.length > 0) {
    const ids = escalation_policy_ids.join(', ')
    const detail = `An escalation policy has this schedule in a step (ID ${ids}). Remove it there first.`
    throw problem('not_possible', { detail })
  }
  await tx.execute(sql`delete from on_call_schedules where team_id = ${tx.team_id} and id = ${id}`)
  return { id }
}

/** Creates a new URL. The previous one stops working. */
export async function createCalendar(tx: UserTx, parts: OnCallParts, id: number): Promise<OnCallSchedule> {
  await readRow(tx, id, 'for update')
  const token = randomBase62(TOKEN_BYTES, TOKEN_CHARACTERS)
  const sealed = seal(await readDataKey(tx, parts.vault, tx.team_id), token, bindToken(id))
  await tx.execute(sql`
    update on_call_schedules set calendar_token_hash = ${sha256(token)}, calendar_token_sealed = ${sealed}
    where team_id = ${tx.team_id} and id = ${id}`)
  return readSchedule(tx, parts, id)
}

export async function revokeCalendar(tx: UserTx, parts: OnCallParts, id: number): Promise<OnCallSchedule> {
  await tx.execute(sql`
    update on_call_schedules set calendar_token_hash = null, calendar_token_sealed = null
    where team_id = ${tx.team_id} and id = ${id}`)
  return readSchedule(tx, parts, id)
}

export async function readOnCall(tx: UserTx, id: number, { at, days }: { at: number; days: number }): Promise<OnCall> {
  const schedule = toSchedule(await readRow(tx, id))
  const ahead = findShifts(schedule, { from: at, to: at + NEXT_DAYS * DAY_MS })
  const [now] = ahead
  if (!now) throw notFound()
  const next = ahead.find(({ member }) => member !== null && member.name !== now.member?.name)
  const end = at + days * DAY_MS
  const shifts = ahead.filter(({ from }) => from < end).map((shift) => ({ ...shift, to: Math.min(shift.to, end) }))
  return {
    object: 'on_call',
    schedule_id: id,
    at: new Date(at).toISOString(),
    now: toShift(now),
    next: next ? toShift(next) : null,
    shifts: shifts.map(toShift),
  }
}

import type { Delivery, ListOf, NotificationPreferences } from '@sitewatch/contract'
import { invalid, notFound } from '../../http/problem.ts'
import { joinSql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listNewestFirst } from '../../platform/postgres/list-page.ts'
import { DEFAULT_SMS_PER_DAY } from './sms-budget.ts'

const COLUMNS = sql`'delivery' as object, id, incident_id, monitor_id,
  (select m.friendly_name from monitors m where m.team_id = deliveries.team_id and m.id = deliveries.monitor_id) as monitor_name,
  provider_id, kind, status, attempts, last_error,
  possible_repeat, held_until, sent_at,
  (select i.website_id from incidents i where i.team_id = deliveries.team_id and i.id = deliveries.incident_id) as website_id,
  (select w.domain from incidents i join websites w on w.team_id = i.team_id and w.id = i.website_id
    where i.team_id = deliveries.team_id and i.id = deliveries.incident_id) as website_domain,
  created_at, updated_at`

interface Query {
  status?: Delivery['status'] | undefined
  provider_id?: number | undefined
  incident_id?: number | undefined
  after?: number | undefined
  page: number
  pageSize: number
}

export async function listDeliveries(tx: UserTx, query: Query): Promise<ListOf<Delivery>> {
  const where = joinSql(
    [
      sql`team_id = ${tx.team_id}`,
      ...(query.status ? [sql`status = ${query.status}`] : []),
      ...(query.provider_id === undefined ? [] : [sql`provider_id = ${query.provider_id}`]),
      ...(query.incident_id === undefined ? [] : [sql`incident_id = ${query.incident_id}`]),
    ],
    ' and ',
  )
  return await listNewestFirst(tx, {
    select: sql<Delivery>`select ${COLUMNS}`,
    from: sql`from deliveries where ${where}`,
    order_by: sql`id desc`,
    page: query.page,
    page_size: query.pageSize,
    after: query.after,
    follows: sql`id < ${query.after ?? 0}`,
  })
}

export async function retryDelivery(tx: UserTx, id: number): Promise<Delivery> {
  const { retried } = await tx.one(sql<{ retried: boolean }>`select retry_delivery(${id}) as retried`)
  const record = await tx.maybe(sql<Delivery>`
    select ${COLUMNS} from deliveries where team_id = ${tx.team_id} and id = ${id}`)
  if (!record) throw notFound()
  if (!retried)
    throw invalid('status', 'not_failed', `Only a failed delivery can be retried; this one is ${record.status}.`)
  return record
}

type StoredPreferences = Omit<NotificationPreferences, 'unavailable_types'>

const DEFAULTS = {
  object: 'notification_preferences',
  reminder_minutes: null,
  sms_per_day: DEFAULT_SMS_PER_DAY,
} as const

export async function readPreferences(tx: UserTx): Promise<StoredPreferences> {
  const row = await tx.maybe(sql<StoredPreferences>`
    select 'notification_preferences' as object, reminder_minutes, sms_per_day
    from notification_preferences where team_id = ${tx.team_id}`)
  return row ?? DEFAULTS
}

export async function savePreferences(
  tx: UserTx,
  changes: { reminder_minutes?: number | null | undefined; sms_per_day?: number | undefined },
): Promise<StoredPreferences> {
  const before = await readPreferences(tx)
  const reminder_minutes = changes.reminder_minutes === undefined ? before.reminder_minutes : changes.reminder_minutes
  const sms_per_day = changes.sms_per_day ?? before.sms_per_day
  await tx.execute(sql`
    insert into notification_preferences (team_id, reminder_minutes, sms_per_day)
    values (${tx.team_id}, ${reminder_minutes}, ${sms_per_day})
    on conflict (team_id) do update set reminder_minutes = excluded.reminder_minutes, sms_per_day = excluded.sms_per_day`)
  return readPreferences(tx)
}

import { sql, type Tx } from '../../platform/postgres/index.ts'

/** The budget is the account's: alerts and tests, by all its providers together. */
export interface SmsBudget {
  /** In the last 24 hours, those under way included. */
  used: number
  per_day: number
}

export const DEFAULT_SMS_PER_DAY = 50
const DAY_MS = 86_400_000

export const describeUsedUp = (per_day: number): string => `The budget of ${per_day} SMS a day is used up.`

/** One at a time for an account, until the transaction ends: what is read here still holds when `reserveSms` is called. */
export async function lockSmsBudget(tx: Tx, user_id: number, now: Date): Promise<SmsBudget> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('sms budget', ${user_id}))`)
  return tx.one(sql<SmsBudget>`
    select count(*) as used,
      coalesce((select sms_per_day from notification_preferences p where p.user_id = ${user_id}), ${DEFAULT_SMS_PER_DAY}) as per_day
    from sms_sends where user_id = ${user_id} and sent_at > ${new Date(now.getTime() - DAY_MS)}`)
}

/** Before it is sent. Killed in between, it counts: it may have gone. */
export async function reserveSms(tx: Tx, user_id: number, now: Date): Promise<number> {
  await tx.execute(sql`
    delete from sms_sends where user_id = ${user_id} and sent_at < ${new Date(now.getTime() - 2 * DAY_MS)}`)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into sms_sends (user_id, sent_at) values (${user_id}, ${now}) returning id`)
  return id
}

/** The gateway did not take it. */
export async function releaseSms(tx: Tx, user_id: number, id: number): Promise<void> {
  await tx.execute(sql`delete from sms_sends where user_id = ${user_id} and id = ${id}`)
}

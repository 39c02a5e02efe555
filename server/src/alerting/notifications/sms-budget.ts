import { DAY_MS } from '@sitewatch/contract/durations'
import { sql, type Tx } from '../../platform/postgres/index.ts'

/** The daily SMS limit of a team, for alerts and tests of all its providers together. */
export interface SmsBudget {
  /** In the last 24 hours, including those being sent. */
  used: number
  per_day: number
}

export const DEFAULT_SMS_PER_DAY = 50

export const describeUsedUp = (per_day: number): string => `The daily limit of ${per_day} SMS is reached.`

/** Locks the limit of the team until the transaction ends, so that what is read here still holds when `reserveSms` is called. */
export async function lockSmsBudget(tx: Tx, team_id: number, now: Date): Promise<SmsBudget> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('sms budget', ${team_id}))`)
  return tx.one(sql<SmsBudget>`
    select count(*) as used,
      coalesce((select sms_per_day from notification_preferences p where p.team_id = ${team_id}), ${DEFAULT_SMS_PER_DAY}) as per_day
    from sms_sends where team_id = ${team_id} and sent_at > ${new Date(now.getTime() - DAY_MS)}`)
}

/** Called before the SMS is sent. If the process is killed in between, it counts: it may have been sent. */
export async function reserveSms(tx: Tx, team_id: number, now: Date): Promise<number> {
  await tx.execute(sql`
    delete from sms_sends where team_id = ${team_id} and sent_at < ${new Date(now.getTime() - 2 * DAY_MS)}`)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into sms_sends (team_id, sent_at) values (${team_id}, ${now}) returning id`)
  return id
}

/** The gateway did not accept it. */
export async function releaseSms(tx: Tx, team_id: number, id: number): Promise<void> {
  await tx.execute(sql`delete from sms_sends where team_id = ${team_id} and id = ${id}`)
}

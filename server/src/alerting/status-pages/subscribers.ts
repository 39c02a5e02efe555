import type { Language } from '@sitewatch/contract'
import { sql, type UserTx } from '../../platform/postgres/index.ts'

const MAX_SUBSCRIBERS = 1000
const MAX_PENDING = 1000
const PENDING_FOR = '2 days'
/** One address gets at most one confirmation mail in this time, however often somebody enters it. */
const ASK_AGAIN_AFTER = '10 minutes'

const countConfirmed = (tx: UserTx, page_id: number): Promise<{ count: number }> =>
  tx.one(sql<{ count: number }>`
    select count(*) from status_subscribers
    where team_id = ${tx.team_id} and status_page_id = ${page_id} and confirmed_at is not null`)

/**
 * Records the request to subscribe, and adds the job that sends the confirmation mail. The answer does not reveal whether the address
 * is subscribed or was asked before; the only other answer is that the page is full.
 */
export async function askToSubscribe(
  tx: UserTx,
  page_id: number,
  { email, language }: { email: string; language: Language },
): Promise<'asked' | 'full'> {
  await tx.execute(sql`
    delete from status_subscribers where team_id = ${tx.team_id} and status_page_id = ${page_id} and confirmed_at is null
      and asked_at < now() - ${PENDING_FOR}::interval`)
  if ((await countConfirmed(tx, page_id)).count >= MAX_SUBSCRIBERS) return 'full'
  const asked = await tx.maybe(sql<{ id: number }>`
    insert into status_subscribers as s (team_id, status_page_id, email, language)
    values (${tx.team_id}, ${page_id}, ${email}, ${language})
    on conflict (team_id, status_page_id, email) do update set asked_at = now(), language = excluded.language
      where s.confirmed_at is null and s.asked_at < now() - ${ASK_AGAIN_AFTER}::interval
    returning id`)
  if (!asked) return 'asked'
  // The oldest request is dropped, so that nobody can fill the list with addresses that never confirm.
  await tx.execute(sql`
    delete from status_subscribers where team_id = ${tx.team_id} and id in (
      select id from status_subscribers
      where team_id = ${tx.team_id} and status_page_id = ${page_id} and confirmed_at is null
      order by asked_at desc, id desc offset ${MAX_PENDING})`)
  await tx.query(sql`select ask_subscriber(${asked.id})`)
  return 'asked'
}

export interface Subscription {
  page_id: number
  name: string
  email: string
  is_confirmed: boolean
}

export const findSubscription = async (tx: UserTx, id: number): Promise<Subscription | null> =>
  (await tx.maybe(sql<Subscription>`
    select p.id as page_id, p.name, s.email, s.confirmed_at is not null as is_confirmed
    from status_subscribers s join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id
    where s.team_id = ${tx.team_id} and s.id = ${id}
      and (s.confirmed_at is not null or s.asked_at > now() - ${PENDING_FOR}::interval)`)) ?? null

/** Idempotent. The page's row is locked, so that two concurrent requests cannot both take the last place. */
export async function confirmSubscription(
  tx: UserTx,
  id: number,
): Promise<(Subscription & { is_full: boolean }) | null> {
  const found = await findSubscription(tx, id)
  if (!found || found.is_confirmed) return found && { ...found, is_full: false }
  await tx.query(sql`
    select 1 from status_pages where team_id = ${tx.team_id} and id = ${found.page_id} for no key update`)
  if ((await countConfirmed(tx, found.page_id)).count >= MAX_SUBSCRIBERS) return { ...found, is_full: true }
  await tx.execute(sql`
    update status_subscribers set confirmed_at = now() where team_id = ${tx.team_id} and id = ${id}`)
  return { ...found, is_full: false }
}

export async function removeSubscription(tx: UserTx, id: number): Promise<void> {
  await tx.execute(sql`delete from status_subscribers where team_id = ${tx.team_id} and id = ${id}`)
}

import { randomBytes } from 'node:crypto'
import type { Language } from '@sitewatch/contract'
import { readDataKey, type Vault } from '../../identity/accounts/index.ts'
import { sql, type Tx, type UserTx } from '../../platform/postgres/index.ts'
import { open, seal, sha256 } from '../../platform/secrets.ts'
import type { Choice } from './choices.ts'

const MAX_SUBSCRIBERS = 1000
const MAX_PENDING = 1000
const PENDING_FOR = '2 days'
/** One address gets at most one confirmation in this time, however often somebody enters it. */
const ASK_AGAIN_AFTER = '10 minutes'

/** Whether subscriber s of page p gets messages. A new password ends the subscriptions made with an earlier one, and those made without. */
export const IS_LIVE = sql`s.confirmed_at is not null and s.disabled_at is null
  and (p.visibility = 'public' or (p.visibility = 'password' and s.password_version = p.password_version))`

const countConfirmed = (tx: UserTx, page_id: number): Promise<{ count: number }> =>
  tx.one(sql<{ count: number }>`
    select count(*) from status_subscribers
    where team_id = ${tx.team_id} and status_page_id = ${page_id} and confirmed_at is not null`)

export type Destination = { channel: 'email'; email: string } | { channel: 'webhook'; url: string }

export interface SubscriptionRequest {
  to: Destination
  language: Language
  choice: Choice
  /** The password that the subscriber knows; null when the page is public. */
  password_version: number | null
}

/** Subscribing again starts over; nothing changes while the subscription is confirmed, or was requested a moment ago. */
const MAY_ASK_AGAIN = sql`s.status_page_id = p.id and not (${IS_LIVE}) and s.asked_at < now() - ${ASK_AGAIN_AFTER}::interval`

async function renewRequest(tx: UserTx, id: number, { language, choice, password_version }: SubscriptionRequest) {
  return tx.maybe(sql<{ id: number }>`
    update status_subscribers s set asked_at = now(), confirmed_at = null, disabled_at = null, failed_in_a_row = 0,
      language = ${language}, monitor_ids = ${choice?.monitor_ids ?? null}, website_ids = ${choice?.website_ids ?? null},
      password_version = ${password_version}
    from status_pages p where s.team_id = ${tx.team_id} and s.id = ${id} and p.team_id = s.team_id and ${MAY_ASK_AGAIN}
    returning s.id`)
}

const insertSubscriber = (tx: UserTx, page_id: number, request: SubscriptionRequest) => {
  const { to, language, choice, password_version } = request
  return tx.maybe(sql<{ id: number }>`
    insert into status_subscribers (team_id, status_page_id, channel, email, language, monitor_ids, website_ids, password_version)
    values (${tx.team_id}, ${page_id}, ${to.channel}, ${to.channel === 'email' ? to.email : null}, ${language},
      ${choice?.monitor_ids ?? null}, ${choice?.website_ids ?? null}, ${password_version})
    on conflict (team_id, status_page_id, email) do nothing returning id`)
}

const bindingOf = (subscriber_id: number): string => `status_webhooks.sealed/${subscriber_id}`

interface WebhookSecrets {
  url: string
  secret: string
}

async function insertWebhook(
  tx: UserTx,
  vault: Vault,
  { page_id, id, url }: { page_id: number; id: number; url: string },
) {
  const secrets: WebhookSecrets = { url, secret: `whsec_${randomBytes(32).toString('base64')}` }
  const sealed = seal(await readDataKey(tx, vault, tx.team_id), JSON.stringify(secrets), bindingOf(id))
  await tx.execute(sql`
    insert into status_webhooks (team_id, subscriber_id, status_page_id, sealed, url_hash, origin)
    values (${tx.team_id}, ${id}, ${page_id}, ${sealed}, ${sha256(url)}, ${new URL(url).origin})`)
}

/** The URL and the signing secret; null if they cannot be decrypted. */
export async function openWebhook(
  tx: Tx,
  vault: Vault,
  { team_id, subscriber_id, sealed }: { team_id: number; subscriber_id: number; sealed: Buffer },
): Promise<WebhookSecrets | null> {
  const plain = open(await readDataKey(tx, vault, team_id), sealed, bindingOf(subscriber_id))
  return plain && (JSON.parse(plain.toString()) as WebhookSecrets)
}

const findByDestination = (tx: UserTx, page_id: number, to: Destination) =>
  to.channel === 'email'
    ? tx.maybe(sql<{ id: number }>`
        select id from status_subscribers
        where team_id = ${tx.team_id} and status_page_id = ${page_id} and email = ${to.email}`)
    : tx.maybe(sql<{ id: number }>`
        select subscriber_id as id from status_webhooks
        where team_id = ${tx.team_id} and status_page_id = ${page_id} and url_hash = ${sha256(to.url)}`)

/**
 * Records the request to subscribe, and adds the job that sends the confirmation. The result does not reveal whether the address
 * is subscribed or got a confirmation before; the only other result is that the page is full.
 */
export async function requestSubscription(
  tx: UserTx,
  vault: Vault,
  { page_id, request }: { page_id: number; request: SubscriptionRequest },
): Promise<'asked' | 'full'> {
  // The page's row is locked, so that two requests for one address follow each other.
  await tx.query(sql`select 1 from status_pages where team_id = ${tx.team_id} and id = ${page_id} for no key update`)
  await tx.execute(sql`
    delete from status_subscribers where team_id = ${tx.team_id} and status_page_id = ${page_id} and confirmed_at is null
      and asked_at < now() - ${PENDING_FOR}::interval`)
  if ((await countConfirmed(tx, page_id)).count >= MAX_SUBSCRIBERS) return 'full'
  const existing = await findByDestination(tx, page_id, request.to)
  const pending = existing ? await renewRequest(tx, existing.id, request) : await insertSubscriber(tx, page_id, request)
  if (!pending) return 'asked'
  const { to } = request
  if (!existing && to.channel === 'webhook') await insertWebhook(tx, vault, { page_id, id: pending.id, url: to.url })
  // The oldest request is dropped, so that nobody can fill the list with addresses that never confirm.
  await tx.execute(sql`
    delete from status_subscribers where team_id = ${tx.team_id} and id in (
      select id from status_subscribers
      where team_id = ${tx.team_id} and status_page_id = ${page_id} and confirmed_at is null
      order by asked_at desc, id desc offset ${MAX_PENDING})`)
  await tx.query(sql`select ask_subscriber(${pending.id})`)
  return 'asked'
}

export interface Subscription {
  id: number
  page_id: number
  name: string
  channel: 'email' | 'webhook'
  /** The e-mail address, or scheme and host of the webhook. */
  destination: string
  is_confirmed: boolean
  is_disabled: boolean
  /** False if the page was restricted since the subscription was made. */
  has_access: boolean
  monitor_ids: number[] | null
  website_ids: number[] | null
  sealed: Buffer | null
}

export const findSubscription = async (tx: UserTx, id: number): Promise<Subscription | null> =>
  (await tx.maybe(sql<Subscription>`
    select s.id, p.id as page_id, p.name, s.channel, coalesce(s.email, w.origin) as destination,
      s.confirmed_at is not null as is_confirmed, s.disabled_at is not null as is_disabled, w.sealed,
      (p.visibility = 'public' or (p.visibility = 'password' and s.password_version is not distinct from p.password_version)) as has_access,
      s.monitor_ids, s.website_ids
    from status_subscribers s join status_pages p on p.team_id = s.team_id and p.id = s.status_page_id
      left join status_webhooks w on w.team_id = s.team_id and w.subscriber_id = s.id
    where s.team_id = ${tx.team_id} and s.id = ${id}
      and (s.confirmed_at is not null or s.asked_at > now() - ${PENDING_FOR}::interval)`)) ?? null

export const choiceOf = ({ monitor_ids, website_ids }: Subscription): Choice =>
  monitor_ids === null ? null : { monitor_ids, website_ids: website_ids ?? [] }

/** Idempotent. The page's row is locked, so that two concurrent requests cannot both take the last place. */
export async function confirmSubscription(
  tx: UserTx,
  id: number,
): Promise<(Subscription & { is_full: boolean }) | null> {
  const found = await findSubscription(tx, id)
  if (!found?.has_access) return null
  if (found.is_confirmed) return { ...found, is_full: false }
  await tx.query(sql`
    select 1 from status_pages where team_id = ${tx.team_id} and id = ${found.page_id} for no key update`)
  if ((await countConfirmed(tx, found.page_id)).count >= MAX_SUBSCRIBERS) return { ...found, is_full: true }
  await tx.execute(sql`
    update status_subscribers set confirmed_at = now() where team_id = ${tx.team_id} and id = ${id}`)
  return { ...found, is_full: false }
}

/** A change shows that the subscriber is reachable, so messages that were stopped after failures are sent again. */
export async function saveChoice(tx: UserTx, id: number, choice: Choice): Promise<void> {
  await tx.execute(sql`
    update status_subscribers set monitor_ids = ${choice?.monitor_ids ?? null}, website_ids = ${choice?.website_ids ?? null},
      disabled_at = null, failed_in_a_row = 0
    where team_id = ${tx.team_id} and id = ${id} and confirmed_at is not null`)
}

export async function removeSubscription(tx: UserTx, id: number): Promise<void> {
  await tx.execute(sql`delete from status_subscribers where team_id = ${tx.team_id} and id = ${id}`)
}

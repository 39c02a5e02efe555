import { type Language, type ProviderType, SMS_BUDGET_TYPES } from '@sitewatch/contract'
import type { Vault } from '../../identity/accounts/index.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { DeliveryOutcome, Gateways } from './channel.ts'
import { describeMessage } from './describe.ts'
import type { Alert } from './message.ts'
import { type PendingRow, readPending } from './pending.ts'
import { planRetry } from '../../platform/retry.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { planDelivery, type Situation } from './plan.ts'
import { planQuiet } from './quiet-hours.ts'
import { CHANNELS } from './registry.ts'
import { deleteRemoteAlerts, recordRemoteAlerts } from './remote-alerts.ts'
import { lockSmsBudget, releaseSms, reserveSms } from './sms-budget.ts'
import { type OpenedProvider, openProviderUnscoped } from './store.ts'

export interface DeliverParts {
  config: Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET'>
  postgres: Postgres
  vault: Vault
  gateways: Gateways
  clock: Clock
  onAttempt?: (provider_type: ProviderType, outcome: DeliveryOutcome['kind']) => void
}

async function readSituation(
  tx: RoleTx<'worker'>,
  provider: OpenedProvider,
  { rows, now }: { rows: readonly PendingRow[]; now: number },
): Promise<Situation> {
  const is_sms = SMS_BUDGET_TYPES.includes(provider.type)
  const budget = is_sms ? await lockSmsBudget(tx, provider.team_id, new Date(now)) : { used: 0, per_day: 0 }
  const recent = await tx.one(sql<{ opened: number }>`
    select count(*) as opened from deliveries
    where provider_id = ${provider.id} and sent_at > ${new Date(now - 60_000)} and kind = 'opened'`)
  return {
    now,
    pending: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      attempts: row.attempts,
      created_at: Date.parse(row.created_at),
      horizon_from: Date.parse(row.horizon_from),
    })),
    is_sms,
    opened_last_minute: recent.opened,
    sms_last_day: budget.used,
    sms_per_day: budget.per_day,
  }
}

interface Attempt {
  provider: OpenedProvider
  ids: number[]
  attempts: number
  message: Alert
  language: Language
  /** The same for every attempt of the same deliveries, so that mail clients recognise a repeat. */
  idempotency_key: string
  /** The row that counts it against the daily SMS limit; null where the limit does not apply. */
  sms_send_id: number | null
}

type Next = { kind: 'idle' } | { kind: 'again' } | { kind: 'later'; at: number } | { kind: 'attempt'; attempt: Attempt }

interface Owner {
  is_suspended: boolean
  language: Language | null
}

const readOwner = (tx: RoleTx<'worker'>, team_id: number): Promise<Owner> =>
  tx.one(sql<Owner>`
    select t.is_suspended, (select u.language from memberships m join users u on u.id = m.user_id
      where m.team_id = t.id and m.role = 'owner' order by m.created_at, m.user_id limit 1) as language
    from teams t where t.id = ${team_id}`)

/** The pending deliveries that quiet hours do not hold, and until when the others wait. */
async function applyQuietHours(
  tx: RoleTx<'worker'>,
  { quiet_hours }: OpenedProvider,
  { rows, now }: { rows: readonly PendingRow[]; now: number },
): Promise<{ rows: PendingRow[]; until: number | null }> {
  const { send, skip, hold, until } = planQuiet({ now, quiet_hours, pending: rows })
  if (skip.length > 0) await tx.execute(sql`update deliveries set status = 'skipped' where id = any(${skip}::bigint[])`)
  if (hold.length > 0 && until !== null) {
    // The 24 hours after which a delivery is given up start when quiet hours end.
    await tx.execute(sql`
      update deliveries set held_until = ${new Date(until)}, horizon_from = ${new Date(until)}
      where id = any(${hold}::bigint[]) and held_until is distinct from ${new Date(until)}`)
  }
  return { rows: rows.filter(({ id }) => send.includes(id)), until: hold.length > 0 ? until : null }
}

/** Decides what to send, and commits that an attempt starts before anything is sent. */
async function prepareAttempt(parts: DeliverParts, provider_id: number): Promise<Next> {
  const now = parts.clock.now().getTime()
  return parts.postgres.asRole('worker', async (tx): Promise<Next> => {
    const provider = await openProviderUnscoped(tx, parts.vault, provider_id)
    if (!provider) return { kind: 'idle' }
    const owner = await readOwner(tx, provider.team_id)
    // Deliveries of a suspended account wait; lifting the suspension adds the job again.
    if (owner.is_suspended) return { kind: 'idle' }
    const pending = await readPending(tx, provider_id, now)
    // Deliveries to an unconfirmed provider wait; the confirmation adds the job again.
    if (pending.length === 0 || !provider.is_confirmed) return { kind: 'idle' }
    const { rows, until } = await applyQuietHours(tx, provider, { rows: pending, now })
    const plan = planDelivery(await readSituation(tx, provider, { rows, now }))
    if (plan.kind === 'nothing') return until === null ? { kind: 'idle' } : { kind: 'later', at: until }
    if (plan.kind === 'wait') return { kind: 'later', at: plan.until }
    if (plan.kind === 'give_up') {
      await tx.execute(sql`
        update deliveries set status = 'failed', last_error = coalesce(${plan.reason} || ' ' || last_error, ${plan.reason})
        where id = any(${plan.ids}::bigint[])`)
      return { kind: 'again' }
    }
    if (provider.retry_at !== null && now < provider.retry_at) return { kind: 'later', at: provider.retry_at }
    const chosen = rows.filter((row) => plan.ids.includes(row.id))
    await tx.execute(sql`
      update deliveries set attempts = attempts + 1, possible_repeat = possible_repeat or attempt_started_at is not null,
        attempt_started_at = ${new Date(now)}
      where id = any(${plan.ids}::bigint[])`)
    const message = describeMessage(chosen, plan.list, { config: parts.config, provider, now })
    await recordRemoteAlerts(tx, provider, message)
    const attempts = Math.max(...chosen.map((row) => row.attempts)) + 1
    const idempotency_key = `delivery-${plan.ids[0] ?? 0}-${plan.ids.at(-1) ?? 0}`
    const sms_send_id = SMS_BUDGET_TYPES.includes(provider.type)
      ? await reserveSms(tx, provider.team_id, new Date(now))
      : null
    const language = owner.language ?? 'en'
    const attempt = { provider, ids: plan.ids, attempts, message, language, idempotency_key, sms_send_id }
    return { kind: 'attempt', attempt }
  })
}

async function recordOutcome(
  parts: DeliverParts,
  { provider, ids, attempts, message, sms_send_id }: Attempt,
  outcome: DeliveryOutcome,
): Promise<Next> {
  const now = parts.clock.now()
  const reason = outcome.kind === 'sent' ? null : outcome.reason
  const retry_after_seconds = outcome.kind === 'retry' ? outcome.retry_after_seconds : undefined
  const retry_at = retry_after_seconds === undefined ? null : new Date(now.getTime() + retry_after_seconds * 1000)
  const isUncertain = outcome.kind === 'retry' && outcome.isUncertain === true
  const status = outcome.kind === 'sent' ? 'sent' : outcome.kind === 'permanent' ? 'failed' : 'pending'
  await parts.postgres.asRole('worker', async (tx) => {
    await tx.execute(sql`
      update deliveries set status = ${status}, last_error = ${reason}, attempt_started_at = case when ${isUncertain} then attempt_started_at end,
        sent_at = ${status === 'sent' ? now : null}
      where id = any(${ids}::bigint[])`)
    if (outcome.kind === 'sent') await deleteRemoteAlerts(tx, provider, message)
    else if (sms_send_id !== null) await releaseSms(tx, provider.team_id, sms_send_id)
    const lastDelivery = {
      kind: 'alert',
      outcome: reason === null ? 'sent' : 'failed',
      message: reason,
      at: now.toISOString(),
    }
    await tx.execute(sql`
      update providers set last_delivery = ${JSON.stringify(lastDelivery)}, retry_at = ${retry_at},
        last_success_at = case when ${reason === null} then clock_timestamp() else last_success_at end
      where id = ${provider.id}`)
  })
  if (outcome.kind !== 'retry') return { kind: 'again' }
  return { kind: 'later', at: now.getTime() + planRetry(attempts, retry_after_seconds) }
}

/**
 * Sends the pending deliveries of one provider, oldest first. Returns when to run again, or null when nothing is left. The queue
 * runs one such job at a time per provider, on any worker, so the order holds and nothing is sent twice.
 */
export async function deliverToProvider(parts: DeliverParts, provider_id: number): Promise<number | null> {
  for (;;) {
    const next = await prepareAttempt(parts, provider_id)
    if (next.kind === 'idle') return null
    if (next.kind === 'later') return next.at
    if (next.kind === 'again') continue
    const { provider, message, language, idempotency_key } = next.attempt
    const channel = CHANNELS[provider.type]
    const outcome = await inLanguage(channel.isTranslated ? language : 'en', () =>
      channel.send(provider.settings, message, parts.gateways, idempotency_key),
    )
    parts.onAttempt?.(provider.type, outcome.kind)
    const after = await recordOutcome(parts, next.attempt, outcome)
    if (after.kind === 'later') return after.at
  }
}

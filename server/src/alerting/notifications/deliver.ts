import { type Language, type ProviderType, SMS_BUDGET_TYPES } from '@sitewatch/contract'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import { JobTakenOver } from '../../platform/jobs/index.ts'
import type { DeliveryOutcome } from './channel.ts'
import type { DeliverParts } from './deliver-parts.ts'
import { DeliveryRun } from './delivery-run.ts'
import { describeMessage } from './describe.ts'
import type { Alert } from './message.ts'
import { type PendingRow, readPending } from './pending.ts'
import { planRetry } from '../../platform/retry.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { planDelivery, type Situation } from './plan.ts'
import { planQuiet } from './quiet-hours.ts'
import { findChannel } from './registry.ts'
import { deleteRemoteAlerts, recordRemoteAlerts } from './remote-alerts.ts'
import { lockSmsBudget, releaseSms, reserveSms } from './sms-budget.ts'
import { type OpenedProvider, openProviderUnscoped } from './store.ts'

/** A service that hangs rarely recovers within seconds, and there is only one more attempt. */
const UNCERTAIN_WAIT_SECONDS = 60
const UNCONFIRMED = 'Sent twice without confirmation; it may have arrived, so there are no further attempts.'
/** Less than the silence after which the jobs of a worker are given to another. */
const MAX_PAUSE_MS = 5000

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
      attempt_started_at: row.attempt_started_at,
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
  /** The deliveries of the message. `attempts` includes this one. */
  rows: { id: number; attempts: number }[]
  message: Alert
  language: Language
  /** The same for every attempt of the same deliveries, so that mail clients recognise a repeat. */
  idempotency_key: string
  /** The row that counts it against the daily SMS limit; null where the limit does not apply. */
  sms_send_id: number | null
}

type Next = { kind: 'idle' } | { kind: 'again' } | { kind: 'later'; at: number } | { kind: 'attempt'; attempt: Attempt }

interface ReceivingTeam {
  is_suspended: boolean
  language: Language | null
}

const readReceivingTeam = (tx: RoleTx<'worker'>, team_id: number): Promise<ReceivingTeam> =>
  tx.one(sql<ReceivingTeam>`
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
async function prepareAttempt(parts: DeliverParts, provider_id: number, run: DeliveryRun): Promise<Next> {
  const now = parts.clock.now().getTime()
  return parts.postgres.asRole('worker', async (tx): Promise<Next> => {
    await run.hold(tx)
    const provider = await openProviderUnscoped(tx, parts.vault, provider_id)
    if (!provider) return { kind: 'idle' }
    const team = await readReceivingTeam(tx, provider.team_id)
    // Deliveries of a suspended team wait; lifting the suspension adds the job again.
    if (team.is_suspended) return { kind: 'idle' }
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
    const attempted = chosen.map(({ id, attempts }) => ({ id, attempts: attempts + 1 }))
    const idempotency_key = `delivery-${plan.ids[0] ?? 0}-${plan.ids.at(-1) ?? 0}`
    const sms_send_id = SMS_BUDGET_TYPES.includes(provider.type)
      ? await reserveSms(tx, provider.team_id, new Date(now))
      : null
    const language = team.language ?? 'en'
    const attempt = { provider, rows: attempted, message, language, idempotency_key, sms_send_id }
    return { kind: 'attempt', attempt }
  })
}

/**
 * `uncertain`: the message may have arrived. It is sent once more, marked as a possible repeat; if that is uncertain too, the delivery fails.
 * Where the service recognises a repeat, it is retried like any other.
 */
function describeEnding(type: ProviderType, outcome: DeliveryOutcome) {
  const reason = outcome.kind === 'sent' ? null : outcome.reason
  const isUncertain = outcome.kind === 'retry' && outcome.isUncertain === true
  const isLimited = isUncertain && findChannel(type).recognisesRepeats !== true
  const status = outcome.kind === 'sent' ? 'sent' : outcome.kind === 'permanent' ? 'failed' : 'pending'
  return { status, reason, isUncertain, isLimited } as const
}

type Ending = ReturnType<typeof describeEnding>

/** Skips deliveries that a later attempt has changed. Returns those that were changed. */
function recordEnding(
  tx: RoleTx<'worker'>,
  { rows }: Attempt,
  { status, reason, isUncertain, isLimited, now }: Ending & { now: Date },
): Promise<{ status: string }[]> {
  const isLast = sql`(${isLimited} and d.possible_repeat)`
  return tx.query(sql<{ status: string }>`
    update deliveries d set status = case when ${isLast} then 'failed' else ${status} end,
      last_error = case when ${isLast} then ${`${UNCONFIRMED} ${reason}`} else ${reason} end,
      attempt_started_at = case when ${isUncertain} and not ${isLast} then d.attempt_started_at end,
      sent_at = ${status === 'sent' ? now : null}
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.attempts)}::int[]) as mine (id, attempts)
    where d.id = mine.id and d.attempts = mine.attempts and d.status = 'pending' returning d.status`)
}

async function recordOutcome(
  parts: DeliverParts,
  attempt: Attempt,
  { run, outcome }: { run: DeliveryRun; outcome: DeliveryOutcome },
): Promise<Next> {
  const { provider, rows, message, sms_send_id } = attempt
  const now = parts.clock.now()
  const ending = describeEnding(provider.type, outcome)
  const { reason, isUncertain, isLimited } = ending
  const retry_after_seconds = outcome.kind === 'retry' ? outcome.retry_after_seconds : undefined
  const recorded = await parts.postgres.asRole('worker', async (tx) => {
    await run.hold(tx)
    const changed = await recordEnding(tx, attempt, { ...ending, now })
    if (changed.length === 0) throw new JobTakenOver(`a later attempt sends to provider ${provider.id}`)
    if (outcome.kind === 'sent') await deleteRemoteAlerts(tx, provider, message)
    else if (sms_send_id !== null && !isUncertain) await releaseSms(tx, provider.team_id, sms_send_id)
    const lastDelivery = {
      kind: 'alert',
      outcome: reason === null ? 'sent' : 'failed',
      message: reason,
      at: now.toISOString(),
    }
    const isRetried = changed.some(({ status }) => status === 'pending')
    const wait_seconds = isLimited && isRetried ? UNCERTAIN_WAIT_SECONDS : retry_after_seconds
    // In the provider as well, because the job of another delivery may come sooner than the one that is added for later.
    const retry_at = wait_seconds === undefined ? null : new Date(now.getTime() + wait_seconds * 1000)
    await tx.execute(sql`
      update providers set last_delivery = ${JSON.stringify(lastDelivery)}, retry_at = ${retry_at},
        last_success_at = case when ${reason === null} then clock_timestamp() else last_success_at end
      where id = ${provider.id}`)
    return { isRetried, wait_seconds }
  })
  if (!recorded.isRetried) return { kind: 'again' }
  const attempts = Math.max(...rows.map((row) => row.attempts))
  return { kind: 'later', at: now.getTime() + planRetry(attempts, recorded.wait_seconds) }
}

/** Throws if this process was stopped and another run has begun meanwhile. */
async function confirmAfterPause(parts: DeliverParts, run: DeliveryRun, since_ms: number): Promise<void> {
  if (performance.now() - since_ms > MAX_PAUSE_MS) await parts.postgres.asRole('worker', (tx) => run.hold(tx))
}

/**
 * Sends the pending deliveries of one provider, oldest first. Returns when to run again, or null when nothing is left. The queue
 * runs one such job at a time per provider, on any worker, so the order holds and nothing is sent twice. Throws when another worker
 * has taken over the job.
 */
export async function deliverToProvider(
  parts: DeliverParts,
  provider_id: number,
  run = new DeliveryRun(provider_id),
): Promise<number | null> {
  for (;;) {
    const since_ms = performance.now()
    const next = await prepareAttempt(parts, provider_id, run)
    if (next.kind === 'idle') return null
    if (next.kind === 'later') return next.at
    if (next.kind === 'again') continue
    await confirmAfterPause(parts, run, since_ms)
    const { provider, message, language, idempotency_key } = next.attempt
    const channel = findChannel(provider.type)
    const outcome = await inLanguage(channel.isTranslated ? language : 'en', () =>
      channel.send(provider.settings, message, parts.gateways, idempotency_key),
    )
    parts.onAttempt?.(provider.type, outcome.kind)
    const after = await recordOutcome(parts, next.attempt, { run, outcome })
    if (after.kind === 'later') return after.at
  }
}

import type { Language, ProviderType } from '@sitewatch/contract'
import type { Vault } from '../../identity/accounts/index.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { DeliveryOutcome, Gateways } from './channel.ts'
import { makeAcknowledgeUrl } from './acknowledge-link.ts'
import type { Alert, AlertFacts } from './message.ts'
import { planRetry } from '../../platform/retry.ts'
import { inLanguage } from '../../platform/text/index.ts'
import { type Pending, planDelivery, type Situation } from './plan.ts'
import { CHANNELS } from './registry.ts'
import { forgetRemoteAlerts, noteRemoteAlerts } from './remote-alerts.ts'
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

interface PendingRow extends Omit<Pending, 'created_at' | 'horizon_from'> {
  created_at: string
  horizon_from: string
  attempt_started_at: string | null
  possible_repeat: boolean
  incident_id: number | null
  expires_at: string | null
  domain: string | null
  p95_ms: number | null
  slow_ms: number | null
  monitor_id: number
  monitor_name: string
  monitor_url: string
  cause_kind: string
  cause_http_status: number | null
  cause_message: string
  started_at: string
  resolved_at: string | null
  resolution: string | null
  evidence: { status: number | null; headers: Record<string, string>; body: string } | null
  impact: { visitors_lost?: number } | null
  dependents_count: number
  suppressed_by: string | null
}

const MAX_CONCURRENT = 500

const readPending = (tx: RoleTx<'worker'>, provider_id: number): Promise<PendingRow[]> =>
  tx.query(sql<PendingRow>`
    select d.id, d.kind, d.incident_id, d.attempts, d.created_at, d.horizon_from, d.attempt_started_at, d.possible_repeat,
      d.monitor_id, m.friendly_name as monitor_name, m.url as monitor_url, coalesce(i.cause_kind, '') as cause_kind, i.cause_http_status,
      coalesce(i.cause_message, '') as cause_message, coalesce(i.started_at, d.created_at) as started_at, i.resolved_at, i.resolution,
      i.evidence, i.impact, n.expires_at, n.domain, n.p95_ms, n.slow_ms,
      case when d.kind in ('opened', 'reminder') then count_dependents(d.team_id, d.monitor_id) else 0 end as dependents_count,
      (select p.friendly_name from monitors p where p.team_id = i.team_id and p.id = i.suppressed_by_id) as suppressed_by
    from deliveries d left join incidents i on i.id = d.incident_id and i.team_id = d.team_id
      left join notices n on n.id = d.notice_id and n.team_id = d.team_id
      join monitors m on m.id = d.monitor_id and m.team_id = d.team_id
    where d.provider_id = ${provider_id} and d.status = 'pending'
    order by d.id limit ${MAX_CONCURRENT} for update of d`)

async function readSituation(
  tx: RoleTx<'worker'>,
  provider: OpenedProvider,
  { rows, now }: { rows: readonly PendingRow[]; now: number },
): Promise<Situation> {
  const is_sms = CHANNELS[provider.type].usesSmsBudget === true
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

const MAX_EVIDENCE_LENGTH = 300
const DAY_MS = 86_400_000

/** The status, the server's name and the start of the body; of what is not HTTP, the text or the facts. */
function describeEvidence({ status, headers, body }: NonNullable<PendingRow['evidence']>): string {
  const text = body.replaceAll(/\s+/g, ' ').trim()
  const facts = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (status === null) return (text || facts.join(', ')).slice(0, MAX_EVIDENCE_LENGTH)
  const server = headers['server'] === undefined ? '' : ` from ${headers['server']}`
  return `${status}${server}${text === '' ? '' : `: ${text}`}`.slice(0, MAX_EVIDENCE_LENGTH)
}

const describeExpiry = (expires_at: string, domain: string | null, now: number): AlertFacts['expiry'] => ({
  domain,
  expires_at,
  days_left: Math.max(0, Math.ceil((Date.parse(expires_at) - now) / DAY_MS)),
})

interface Situated {
  config: DeliverParts['config']
  provider: Pick<OpenedProvider, 'id' | 'team_id'>
  now: number
}

const ACKNOWLEDGED: readonly PendingRow['kind'][] = ['opened', 'reminder']

function describeAlert(row: PendingRow, { config, provider, now }: Situated): AlertFacts {
  const base_url = config.BASE_URL
  const end = row.resolved_at === null ? now : Date.parse(row.resolved_at)
  return {
    incident_id: row.incident_id,
    monitor_id: row.monitor_id,
    monitor_name: row.monitor_name,
    monitor_url: row.monitor_url,
    cause: { kind: row.cause_kind, http_status: row.cause_http_status, message: row.cause_message },
    started_at: row.started_at,
    resolved_at: row.resolved_at,
    duration_seconds: Math.max(0, Math.round((end - Date.parse(row.started_at)) / 1000)),
    resolution: row.resolution,
    evidence: row.evidence && describeEvidence(row.evidence),
    visitors_lost: row.impact?.visitors_lost ?? null,
    dependents_count: row.dependents_count,
    suppressed_by: row.suppressed_by,
    link:
      row.incident_id === null ? `${base_url}/monitors/${row.monitor_id}` : `${base_url}/incidents/${row.incident_id}`,
    acknowledge_url:
      row.incident_id !== null && ACKNOWLEDGED.includes(row.kind)
        ? makeAcknowledgeUrl(
            config,
            { team_id: provider.team_id, incident_id: row.incident_id, provider_id: provider.id },
            now,
          )
        : null,
    expiry: row.expires_at === null ? null : describeExpiry(row.expires_at, row.domain, now),
    slow: row.p95_ms === null || row.slow_ms === null ? null : { p95_ms: row.p95_ms, slow_ms: row.slow_ms },
  }
}

function describeMessage(rows: readonly PendingRow[], list: 'storm' | 'late' | null, situated: Situated): Alert {
  const possible_repeat = rows.some((row) => row.possible_repeat || row.attempt_started_at !== null)
  const entries = rows.map((row) => ({ kind: row.kind, alert: describeAlert(row, situated) }))
  const [only] = entries
  if (list !== null || !only)
    return {
      kind: 'list',
      why: list ?? 'late',
      entries,
      link: `${situated.config.BASE_URL}/incidents`,
      possible_repeat,
    }
  return { kind: only.kind, alert: only.alert, possible_repeat }
}

interface Attempt {
  provider: OpenedProvider
  ids: number[]
  attempts: number
  message: Alert
  /** Of the account. */
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

/** Decides what to send, and commits that an attempt starts before anything is sent. */
async function prepareAttempt(parts: DeliverParts, provider_id: number): Promise<Next> {
  const now = parts.clock.now().getTime()
  return parts.postgres.asRole('worker', async (tx): Promise<Next> => {
    const provider = await openProviderUnscoped(tx, parts.vault, provider_id)
    if (!provider) return { kind: 'idle' }
    const owner = await readOwner(tx, provider.team_id)
    // Deliveries of a suspended account wait; lifting the suspension adds the job again.
    if (owner.is_suspended) return { kind: 'idle' }
    const rows = await readPending(tx, provider_id)
    // Deliveries to an unconfirmed provider wait; the confirmation adds the job again.
    if (rows.length === 0 || !provider.is_confirmed) return { kind: 'idle' }
    const plan = planDelivery(await readSituation(tx, provider, { rows, now }))
    if (plan.kind === 'nothing') return { kind: 'idle' }
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
    await noteRemoteAlerts(tx, provider, message)
    const attempts = Math.max(...chosen.map((row) => row.attempts)) + 1
    const idempotency_key = `delivery-${plan.ids[0] ?? 0}-${plan.ids.at(-1) ?? 0}`
    const { usesSmsBudget } = CHANNELS[provider.type]
    const sms_send_id = usesSmsBudget ? await reserveSms(tx, provider.team_id, new Date(now)) : null
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
  const status = outcome.kind === 'sent' ? 'sent' : outcome.kind === 'permanent' ? 'failed' : 'pending'
  await parts.postgres.asRole('worker', async (tx) => {
    await tx.execute(sql`
      update deliveries set status = ${status}, last_error = ${reason}, attempt_started_at = null,
        sent_at = ${status === 'sent' ? now : null}
      where id = any(${ids}::bigint[])`)
    if (outcome.kind === 'sent') await forgetRemoteAlerts(tx, provider, message)
    else if (sms_send_id !== null) await releaseSms(tx, provider.team_id, sms_send_id)
    const noted = {
      kind: 'alert',
      outcome: reason === null ? 'sent' : 'failed',
      message: reason,
      at: now.toISOString(),
    }
    await tx.execute(sql`
      update providers set last_delivery = ${JSON.stringify(noted)}, retry_at = ${retry_at},
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

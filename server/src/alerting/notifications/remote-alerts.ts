import type { ProviderType } from '@sitewatch/contract'
import { type RoleTx, sql, type Tx, type UserTx } from '../../platform/postgres/index.ts'
import type { DeliveryOutcome, ProviderSettings, RemoteAlert } from './channel.ts'
import type { DeliverParts } from './deliver-parts.ts'
import { DeliveryRun } from './delivery-run.ts'
import { type Alert, entriesOf } from './message.ts'
import { planRetry } from '../../platform/retry.ts'
import { findChannel } from './registry.ts'
import { type OpenedProvider, openProviderUnscoped, openSecrets } from './store.ts'

/**
 * Some services, such as PagerDuty, keep an alert open until it is closed. Each open alert is recorded before it is opened there and
 * compared with what should be open, so that it is closed whatever ended its cause (paused, deleted, changed, unassigned, provider
 * deleted, a message given up), without a message to people.
 */
function findChanges(type: ProviderType, message: Alert): { opens: RemoteAlert[]; ends: RemoteAlert[] } {
  const describe = findChannel(type).remoteAlerts?.describeChanges
  const last = new Map<string, { alert: RemoteAlert; isOpen: boolean }>()
  for (const { opens, ends } of describe ? entriesOf(message).map(describe) : []) {
    for (const alert of ends) last.set(`${alert.subject} ${alert.subject_id}`, { alert, isOpen: false })
    for (const alert of opens) last.set(`${alert.subject} ${alert.subject_id}`, { alert, isOpen: true })
  }
  const changes = [...last.values()]
  const pick = (isOpen: boolean) => changes.filter((each) => each.isOpen === isOpen).map((each) => each.alert)
  return { opens: pick(true), ends: pick(false) }
}

async function insertAlerts(tx: Tx, provider: OpenedProvider, alerts: readonly RemoteAlert[]): Promise<void> {
  if (alerts.length === 0) return
  await tx.execute(sql`
    insert into remote_alerts (team_id, provider_id, provider_type, subject, subject_id)
    select ${provider.team_id}, ${provider.id}, ${provider.type}, subject, subject_id
    from unnest(${alerts.map((each) => each.subject)}::text[], ${alerts.map((each) => each.subject_id)}::bigint[])
      as opened (subject, subject_id)
    on conflict (provider_id, subject, subject_id) where settings is null do nothing`)
}

/** Runs in the transaction that starts the attempt, before the message is sent, so that the alert stays recorded if this process dies. */
export async function recordRemoteAlerts(
  tx: RoleTx<'worker'>,
  provider: OpenedProvider,
  message: Alert,
): Promise<void> {
  const { opens, ends } = findChanges(provider.type, message)
  // A service may accept only part of a list, so any alert that the list opens or closes may stay open.
  const both = message.kind === 'list' ? [...opens, ...ends] : opens
  await insertAlerts(tx, provider, both)
}

/** The service has accepted the message, and with it the end of these alerts. */
export async function deleteRemoteAlerts(
  tx: RoleTx<'worker'>,
  provider: OpenedProvider,
  message: Alert,
): Promise<void> {
  const { ends } = findChanges(provider.type, message)
  if (ends.length === 0) return
  await tx.execute(sql`
    delete from remote_alerts r
    using unnest(${ends.map((each) => each.subject)}::text[], ${ends.map((each) => each.subject_id)}::bigint[])
      as ended (subject, subject_id)
    where r.provider_id = ${provider.id} and r.settings is null
      and r.subject = ended.subject and r.subject_id = ended.subject_id`)
}

/** A failed test may have opened its alert without closing it. */
export async function recordOpenTest(tx: UserTx, provider: OpenedProvider): Promise<void> {
  if (findChannel(provider.type).remoteAlerts) await insertAlerts(tx, provider, [{ subject: 'test', subject_id: 0 }])
}

interface EndedRow extends RemoteAlert {
  id: number
  team_id: number
  provider_id: number
  provider_type: ProviderType
  settings: ProviderSettings | null
  secrets: Buffer | null
  attempts: number
}

type Ended = EndedRow & { channel_settings: ProviderSettings | null }

const BATCH_ROWS = 50
/** One week, with a quarter of an hour between attempts. */
const MAX_ATTEMPTS = 700

async function readEnded(
  { postgres, vault, clock }: DeliverParts,
  provider_id: number,
  run: DeliveryRun,
): Promise<Ended[]> {
  return postgres.asRole('worker', async (tx) => {
    const rows = await tx.query(sql<EndedRow>`
      select id, team_id, provider_id, provider_type, subject, subject_id, settings, secrets, attempts
      from list_ended_remote_alerts()
      where provider_id = ${provider_id} and (retry_at is null or retry_at <= ${clock.now()})
      order by id limit ${BATCH_ROWS}`)
    if (rows.length === 0) return []
    await run.hold(tx)
    const provider = await openProviderUnscoped(tx, vault, provider_id)
    const ended: Ended[] = []
    for (const row of rows) {
      const { settings, team_id, secrets } = row
      const kept = settings && { ...settings, ...(await openSecrets(tx, vault, { id: provider_id, team_id, secrets })) }
      ended.push({ ...row, channel_settings: kept ?? provider?.settings ?? null })
    }
    return ended
  })
}

/** When to try again; null when the alert is closed or given up. */
async function recordClosing(
  { postgres, clock }: DeliverParts,
  { id, attempts }: Ended,
  { run, outcome }: { run: DeliveryRun; outcome: DeliveryOutcome },
): Promise<number | null> {
  const isFinal = outcome.kind !== 'retry' || attempts + 1 >= MAX_ATTEMPTS
  const at = isFinal ? null : clock.now().getTime() + planRetry(attempts + 1, outcome.retry_after_seconds)
  await postgres.asRole('worker', async (tx) => {
    await run.hold(tx)
    await tx.execute(
      at === null
        ? sql`delete from remote_alerts where id = ${id} and attempts = ${attempts}`
        : sql`update remote_alerts set attempts = attempts + 1, retry_at = ${new Date(at)}
            where id = ${id} and attempts = ${attempts}`,
    )
  })
  return at
}

/** Closes the alerts of one provider that should no longer be open. Returns when to run again, or null. */
export async function closeRemoteAlerts(
  parts: DeliverParts,
  provider_id: number,
  run = new DeliveryRun(provider_id),
): Promise<number | null> {
  for (;;) {
    const ended = await readEnded(parts, provider_id, run)
    if (ended.length === 0) return null
    for (const each of ended) {
      const close = findChannel(each.provider_type).remoteAlerts?.close
      const outcome: DeliveryOutcome =
        close && each.channel_settings
          ? await close(each.channel_settings, each, parts.gateways)
          : { kind: 'permanent', reason: 'The provider was deleted.' }
      parts.onAttempt?.(each.provider_type, outcome.kind)
      const at = await recordClosing(parts, each, { run, outcome })
      if (at !== null) return at
    }
  }
}

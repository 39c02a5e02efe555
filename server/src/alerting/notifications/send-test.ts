import { type LastDelivery, type NewProvider, type ProviderType, SMS_BUDGET_TYPES } from '@sitewatch/contract'
import { problem } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import type { DeliveryOutcome, Gateways } from './channel.ts'
import { type ConfirmationConfig, makeConfirmUrl } from './confirmation.ts'
import { describeDestination, readPerson } from './fields.ts'
import { nameOf } from './record.ts'
import { findChannel } from './registry.ts'
import { recordOpenTest } from './remote-alerts.ts'
import { describeUsedUp, lockSmsBudget, releaseSms, reserveSms } from './sms-budget.ts'
import {
  awaitsConfirmation,
  confirmProvider,
  type OpenedProvider,
  openProvider,
  type ProviderParts,
  vetNew,
} from './store.ts'

export interface NotificationParts extends ProviderParts {
  config: ConfirmationConfig
  gateways: Gateways
}

type AsUser = <T>(fn: (tx: UserTx) => Promise<T>) => Promise<T>

/** A message to an unconfirmed recipient must contain the confirmation link, and only a stored provider has one. */
const ADD_FIRST =
  'The recipient must confirm first. Add the provider, then send the test: the message contains the confirmation link.'
const WAITING = 'Waiting for the recipient to confirm. The link is in the message.'

/** False once sign-up is closed: then a test that was sent confirms the provider. */
const mustConfirm = ({ config }: NotificationParts, provider: OpenedProvider): boolean =>
  !provider.is_confirmed && config.SITEWATCH_SIGNUP === 'open'

function findConfirmUrl(parts: NotificationParts, provider: OpenedProvider): string | undefined {
  const person = readPerson(provider.type, provider.settings)
  if (!person || !mustConfirm(parts, provider)) return undefined
  return makeConfirmUrl(parts.config, { team_id: provider.team_id, provider_id: provider.id, person })
}

async function recordOutcome(
  tx: UserTx,
  id: number,
  { outcome, needsConfirmation }: { outcome: DeliveryOutcome; needsConfirmation: boolean },
): Promise<void> {
  const sent = outcome.kind === 'sent'
  const lastDelivery: LastDelivery = {
    kind: 'test',
    outcome: sent ? 'sent' : 'failed',
    message: sent ? (needsConfirmation ? WAITING : null) : outcome.reason,
    at: new Date().toISOString(),
  }
  await tx.execute(sql`
    update providers set last_delivery = ${JSON.stringify(lastDelivery)},
      last_success_at = case when ${sent} then clock_timestamp() else last_success_at end
    where team_id = ${tx.team_id} and id = ${id}`)
  if (sent && !needsConfirmation) await confirmProvider(tx, id)
}

/** Sends for real and waits. No transaction is held meanwhile. */
export async function sendTest(parts: NotificationParts, asUser: AsUser, id: number): Promise<string> {
  const provider = await asUser((tx) => openProvider(tx, parts.vault, id))
  const confirm_url = findConfirmUrl(parts, provider)
  const message = {
    kind: 'test',
    provider_name: provider.name,
    ...(confirm_url !== undefined && { confirm_url }),
  } as const
  const channel = findChannel(provider.type)
  const outcome = await withinBudget(provider.type, asUser, () =>
    channel.send(provider.settings, message, parts.gateways),
  )
  await asUser(async (tx) => {
    await recordOutcome(tx, id, { outcome, needsConfirmation: confirm_url !== undefined })
    if (outcome.kind !== 'sent') await recordOpenTest(tx, provider)
  })
  return reportOutcome(outcome)
}

/** Like `sendTest`, for a provider that is not stored. */
export async function sendTestOfNew(parts: NotificationParts, asUser: AsUser, input: NewProvider): Promise<string> {
  const { provider_type, name, settings } = vetNew(parts, input)
  const channel = findChannel(provider_type)
  if (await asUser((tx) => awaitsConfirmation(tx, parts.config, provider_type, settings))) {
    throw problem('provider_test_failed', { detail: ADD_FIRST })
  }
  const provider_name = nameOf({ name, provider_type, target: describeDestination(provider_type, settings) })
  const send = () => channel.send(settings, { kind: 'test', provider_name }, parts.gateways)
  return reportOutcome(await withinBudget(provider_type, asUser, send))
}

/** A test SMS counts against the daily limit as well, because it costs the same. */
async function withinBudget(
  provider_type: ProviderType,
  asUser: AsUser,
  send: () => Promise<DeliveryOutcome>,
): Promise<DeliveryOutcome> {
  if (!SMS_BUDGET_TYPES.includes(provider_type)) return send()
  const reserved = await asUser(async (tx) => {
    const now = new Date()
    const { used, per_day } = await lockSmsBudget(tx, tx.team_id, now)
    return used < per_day ? { id: await reserveSms(tx, tx.team_id, now) } : { id: null, per_day }
  })
  if (reserved.id === null) return { kind: 'permanent', reason: describeUsedUp(reserved.per_day) }
  const { id } = reserved
  const outcome = await send()
  if (outcome.kind !== 'sent') await asUser((tx) => releaseSms(tx, tx.team_id, id))
  return outcome
}

function reportOutcome(outcome: DeliveryOutcome): string {
  if (outcome.kind === 'sent') return 'Test notification sent.'
  const refused = outcome.kind === 'permanent' && outcome.refused === true
  throw problem(refused ? 'target_not_allowed' : 'provider_test_failed', {
    detail: refused ? 'Sitewatch does not connect to this address.' : outcome.reason,
  })
}

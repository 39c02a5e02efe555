import { isDeepStrictEqual } from 'node:util'
import {
  type ListOf,
  type NewProvider,
  type Provider,
  type ProviderChanges,
  type ProviderType,
  type QuietHours,
} from '@sitewatch/contract'
import { checkQuota, readDataKey, type Vault } from '../../identity/accounts/index.ts'
import type { Config } from '../../config.ts'
import { invalid, notFound } from '../../http/problem.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { isMasked } from '../../platform/mask.ts'
import { emptySql, type RoleTx, sql, type Tx, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { open, seal } from '../../platform/secrets.ts'
import type { ProviderSettings } from './channel.ts'
import { type AccountAddress, hasOtherPerson, needsConfirmation } from './confirmation.ts'
import { listSecretFields, readPerson } from './fields.ts'
import { saveQuietHours, vetQuietHours } from './quiet-settings.ts'
import { nameOf, PROVIDER_COLUMNS, type ProviderRow, splitSecrets, toProvider } from './record.ts'
import { changeSettings, vetUrls } from './settings.ts'

export interface ProviderParts {
  vault: Vault
  egress: Egress
  quota: number | undefined
  config: Pick<Config, 'SITEWATCH_SIGNUP'>
}

const bindingOf = (id: number): string => `providers.secrets/${id}`

async function sealSecrets(tx: UserTx, vault: Vault, id: number, secret: ProviderSettings): Promise<Buffer | null> {
  if (Object.keys(secret).length === 0) return null
  return seal(await readDataKey(tx, vault, tx.team_id), JSON.stringify(secret), bindingOf(id))
}

export async function awaitsConfirmation(
  tx: UserTx,
  config: ProviderParts['config'],
  type: ProviderType,
  settings: ProviderSettings,
): Promise<boolean> {
  if (config.SITEWATCH_SIGNUP !== 'open' || readPerson(type, settings) === null) return false
  const account = await tx.one(sql<AccountAddress>`
    select email, email_verified_at is not null as is_verified from users where id = ${tx.user_id}`)
  return needsConfirmation(config, { type, settings, account })
}

interface VettedProvider {
  provider_type: ProviderType
  name: string | null
  is_default: boolean
  quiet_hours: QuietHours | null
  settings: ProviderSettings
}

/** Throws if it cannot be stored. Does not check quotas. */
export function vetNew({ egress }: Pick<ProviderParts, 'egress'>, input: NewProvider): VettedProvider {
  const { provider_type, name = null, is_default = false, quiet_hours = null, ...given } = input
  const settings = given as ProviderSettings
  const masked = listSecretFields(provider_type).find((field) => isMasked(settings[field] ?? ''))
  if (masked !== undefined) throw invalid(masked, 'invalid_format', `${masked} is masked. Send the full value.`)
  vetUrls(egress, provider_type, { settings })
  return { provider_type, name, is_default, quiet_hours: vetQuietHours(quiet_hours), settings }
}

export async function insertProvider(tx: UserTx, parts: ProviderParts, input: NewProvider): Promise<Provider> {
  const { provider_type, name, is_default, quiet_hours, settings } = vetNew(parts, input)
  await checkQuota(tx, 'providers', parts.quota)
  const { shown, secret } = splitSecrets(provider_type, settings)
  // The id comes first, because the encrypted secrets are bound to it.
  const { id } = await tx.one(sql<{ id: number }>`select nextval('providers_id_seq') as id`)
  const sealed = await sealSecrets(tx, parts.vault, id, secret)
  const isUnconfirmed = await awaitsConfirmation(tx, parts.config, provider_type, settings)
  const row = await tx.one(sql<ProviderRow>`
    insert into providers (id, team_id, provider_type, name, is_default, quiet_hours, settings, secrets, confirmed_at)
    overriding system value
    values (${id}, ${tx.team_id}, ${provider_type}, ${name}, ${is_default}, ${quiet_hours && JSON.stringify(quiet_hours)},
      ${JSON.stringify(shown)}, ${sealed}, ${isUnconfirmed ? null : new Date()})
    returning ${PROVIDER_COLUMNS}`)
  return toProvider(row)
}

export async function listProviders(tx: UserTx, page: number, page_size: number): Promise<ListOf<Provider>> {
  const { rows, total } = await listPage(tx, {
    select: sql<ProviderRow>`select ${PROVIDER_COLUMNS}`,
    from: sql`from providers where team_id = ${tx.team_id}`,
    order_by: sql`id desc`,
    page,
    page_size,
  })
  return { rows: rows.map(toProvider), total }
}

export async function readProvider(tx: UserTx, id: number): Promise<Provider> {
  const row = await tx.maybe(sql<ProviderRow>`
    select ${PROVIDER_COLUMNS} from providers where team_id = ${tx.team_id} and id = ${id}`)
  if (!row) throw notFound()
  return toProvider(row)
}

/** A provider with everything that sending needs. */
export interface OpenedProvider {
  id: number
  team_id: number
  type: ProviderType
  name: string
  target: string
  /** With decrypted secrets: for sending, never for a response. */
  settings: ProviderSettings
  /** False until the recipient confirms; only tests are sent before that. */
  is_confirmed: boolean
  quiet_hours: QuietHours | null
  /** Epoch milliseconds: the Retry-After that the provider's service sent. */
  retry_at: number | null
}

const toOpened = (row: ProviderRow, secret: ProviderSettings): OpenedProvider => ({
  id: row.id,
  team_id: row.team_id,
  type: row.provider_type,
  name: nameOf(row),
  target: row.target,
  settings: { ...row.settings, ...secret },
  is_confirmed: row.confirmed_at !== null,
  quiet_hours: row.quiet_hours,
  retry_at: row.retry_at === null ? null : Date.parse(row.retry_at),
})

type SealedRow = ProviderRow & { secrets: Buffer | null }

export async function openSecrets(
  tx: Tx,
  vault: Vault,
  { id, team_id, secrets }: Pick<SealedRow, 'id' | 'team_id' | 'secrets'>,
): Promise<ProviderSettings> {
  if (!secrets) return {}
  const plain = open(await readDataKey(tx, vault, team_id), secrets, bindingOf(id))
  if (!plain) throw new Error(`the secrets of provider ${id} do not open`)
  return JSON.parse(plain.toString()) as ProviderSettings
}

type Lock = 'for update' | ''

async function findSealed(tx: UserTx, id: number, lock: Lock): Promise<SealedRow> {
  const row = await tx.maybe(sql<SealedRow>`
    select ${PROVIDER_COLUMNS}, secrets from providers where team_id = ${tx.team_id} and id = ${id}
    ${lock === '' ? emptySql : sql`for no key update`}`)
  if (!row) throw notFound()
  return row
}

export async function openProvider(tx: UserTx, vault: Vault, id: number, lock: Lock = ''): Promise<OpenedProvider> {
  const row = await findSealed(tx, id, lock)
  return toOpened(row, await openSecrets(tx, vault, row))
}

/** Like `openProvider`, but the secrets stay encrypted. */
export const openShown = async (tx: UserTx, id: number, lock: Lock = ''): Promise<OpenedProvider> =>
  toOpened(await findSealed(tx, id, lock), {})

/** For the worker, which sends for all teams. */
export async function openProviderUnscoped(
  tx: RoleTx<'worker'>,
  vault: Vault,
  id: number,
): Promise<OpenedProvider | undefined> {
  const row = await tx.maybe(sql<SealedRow>`select ${PROVIDER_COLUMNS}, secrets from providers where id = ${id}`)
  return row && toOpened(row, await openSecrets(tx, vault, row))
}

/** Writes only what differs: encrypting the same secret again would look like a change. */
async function saveSettings(
  tx: UserTx,
  parts: ProviderParts,
  {
    id,
    type,
    before,
    settings,
  }: { id: number; type: ProviderType; before: ProviderSettings; settings: ProviderSettings },
): Promise<void> {
  if (isDeepStrictEqual(before, settings)) return
  const { shown, secret } = splitSecrets(type, settings)
  const sealed = await sealSecrets(tx, parts.vault, id, secret)
  await tx.execute(sql`
    update providers set settings = ${JSON.stringify(shown)}, secrets = ${sealed}, retry_at = null
    where team_id = ${tx.team_id} and id = ${id}`)
  if (!hasOtherPerson(type, before, settings)) return
  if (!(await awaitsConfirmation(tx, parts.config, type, settings))) return confirmProvider(tx, id)
  await tx.execute(sql`update providers set confirmed_at = null where team_id = ${tx.team_id} and id = ${id}`)
}

/** From now on alerts are sent there, starting with the pending ones. */
export async function confirmProvider(tx: UserTx, id: number): Promise<void> {
  await tx.query(sql`select confirm_provider(${id})`)
}

export async function updateProvider(
  tx: UserTx,
  parts: ProviderParts,
  { id, changes }: { id: number; changes: ProviderChanges },
): Promise<Provider> {
  const provider = await openProvider(tx, parts.vault, id, 'for update')
  const { type, settings: before } = provider
  const { name, is_default, quiet_hours, ...given } = changes
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as ProviderSettings
  const settings = changeSettings(parts.egress, type, { before, sent })
  if (name !== undefined) {
    await tx.execute(sql`update providers set name = ${name} where team_id = ${tx.team_id} and id = ${id}`)
  }
  if (is_default !== undefined) {
    await tx.execute(sql`update providers set is_default = ${is_default} where team_id = ${tx.team_id} and id = ${id}`)
  }
  if (quiet_hours !== undefined) await saveQuietHours(tx, id, vetQuietHours(quiet_hours))
  await saveSettings(tx, parts, { id, type, before, settings })
  return readProvider(tx, id)
}

export async function deleteProvider(
  tx: UserTx,
  id: number,
): Promise<{ id: number; unassigned_monitor_ids: number[] }> {
  // Locked first: a concurrent assignment waits, and then finds the provider deleted.
  if (!(await lockProvider(tx, id))) throw notFound()
  const unassigned = await tx.query(sql<{ monitor_id: number }>`
    delete from assignments where team_id = ${tx.team_id} and provider_id = ${id} returning monitor_id`)
  await tx.execute(sql`delete from providers where team_id = ${tx.team_id} and id = ${id}`)
  const withoutProvider = await tx.query(sql<{ monitor_id: number }>`
    select monitor_id from unnest(${unassigned.map((row) => row.monitor_id)}::bigint[]) as told (monitor_id)
    where not exists (select 1 from assignments a where a.team_id = ${tx.team_id} and a.monitor_id = told.monitor_id)
    order by monitor_id`)
  return { id, unassigned_monitor_ids: withoutProvider.map((row) => row.monitor_id) }
}

export async function lockProvider(tx: UserTx, id: number): Promise<Provider | undefined> {
  const row = await tx.maybe(sql<ProviderRow>`
    select ${PROVIDER_COLUMNS} from providers where team_id = ${tx.team_id} and id = ${id} for no key update`)
  return row && toProvider(row)
}

import type { LastDelivery, Provider, ProviderType, QuietHours } from '@sitewatch/contract'
import { maskSecret } from '../../platform/mask.ts'
import { sql } from '../../platform/postgres/index.ts'
import type { ProviderSettings } from './channel.ts'
import { describeDestination, isSecretField, listFields } from './fields.ts'

/** `settings` holds what may be shown: secrets are masked. */
export interface ProviderRow {
  id: number
  team_id: number
  provider_type: ProviderType
  name: string | null
  settings: ProviderSettings
  target: string
  is_default: boolean
  quiet_hours: QuietHours | null
  confirmed_at: string | null
  retry_at: string | null
  last_delivery: Provider['last_delivery']
  created_at: string
  updated_at: string
}

export const PROVIDER_COLUMNS = sql`id, team_id, provider_type, name, settings - '$target' as settings,
  settings ->> '$target' as target, is_default, quiet_hours, confirmed_at, retry_at, last_delivery, created_at, updated_at`

export function toProvider(row: ProviderRow): Provider {
  const { id, provider_type, settings, is_default, created_at, updated_at } = row
  const shown = Object.fromEntries(listFields(provider_type).map((field) => [field, settings[field] ?? null]))
  const head = { object: 'provider', id, provider_type, name: nameOf(row) }
  const last_delivery = row.last_delivery && orderDelivery(row.last_delivery)
  const quiet_hours = row.quiet_hours && orderQuietHours(row.quiet_hours)
  return { ...head, ...shown, is_default, quiet_hours, last_delivery, created_at, updated_at } as Provider
}

/** jsonb does not keep the order of keys. */
const orderDelivery = ({ kind, outcome, message, at }: LastDelivery): LastDelivery => ({ kind, outcome, message, at })

const orderQuietHours = ({ timezone, ranges, break_through }: QuietHours): QuietHours => ({
  timezone,
  ranges: ranges.map(({ weekdays, from, to }) => ({ weekdays, from, to })),
  break_through: { escalations: break_through.escalations, tags: break_through.tags },
})

export const nameOf = ({
  name,
  provider_type,
  target,
}: Pick<ProviderRow, 'name' | 'provider_type' | 'target'>): string => name ?? `${provider_type} ${target}`

/** Splits settings into those stored in plain text, with masks for secrets, and the secrets, which are stored encrypted. */
export function splitSecrets(
  type: ProviderType,
  settings: ProviderSettings,
): { shown: ProviderSettings; secret: ProviderSettings } {
  const shown: ProviderSettings = { $target: describeDestination(type, settings) }
  const secret: ProviderSettings = {}
  for (const [field, value] of Object.entries(settings)) {
    const hidden = isSecretField(type, field) && value !== null
    shown[field] = hidden ? maskSecret(value) : value
    if (hidden) secret[field] = value
  }
  return { shown, secret }
}

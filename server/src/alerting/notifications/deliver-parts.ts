import type { ProviderType } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import type { Vault } from '../../identity/accounts/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import type { DeliveryOutcome, Gateways } from './channel.ts'

export interface DeliverParts {
  config: Pick<Config, 'BASE_URL' | 'SITEWATCH_SECRET'>
  postgres: Postgres
  vault: Vault
  gateways: Gateways
  clock: Clock
  onAttempt?: (provider_type: ProviderType, outcome: DeliveryOutcome['kind']) => void
}

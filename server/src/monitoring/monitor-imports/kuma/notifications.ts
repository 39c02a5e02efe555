import type { MonitorImportProvider, ProviderType } from '@sitewatch/contract'
import { type Fields, isFields, parseJson, textOf } from '../entry.ts'

/** Our provider types, by the name of the type in Uptime Kuma. */
const PROVIDER_TYPES: Readonly<Record<string, ProviderType>> = {
  apprise: 'apprise',
  discord: 'discord',
  googlechat: 'google_chat',
  matrix: 'matrix',
  mattermost: 'mattermost',
  ntfy: 'ntfy',
  opsgenie: 'opsgenie',
  pagerduty: 'pagerduty',
  pushover: 'pushover',
  slack: 'slack',
  smtp: 'email',
  teams: 'teams',
  telegram: 'telegram',
  webhook: 'webhook',
  webpush: 'web_push',
}

/** Its token or address is a secret and is not imported. The rest is what a person needs to add it again. */
export function describeNotification({ name, config }: Fields, monitor_count: number): MonitorImportProvider {
  const settings = typeof config === 'string' ? parseJson(config) : config
  const source_type = isFields(settings) ? textOf(settings['type']) : ''
  const key = source_type.toLowerCase()
  const provider_type = Object.hasOwn(PROVIDER_TYPES, key) ? (PROVIDER_TYPES[key] ?? null) : null
  return {
    name: textOf(name),
    source_type,
    provider_type,
    monitor_count,
    note:
      provider_type === null
        ? 'Not created: there is no such provider. Use a webhook or Apprise instead.'
        : 'Not created, because its secrets are not imported. Add the provider with its secret, then assign it.',
  }
}

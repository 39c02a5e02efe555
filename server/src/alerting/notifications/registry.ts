import type { ProviderType } from '@sitewatch/contract'
import type { Channel, Gateways } from './channel.ts'
import * as channels from './channels/index.ts'

export const CHANNELS: Readonly<Record<ProviderType, Channel>> = channels

/** Provider types that cannot send, with the operator settings that are missing. */
export const listUnavailableTypes = (config: Gateways['config']) =>
  (Object.entries(CHANNELS) as [ProviderType, Channel][])
    .map(([provider_type, { needs = [] }]) => ({
      provider_type,
      missing_settings: needs.filter((name) => config[name] === undefined) as string[],
    }))
    .filter(({ missing_settings }) => missing_settings.length > 0)

import type { ProviderType } from '@sitewatch/contract'
import type { Channel, DeliveryOutcome, Gateways } from './channel.ts'
import * as channels from './channels/index.ts'

export const CHANNELS: Readonly<Record<ProviderType, Channel>> = channels

/** A newer release may have stored providers of a type that is unknown here. Its processes send the messages, and close what is open. */
function createUnknown(type: string): Channel {
  const reason = `This version of Sitewatch does not know the provider type ${type}.`
  const refuse = (): Promise<DeliveryOutcome> => Promise.resolve({ kind: 'retry', reason })
  return { send: refuse, remoteAlerts: { describeChanges: () => ({ opens: [], ends: [] }), close: refuse } }
}

export const findChannel = (type: ProviderType): Channel =>
  Object.hasOwn(CHANNELS, type) ? CHANNELS[type] : createUnknown(type)

/** Provider types that cannot send, with the operator settings that are missing. */
export const listUnavailableTypes = (config: Gateways['config']) =>
  (Object.entries(CHANNELS) as [ProviderType, Channel][])
    .map(([provider_type, { needs = [] }]) => ({
      provider_type,
      missing_settings: needs.filter((name) => config[name] === undefined) as string[],
    }))
    .filter(({ missing_settings }) => missing_settings.length > 0)

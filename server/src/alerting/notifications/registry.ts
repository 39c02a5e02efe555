import type { ProviderType } from '@sitewatch/contract'
import type { Channel, Gateways } from './channel.ts'
import { discord } from './channels/discord.ts'
import { email } from './channels/email.ts'
import { pagerduty } from './channels/pagerduty.ts'
import { slack } from './channels/slack.ts'
import { sms } from './channels/sms.ts'
import { telegram } from './channels/telegram.ts'
import { webhook } from './channels/webhook.ts'

export const CHANNELS: Record<ProviderType, Channel> = { email, slack, telegram, sms, webhook, discord, pagerduty }

/** The types that nothing can be sent through, with the settings that the operator has not made. */
export const listUnavailableTypes = (config: Gateways['config']) =>
  Object.values(CHANNELS)
    .map(({ type, needs = [] }) => ({
      provider_type: type,
      missing_settings: needs.filter((name) => config[name] === undefined) as string[],
    }))
    .filter(({ missing_settings }) => missing_settings.length > 0)

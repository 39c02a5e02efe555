import type { ProviderType } from '@sitewatch/contract'
import type { Channel } from './channel.ts'
import { discord } from './channels/discord.ts'
import { email } from './channels/email.ts'
import { pagerduty } from './channels/pagerduty.ts'
import { slack } from './channels/slack.ts'
import { sms } from './channels/sms.ts'
import { telegram } from './channels/telegram.ts'
import { webhook } from './channels/webhook.ts'

export const CHANNELS: Record<ProviderType, Channel> = { email, slack, telegram, sms, webhook, discord, pagerduty }

import type { ProviderType } from '@sitewatch/contract'
import type { Channel } from './channel.ts'
import { email } from './channels/email.ts'
import { slack } from './channels/slack.ts'
import { sms } from './channels/sms.ts'
import { telegram } from './channels/telegram.ts'

export const CHANNELS: Record<ProviderType, Channel> = { email, slack, telegram, sms }

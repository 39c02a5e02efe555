import { z } from 'zod'
import { defineProvider, secretText } from './definition.ts'

const ChatId = z
  .union([z.string().trim(), z.int()], { error: 'must be a string or an integer' })
  .transform(String)
  .refine((text) => /^(-?\d{1,20}|@[A-Za-z]\w{2,63})$/.test(text), { error: 'must be a chat id or an @name' })

export const telegram = defineProvider({
  provider_type: 'telegram',
  label: 'Telegram',
  description: 'Sends from your own bot to any chat.',
  destination: 'chat_id',
  fields: {
    chat_id: {
      schema: ChatId,
      label: 'Chat ID',
      hint: 'Such as -1001234567890, or the @name of a public channel. Add the bot to the chat first.',
    },
    token: {
      schema: secretText(200, /^\d+:\S+$/, 'must look like 123456:ABC…'),
      label: 'Bot token',
      hint: 'Send /newbot to @BotFather to get one: 123456:ABC…',
      secret: true,
    },
  },
})

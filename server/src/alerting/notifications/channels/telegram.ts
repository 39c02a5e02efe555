import { requestTrusted } from '../../../platform/egress/trusted.ts'
import { judgeAnswer, parseJson } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composeTelegram } from '../compose/telegram.ts'
import { composeTestTelegram } from '../compose/test-message.ts'

interface TelegramAnswer {
  ok?: unknown
  parameters?: { retry_after?: unknown }
}

const readAnswer = (body: string): TelegramAnswer => parseJson(body) ?? {}

function readRetryAfter(body: string): number | undefined {
  const seconds = readAnswer(body).parameters?.retry_after
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, 86_400) : undefined
}

export const telegram: Channel = {
  type: 'telegram',
  secretFields: ['token'],
  describeTarget: ({ chat_id }) => `…${(chat_id ?? '').slice(-4)}`,
  async send({ chat_id, token }, message, { config }) {
    // No parse_mode: Telegram then interprets nothing.
    const text = message.kind === 'test' ? composeTestTelegram(message) : composeTelegram(message)
    const [bot = '', secret = ''] = (token ?? '').split(/:(.*)/s)
    // A user wrote the token: encoded, it cannot leave its place in the path.
    const path = `/bot${encodeURIComponent(bot)}:${encodeURIComponent(secret)}/sendMessage`
    const result = await requestTrusted(config.SITEWATCH_TELEGRAM_API + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ chat_id, text, link_preview_options: { is_disabled: true } }),
      timeout_ms: 15_000,
    })
    const secrets = [token, encodeURIComponent(secret)]
    const outcome = judgeAnswer(result, {
      far: 'Telegram',
      secrets,
      isAccepted: (body) => readAnswer(body).ok === true,
    })
    const retry_after_seconds = result.ok ? readRetryAfter(result.body.toString('utf8')) : undefined
    return outcome.kind === 'retry' && retry_after_seconds !== undefined ? { ...outcome, retry_after_seconds } : outcome
  },
}

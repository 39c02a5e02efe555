import { requestTrusted } from '../../../platform/egress/trusted.ts'
import { judgeAnswer, parseJson } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composePlainText } from '../compose/plain-text.ts'
import { JSON_TYPE, TIMEOUT_MS } from '../post.ts'

const MAX_LENGTH = 4096

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
  async send({ chat_id, token }, message, { config }) {
    // Without parse_mode Telegram interprets nothing.
    const text = composePlainText(message, MAX_LENGTH)
    const [bot = '', secret = ''] = (token ?? '').split(/:(.*)/s)
    // The token comes from a user: encoded, it cannot change the path.
    const path = `/bot${encodeURIComponent(bot)}:${encodeURIComponent(secret)}/sendMessage`
    const result = await requestTrusted(config.SITEWATCH_TELEGRAM_API + path, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ chat_id, text, link_preview_options: { is_disabled: true } }),
      timeout_ms: TIMEOUT_MS,
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

import { requestTrusted } from '../../../platform/egress/trusted.ts'
import { judgeAnswer, parseJson } from '../answer.ts'
import type { Channel, DeliveryOutcome } from '../channel.ts'
import { composeLinkButtons, type LinkButton, sendWithButtons } from '../compose/link-buttons.ts'
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

const describeButtons = (buttons: readonly LinkButton[]) =>
  buttons.length > 0 && { reply_markup: { inline_keyboard: [buttons.map(({ text, url }) => ({ text, url }))] } }

async function sendMessage(api: string, token: string, message: object): Promise<DeliveryOutcome> {
  const [bot = '', secret = ''] = token.split(/:(.*)/s)
  // The token comes from a user: encoded, it cannot change the path.
  const path = `/bot${encodeURIComponent(bot)}:${encodeURIComponent(secret)}/sendMessage`
  const result = await requestTrusted(api + path, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(message),
    timeout_ms: TIMEOUT_MS,
  })
  const outcome = judgeAnswer(result, {
    recipient: 'Telegram',
    secrets: [token, encodeURIComponent(secret)],
    isAccepted: (body) => readAnswer(body).ok === true,
  })
  const retry_after_seconds = result.ok ? readRetryAfter(result.body.toString('utf8')) : undefined
  return outcome.kind === 'retry' && retry_after_seconds !== undefined ? { ...outcome, retry_after_seconds } : outcome
}

export const telegram: Channel = {
  send({ chat_id, token }, message, { config }) {
    // Without parse_mode Telegram interprets nothing.
    const text = composePlainText(message, MAX_LENGTH)
    const base = { chat_id, text, link_preview_options: { is_disabled: true } }
    return sendWithButtons(composeLinkButtons(message), (buttons) =>
      sendMessage(config.SITEWATCH_TELEGRAM_API, token ?? '', { ...base, ...describeButtons(buttons) }),
    )
  },
}

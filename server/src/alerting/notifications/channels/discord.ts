import { maskSecret } from '../../../platform/mask.ts'
import { judgeAnswer } from '../answer.ts'
import { type Channel } from '../channel.ts'
import { composeTelegram } from '../compose/telegram.ts'
import { composeTestTelegram } from '../compose/test-message.ts'
import { secretsOfUrl } from '../../../platform/redact.ts'

const MAX_LENGTH = 2000

/** Discord reads Markdown everywhere: what could begin any is escaped, so a name stays a name. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, (character) => `\\${character}`)

/** The link alone stays as it is, or it would be no link. */
function composeDiscord(text: string): string {
  const lines = text.split('\n')
  const last = lines.at(-1) ?? ''
  const isLink = /^https?:\/\/\S+$/.test(last)
  const head = escapeMarkdown((isLink ? lines.slice(0, -1) : lines).join('\n'))
  const tail = isLink ? `\n<${last}>` : ''
  const room = MAX_LENGTH - tail.length
  return (head.length <= room ? head : `${head.slice(0, room - 2).replace(/\\$/, '')}…`) + tail
}

export const discord: Channel = {
  type: 'discord',
  secretFields: ['webhook_url'],
  urlField: 'webhook_url',
  describeTarget: ({ webhook_url }) => maskSecret(webhook_url ?? ''),
  async send({ webhook_url }, message, { egress }) {
    const text = message.kind === 'test' ? composeTestTelegram(message) : composeTelegram(message)
    const result = await egress.request({
      url: webhook_url ?? '',
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ content: composeDiscord(text), allowed_mentions: { parse: [] }, flags: 4 }),
      timeout_ms: 15_000,
      follow_redirects: 0,
      verify_tls: true,
    })
    return judgeAnswer(result, { far: 'Discord', secrets: secretsOfUrl(webhook_url ?? '') })
  },
}

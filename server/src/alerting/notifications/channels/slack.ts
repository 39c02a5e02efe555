import { maskSecret } from '../../../platform/mask.ts'
import { judgeAnswer } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composeSlack } from '../compose/slack.ts'
import { composeTestSlack } from '../compose/test-message.ts'
import { secretsOfUrl } from '../../../platform/redact.ts'

export const slack: Channel = {
  type: 'slack',
  secretFields: ['webhook_url'],
  urlField: 'webhook_url',
  describeTarget: ({ webhook_url }) => maskSecret(webhook_url ?? ''),
  async send({ webhook_url, channel, username }, message, { egress }) {
    const content = message.kind === 'test' ? composeTestSlack(message) : composeSlack(message)
    const options = { ...(channel && { channel }), ...(username && { username }) }
    const result = await egress.request({
      url: webhook_url ?? '',
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ ...content, unfurl_links: false, unfurl_media: false, ...options }),
      timeout_ms: 15_000,
      follow_redirects: 0,
      verify_tls: true,
    })
    return judgeAnswer(result, { far: 'Slack', secrets: secretsOfUrl(webhook_url ?? '') })
  },
}

import type { Channel } from '../channel.ts'
import { composeSlackBlocks } from '../compose/slack-blocks.ts'
import { postJson } from '../post.ts'

export const slack: Channel = {
  send({ webhook_url, channel, username }, message, gateways) {
    const options = { ...(channel && { channel }), ...(username && { username }) }
    const body = { ...composeSlackBlocks(message), unfurl_links: false, unfurl_media: false, ...options }
    return postJson(gateways, { url: webhook_url, body, recipient: 'Slack' })
  },
}

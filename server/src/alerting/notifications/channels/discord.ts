import type { Channel } from '../channel.ts'
import { composeLinkButtons, type LinkButton, sendWithButtons } from '../compose/link-buttons.ts'
import { composeMarkdown } from '../compose/markdown.ts'
import { postJson } from '../post.ts'

const MAX_LENGTH = 2000
const MAX_BUTTON_URL_LENGTH = 512
const SUPPRESS_EMBEDS = 4
const ACTION_ROW = 1
const BUTTON = { type: 2, style: 5 }

const describeButtons = (buttons: readonly LinkButton[]): object[] => [
  { type: ACTION_ROW, components: buttons.map(({ text, url }) => ({ ...BUTTON, label: text, url })) },
]

/** Without the parameter Discord ignores the buttons of a webhook that no application owns. */
function addComponents(webhook_url: string): string {
  const url = new URL(webhook_url)
  url.searchParams.set('with_components', 'true')
  return url.href
}

export const discord: Channel = {
  send({ webhook_url }, message, gateways) {
    const buttons = composeLinkButtons(message).filter(({ url }) => url.length <= MAX_BUTTON_URL_LENGTH)
    const content = composeMarkdown(message, MAX_LENGTH)
    return sendWithButtons(buttons, (shown) =>
      postJson(gateways, {
        url: shown.length > 0 ? addComponents(webhook_url ?? '') : webhook_url,
        body: {
          content,
          ...(shown.length > 0 && { components: describeButtons(shown) }),
          allowed_mentions: { parse: [] },
          flags: SUPPRESS_EMBEDS,
        },
        recipient: 'Discord',
      }),
    )
  },
}

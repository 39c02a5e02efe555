import { t } from '../../../platform/text/index.ts'
import type { DeliveryOutcome } from '../channel.ts'
import type { Message } from '../message.ts'
import { ACKNOWLEDGE, acknowledgeUrlOf, linkOf, linkTextOf } from './words.ts'

export interface LinkButton {
  text: string
  url: string
}

/** Services reject a message with a button that links to a host without a dot, such as localhost. */
const isAccepted = (url: string): boolean => new URL(url).hostname.includes('.')

/** Buttons below the text, or none if the service would reject them. The text has the same links. */
export function composeLinkButtons(message: Message): LinkButton[] {
  if (message.kind === 'test') return []
  const acknowledge_url = acknowledgeUrlOf(message)
  const buttons = [
    ...(acknowledge_url === null ? [] : [{ text: t(ACKNOWLEDGE), url: acknowledge_url }]),
    { text: linkTextOf(message), url: linkOf(message) },
  ]
  return buttons.every(({ url }) => isAccepted(url)) ? buttons : []
}

/** If the service rejects a button after all, the alert is sent again without buttons. */
export async function sendWithButtons(
  buttons: readonly LinkButton[],
  send: (buttons: readonly LinkButton[]) => Promise<DeliveryOutcome>,
): Promise<DeliveryOutcome> {
  const outcome = await send(buttons)
  const isRefused = outcome.kind === 'permanent' && / returned 400\b/.test(outcome.reason)
  return isRefused && buttons.length > 0 ? send([]) : outcome
}

import { sendMail } from '../../../platform/mail/send.ts'
import type { Channel } from '../channel.ts'
import { composeEmail } from '../compose/email.ts'
import { composeTestMail } from '../compose/test-message.ts'

const maskAddress = (address: string): string => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`

export const email: Channel = {
  type: 'email',
  secretFields: [],
  needs: ['SMTP_URL'],
  personField: 'recipient_email',
  describeTarget: ({ recipient_email }) => maskAddress(recipient_email ?? ''),
  async send({ recipient_email }, message, gateways, repeat_key) {
    const mail = message.kind === 'test' ? composeTestMail(message) : composeEmail(message)
    const message_id = repeat_key && `<${repeat_key}@${new URL(gateways.config.BASE_URL).hostname}>`
    return sendMail(gateways, { to: recipient_email ?? '', ...mail, ...(message_id && { message_id }) })
  },
}

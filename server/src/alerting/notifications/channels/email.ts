import { sendMail } from '../../../platform/mail/send.ts'
import type { Channel } from '../channel.ts'
import { composeMail } from '../compose/html-mail.ts'

export const email: Channel = {
  needs: ['SMTP_URL'],
  isTranslated: true,
  async send({ recipient_email }, message, gateways, repeat_key) {
    const mail = composeMail(message)
    const message_id = repeat_key && `<${repeat_key}@${new URL(gateways.config.BASE_URL).hostname}>`
    return sendMail(gateways, { to: recipient_email ?? '', ...mail, ...(message_id && { message_id }) })
  },
}

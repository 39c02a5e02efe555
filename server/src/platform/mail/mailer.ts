import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '../../config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  message_id?: string
  headers?: Record<string, string>
  /** Pictures that the HTML shows as `cid:<cid>`. */
  inline?: readonly { cid: string; filename: string; type: string; content: Buffer }[]
}

export interface Mailer {
  /** Resolves when the mail server accepted the message. Rejects with its error; `was_sent`: the whole message was sent, so it may have been accepted. */
  send(mail: Mail): Promise<void>
  close(): void
}

interface Watched {
  onSent: () => void
}

/** Null when SMTP_URL is not set. */
export function createMailer(config: Pick<Config, 'SMTP_URL' | 'SITEWATCH_MAIL_FROM' | 'BASE_URL'>): Mailer | null {
  if (config.SMTP_URL === undefined) return null
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport(
    { url: config.SMTP_URL, ...limits, disableFileAccess: true, disableUrlAccess: true },
    { from: config.SITEWATCH_MAIL_FROM ?? `Sitewatch <sitewatch@${new URL(config.BASE_URL).hostname}>` },
  )
  // Every error of a connection has the code and the command of one that failed to open. So the end of the message is watched: a mail server
  // cannot have accepted a message that was not read to its end.
  transport.use('stream', ({ message, data }, done) => {
    const { onSent } = data as Watched
    message.processFunc((stream) => stream.once('end', onSent))
    done()
  })
  return {
    async send({ message_id, inline, ...mail }) {
      const attachments = inline?.map(({ type, ...picture }) => ({
        ...picture,
        contentType: type,
        contentDisposition: 'inline' as const,
      }))
      let was_sent = false
      const onSent = (): void => void (was_sent = true)
      const options: SendMailOptions & Watched = {
        ...mail,
        onSent,
        ...(message_id !== undefined && { messageId: message_id }),
        ...(attachments && { attachments }),
      }
      await transport.sendMail(options).catch((error: object) => {
        throw Object.assign(error, { was_sent })
      })
    },
    close: () => transport.close(),
  }
}

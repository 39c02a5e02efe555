import { createTransport } from 'nodemailer'
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
  /** Resolves when the mail server accepted the message; rejects with its error. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Null when SMTP_URL is not set. */
export function createMailer(config: Pick<Config, 'SMTP_URL' | 'SITEWATCH_MAIL_FROM' | 'BASE_URL'>): Mailer | null {
  if (config.SMTP_URL === undefined) return null
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport(
    { url: config.SMTP_URL, ...limits, disableFileAccess: true, disableUrlAccess: true },
    { from: config.SITEWATCH_MAIL_FROM ?? `Sitewatch <sitewatch@${new URL(config.BASE_URL).hostname}>` },
  )
  return {
    async send({ message_id, inline, ...mail }) {
      const attachments = inline?.map(({ type, ...picture }) => ({
        ...picture,
        contentType: type,
        contentDisposition: 'inline' as const,
      }))
      await transport.sendMail({
        ...mail,
        ...(message_id !== undefined && { messageId: message_id }),
        ...(attachments && { attachments }),
      })
    },
    close: () => transport.close(),
  }
}

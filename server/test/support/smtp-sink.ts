import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { atEnd } from './at-end.ts'
import { until } from './until.ts'

export interface Mail {
  from: string
  to: string[]
  /** Headers and body, unchanged. */
  source: string
  received_at: number
}

export interface SmtpSink {
  url: string
  mails: Mail[]
  /** The first mail to that address, which may have arrived already. */
  waitFor(address: string): Promise<Mail>
  close(): Promise<void>
}

export interface SmtpSinkOptions {
  /** Called with each complete message before it is acknowledged: may wait, or throw to refuse it. */
  onMail?: (mail: Mail) => Promise<void> | void
}

/** A mail server that speaks real SMTP on loopback and stores all mails. */
export async function startSmtpSink({ onMail }: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // Accepts any login.
    onAuth: ({ username }, _session, callback) => callback(null, { user: username ?? '' }),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          received_at: Date.now(),
        }
        mails.push(mail)
        Promise.resolve(onMail?.(mail)).then(
          () => callback(),
          (error: unknown) => callback(error as Error),
        )
      })
    },
  })
  // Some tests kill a client in the middle of a command.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= new Promise((resolve) => server.close(() => resolve())))
  atEnd(close)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close,
    waitFor: (address) =>
      until(
        () => mails.find(({ to }) => to.includes(address)),
        `a mail comes to ${address}`,
        () => mails.map(({ to }) => to),
      ),
  }
}

import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { readMail, type ReadMail } from '../../server/test/support/mail.ts'

export interface ArrivedMail extends ReadMail {
  to: string
  subject: string
  source: string
}

export interface Mailbox {
  url: string
  mails: ArrivedMail[]
  /** Waits for the first mail to that address whose subject matches. Earlier mails count, too. */
  waitFor(to: string, subject: RegExp, seconds?: number): Promise<ArrivedMail>
  close(): void
}

/** Starts a mail server that keeps all mails. It listens on loopback by default. */
export async function openMailbox({ host = '127.0.0.1', port = 0 } = {}): Promise<Mailbox> {
  const mails: ArrivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void buffer(stream).then((bytes) => {
        const source = bytes.toString()
        const read = readMail(source)
        const to = session.envelope.rcptTo[0]?.address ?? ''
        mails.push({ ...read, source, to, subject: read.headers.get('subject') ?? '' })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    async waitFor(to, subject, seconds = 120) {
      const until = Date.now() + seconds * 1000
      for (;;) {
        const found = mails.find((mail) => mail.to === to && subject.test(mail.subject))
        if (found) return found
        if (Date.now() > until) throw new Error(`No mail "${subject.source}" to ${to} within ${seconds} s`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    close: () => server.close(),
  }
}

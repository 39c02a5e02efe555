import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createMailer } from './mailer.ts'

/** A mail server that closes the connection when a line of the client matches. */
async function startBroken(pattern: RegExp): Promise<string> {
  const answer = (socket: Socket, line: string): void => {
    if (pattern.test(line)) socket.destroy()
    else if (line.startsWith('DATA')) socket.write('354 go on\r\n')
    else if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n')
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) =>
      chunk
        .toString()
        .split('\r\n')
        .forEach((line) => answer(socket, line)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([
  ['before the message', /^RCPT/, false],
  ['when it may begin', /^DATA/, false],
  ['after its end', /^\.$/, true],
] as const)(
  'tells whether a mail may have been accepted: the connection is closed %s',
  async (_, pattern, was_sent) => {
    const config = { SMTP_URL: await startBroken(pattern), SITEWATCH_MAIL_FROM: undefined, BASE_URL: 'http://a.test' }
    const sending = createMailer(config)?.send({ to: 'b@example.com', subject: 'c', text: 'd' })
    await expect(sending).rejects.toMatchObject({ was_sent })
  },
)

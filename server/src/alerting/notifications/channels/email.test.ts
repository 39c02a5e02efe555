import { describe, expect, it } from 'vitest'
import type { Mail } from '../../../platform/mail/mailer.ts'
import type { Gateways } from '../channel.ts'
import { email } from './email.ts'

const test = { kind: 'test', provider_name: 'On call' } as const

function makeGateways(answer: () => Promise<void>): { gateways: Gateways; sent: Mail[] } {
  const sent: Mail[] = []
  const mailer = {
    send: (mail: Mail) => {
      sent.push(mail)
      return answer()
    },
    close: () => undefined,
  }
  const config = { BASE_URL: 'https://watch.example.com/sub', SMTP_URL: 'smtp://me:planted-password@mail.example.com' }
  return { gateways: { config, mailer, egress: {} } as unknown as Gateways, sent }
}
const failingWith = (error: object) =>
  makeGateways(() => Promise.reject(Object.assign(new Error('inner text'), error))).gateways
const send = (gateways: Gateways, key?: string) =>
  email.send({ recipient_email: 'ops@example.com' }, test, gateways, key)

describe('the e-mail channel', () => {
  it.each([
    [
      { response: '550 5.1.1 no such user', responseCode: 550, code: 'EENVELOPE' },
      'permanent',
      'The mail server responded: 550 5.1.1 no such user',
    ],
    [{ response: '421 busy', responseCode: 421, code: 'EMESSAGE' }, 'retry', 'The mail server responded: 421 busy'],
    [
      { response: '535 bad login for planted-password', responseCode: 535, code: 'EAUTH' },
      'retry',
      'The mail server responded: 535 bad login for [redacted]',
    ],
    [{ code: 'ECONNECTION' }, 'retry', 'The mail server is unreachable (ECONNECTION).'],
    [{}, 'retry', 'The mail server is unreachable.'],
  ])('reports the SMTP error %j as %s', async (error, kind, reason) => {
    const unreachable = reason.includes('is unreachable') ? { unreachable: true } : {}
    expect(await send(failingWith(error))).toEqual({ kind, reason, ...unreachable })
  })

  it('is uncertain when the connection breaks after the whole message was sent', async () => {
    const reason = 'The mail server did not confirm that it accepted the message (ESOCKET).'
    const lost = { code: 'ESOCKET', was_sent: true }
    expect(await send(failingWith(lost))).toEqual({ kind: 'retry', reason, unreachable: true, isUncertain: true })
  })

  it('uses the same Message-ID for every attempt to send one message', async () => {
    const { gateways, sent } = makeGateways(() => Promise.resolve())
    await send(gateways, 'delivery-7')
    await send(gateways, 'delivery-7')
    await send(gateways)
    expect(sent.map((mail) => mail.message_id)).toEqual([
      '<delivery-7@watch.example.com>',
      '<delivery-7@watch.example.com>',
      undefined,
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { AlertFacts, Message } from '../../../src/alerting/notifications/message.ts'
import { CHANNELS } from '../../../src/alerting/notifications/registry.ts'
import { makeAlertFacts } from '../../support/alert-facts.ts'
import { startApp } from '../../support/app.ts'
import { startHttpSink } from '../../support/sinks.ts'

const sink = await startHttpSink()
const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_TELEGRAM_API: sink.url,
  SITEWATCH_PUSHOVER_API: sink.url,
})
const gateways = app.parts
const ACKNOWLEDGE = 'https://watch.example.com/acknowledge/001-7-1-x'
const LINK = 'https://watch.example.com/incidents/7'

const opened = (changes: Partial<AlertFacts> = {}): Message => ({
  kind: 'opened',
  possible_repeat: false,
  alert: makeAlertFacts({ acknowledge_url: ACKNOWLEDGE, ...changes }),
})

const bodiesAt = (path: string) => sink.sentTo(path).map(({ body }) => JSON.parse(body))

describe('an alert has a button that acknowledges it', () => {
  it('in Telegram: an inline keyboard of links', async () => {
    const path = '/bot1:buttons/sendMessage'
    expect(await CHANNELS.telegram.send({ chat_id: '1', token: '1:buttons' }, opened(), gateways)).toEqual({
      kind: 'sent',
    })
    expect(bodiesAt(path)[0]).toMatchObject({
      text: expect.stringContaining(`Acknowledge: ${ACKNOWLEDGE}`),
      reply_markup: {
        inline_keyboard: [
          [
            { text: 'Acknowledge', url: ACKNOWLEDGE },
            { text: 'View incident', url: LINK },
          ],
        ],
      },
    })
  })

  it('in Discord: link buttons, which a webhook must request explicitly', async () => {
    const path = '/discord?with_components=true'
    sink.on(path, () => ({ status: 204, body: '' }))
    expect(await CHANNELS.discord.send({ webhook_url: `${sink.url}/discord` }, opened(), gateways)).toEqual({
      kind: 'sent',
    })
    expect(bodiesAt(path)[0]).toMatchObject({
      content: expect.stringContaining(ACKNOWLEDGE),
      components: [
        {
          type: 1,
          components: [
            { type: 2, style: 5, label: 'Acknowledge', url: ACKNOWLEDGE },
            { type: 2, style: 5, label: 'View incident', url: LINK },
          ],
        },
      ],
    })
  })

  it('in Pushover: its one link', async () => {
    const path = '/1/messages.json'
    sink.on(path, () => ({ status: 200, body: '{"status":1}' }))
    const settings = { user_key: 'u'.repeat(30), api_token: 'a'.repeat(30) }
    await CHANNELS.pushover.send(settings, opened(), gateways)
    await CHANNELS.pushover.send(settings, opened({ acknowledge_url: null }), gateways)
    expect(bodiesAt(path)).toMatchObject([
      { url: ACKNOWLEDGE, url_title: 'Acknowledge', message: expect.stringContaining(LINK) },
      { url: LINK, url_title: 'View incident' },
    ])
  })
})

describe('a service that refuses buttons', () => {
  it('gets no button whose link has a host without a dot', async () => {
    const local = { link: 'http://localhost:8080/incidents/7', acknowledge_url: 'http://localhost:8080/acknowledge/x' }
    await CHANNELS.telegram.send({ chat_id: '1', token: '1:local' }, opened(local), gateways)
    expect(bodiesAt('/bot1:local/sendMessage')).toHaveLength(1)
    expect(bodiesAt('/bot1:local/sendMessage')[0]).not.toHaveProperty('reply_markup')
  })

  it('gets the alert again without buttons', async () => {
    const path = '/bot1:refuses/sendMessage'
    const refusal = { ok: false, error_code: 400, description: 'Bad Request: BUTTON_URL_INVALID' }
    sink.on(path, ({ body }) =>
      body.includes('reply_markup')
        ? { status: 400, body: JSON.stringify(refusal) }
        : { status: 200, body: JSON.stringify({ ok: true, result: {} }) },
    )
    const outcome = await CHANNELS.telegram.send({ chat_id: '1', token: '1:refuses' }, opened(), gateways)
    expect(outcome).toEqual({ kind: 'sent' })
    expect(sink.sentTo(path)).toHaveLength(2)
  })
})

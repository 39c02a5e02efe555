import { expect, it } from 'vitest'
import { announceIncident } from '../../../src/alerting/status-pages/incident-announcement.ts'
import { notifySubscribers } from '../../../src/alerting/status-pages/send-messages.ts'
import type { Mail } from '../../../src/platform/mail/mailer.ts'
import { startApp } from '../../support/app.ts'
import { makeIncident, makeMonitor, makePage } from './showing.ts'

const app = await startApp()
const { admin } = app.database

async function makeSubscribed() {
  const user = await app.makeUser()
  const monitor_id = await makeMonitor(app, user)
  const page = await makePage(app, user, { monitors: [{ monitor_id }] })
  const incident_id = await makeIncident(app, monitor_id, { from: '1 minute' })
  await admin.query(
    `insert into status_subscribers (team_id, status_page_id, email, confirmed_at) values ($1, $2, 'a@example.com', now())`,
    [user.id, page.id],
  )
  const change = { status_page_id: page.id, incident_id, kind: 'opened' } as const
  const announcement = announceIncident(change, { base_url: 'http://localhost', channels: ['email'] })
  const read = async () =>
    (
      await admin.query('select status, attempts, possible_repeat from status_mails where incident_id = $1', [
        incident_id,
      ])
    ).rows[0]
  return { announcement, incident_id, read }
}

const makeParts = (send: (mail: Mail) => Promise<void>) => ({ ...app.parts, mailer: { send, close: () => undefined } })

it('a message to a subscriber that may have arrived is sent once more, marked, and then fails', async () => {
  const { announcement, incident_id, read } = await makeSubscribed()
  const texts: string[] = []
  const parts = makeParts((mail) => {
    texts.push(mail.text)
    return Promise.reject(Object.assign(new Error('lost'), { code: 'ESOCKET', was_sent: true }))
  })
  for (let n = 0; n < 3; n++) {
    await notifySubscribers(parts, announcement).catch(() => undefined)
    await admin.query('update status_mails set retry_at = null where incident_id = $1', [incident_id])
  }
  expect(texts.map((text) => text.includes('Possible duplicate'))).toEqual([false, true])
  expect(await read()).toEqual({ status: 'failed', attempts: 2, possible_repeat: true })
})

it('a worker that continues after another has sent to a subscriber records nothing', async () => {
  const { announcement, incident_id, read } = await makeSubscribed()
  const parts = makeParts(async () => {
    await admin.query(
      `update status_mails set status = 'sent', sent_at = now(), attempts = attempts + 1 where incident_id = $1`,
      [incident_id],
    )
    throw Object.assign(new Error('busy'), { response: '421 busy', responseCode: 421 })
  })
  await expect(notifySubscribers(parts, announcement)).rejects.toThrow('another worker')
  expect(await read()).toEqual({ status: 'sent', attempts: 1, possible_repeat: false })
})

import { expect, it } from 'vitest'
import { readMail } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { startAlerting } from './alerting.ts'

const smtp = await startSmtpSink()
const { app, makeSlack, makeMonitor, openIncident, titles, deliver } = await startAlerting(() => ({
  SMTP_URL: smtp.url,
}))

it('an alert by mail is in the language of the account, and English in another channel', async () => {
  const user = await app.makeUser()
  await app.database.admin.query(`update users set language = 'de' where id = $1`, [user.id])
  const json = { provider_type: 'email', recipient_email: user.email }
  const mailed = await app.call('POST', '/api/providers', { key: user.key, json })
  const slack = await makeSlack(user)
  for (const id of [mailed.body.data.id as number, slack.id]) {
    await openIncident(await makeMonitor(user, id))
    expect(await deliver(id)).toBeNull()
  }
  const mail = readMail((await smtp.waitFor(user.email)).source)
  expect(mail.headers.get('subject')).toBe('Ausgefallen: Shop')
  expect(mail.text).toContain('Ursache:')
  expect(mail.html).toContain('<html lang="de">')
  expect(titles(slack.path)).toEqual(['Down: Shop'])
})

import { describe, it } from 'vitest'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const sink = await startSmtpSink()
const journey = await startJourney({ env: { SMTP_URL: sink.url } })
const { app } = journey

describe('the uptime report screen', () => {
  it('explains what to do without monitors', async () => {
    const nobody = await app.makeUser()
    const visit = await journey.open({ at: '/uptime-reports', cookie: await app.makeSession(nobody.id) })
    await visit.page.getByRole('link', { name: 'Add monitor' }).waitFor()
    await visit.expectNoErrors('uptime-reports-empty')
  })
})

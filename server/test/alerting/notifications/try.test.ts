import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { readMail } from '../../support/mail.ts'
import { gatewaySettings, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const http = await startHttpSink()
const settings = gatewaySettings(http, smtp.url)
const app = await startApp({ ...settings, SITEWATCH_RATE_TESTS_PER_HOUR: '10' })
const open = await startApp({ ...settings, SITEWATCH_SIGNUP: 'open' }, { database: app.database })
const HEADLINE = 'Test notification 🔔 from Sitewatch: alerts will arrive here.'
const SENT = {
  data: { object: 'provider_test', provider_id: null, success: true, message: 'Test notification sent.' },
}

describe('POST /api/providers/test', () => {
  it('sends the same message under the default name of the provider, and stores nothing', async () => {
    const caller = await makeCaller(app)
    const slack = { provider_type: 'slack', webhook_url: `${http.url}/services/tried-0123456789` }
    const tried = await caller.call('POST', '/api/providers/test', slack)
    expect([tried.status, tried.body]).toEqual([200, SENT])
    const [sent] = http.sentTo('/services/tried-0123456789')
    const id = await caller.make('/api/providers', slack)
    await caller.call('POST', `/api/providers/${id}/test`)
    expect(http.sentTo('/services/tried-0123456789').map(({ body }) => body)).toEqual([sent?.body, sent?.body])
    await caller.call('POST', '/api/providers/test', { provider_type: 'email', recipient_email: 'tried@example.com' })
    expect(readMail((await smtp.waitFor('tried@example.com')).source).headers.get('subject')).toBe(HEADLINE)
    const { body } = await caller.call('GET', '/api/providers')
    expect(body.data.map((each: { id: number }) => each.id)).toEqual([id])
  })

  it('reports the answer, and what would prevent the creation of the provider', async () => {
    const caller = await makeCaller(app)
    http.on('/services/tried-refused', () => ({ status: 403, body: 'invalid_token' }))
    const webhook_url = `${http.url}/services/tried-refused`
    const refused = await caller.call('POST', '/api/providers/test', { provider_type: 'slack', webhook_url })
    expectProblem(refused, 'provider_test_failed')
    expect(refused.body.detail).toContain('invalid_token')
    const inside = { provider_type: 'slack', webhook_url: 'http://169.254.169.254/services/x' }
    expectProblem(await caller.call('POST', '/api/providers/test', inside), 'target_not_allowed')
    const masked = { provider_type: 'slack', webhook_url: '…b81e' }
    expectProblem(await caller.call('POST', '/api/providers/test', masked), 'validation_failed')
    const other = { provider_type: 'email', recipient_email: 'a@example.com', token: '1:a' }
    expectProblem(await caller.call('POST', '/api/providers/test', other), 'validation_failed')
  })

  it("sends to the account's own address, and to no other where sign-up is open", async () => {
    const caller = await makeCaller(open)
    const stranger = { provider_type: 'email', recipient_email: 'never-asked@example.com' }
    const refused = await caller.call('POST', '/api/providers/test', stranger)
    expectProblem(refused, 'provider_test_failed')
    expect(refused.body.detail).toBe(
      'The recipient must confirm first. Add the provider, then send the test: the message contains the confirmation link.',
    )
    const own = { provider_type: 'email', recipient_email: caller.user.email }
    expect((await caller.call('POST', '/api/providers/test', own)).status).toBe(200)
    await smtp.waitFor(caller.user.email)
    expect(smtp.mails.filter(({ to }) => to.includes('never-asked@example.com'))).toEqual([])
  })

  it('is limited to 10 an hour', async () => {
    const caller = await makeCaller(app)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      const webhook_url = `${http.url}/services/tried-often-${n}`
      statuses.push((await caller.call('POST', '/api/providers/test', { provider_type: 'slack', webhook_url })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    expect(http.sentTo('/services/tried-often-10')).toEqual([])
  })
})

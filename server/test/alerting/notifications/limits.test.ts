import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { gatewaySettings, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const http = await startHttpSink()
// The default settings.
const app = await startApp({ ...gatewaySettings(http, smtp.url), SITEWATCH_RATE_TESTS_PER_HOUR: '10' })

let serial = 0
async function makeSlack(caller: Caller): Promise<{ id: number; path: string }> {
  const path = `/services/limit-${++serial}`
  return { id: await caller.make('/api/providers', { provider_type: 'slack', webhook_url: http.url + path }), path }
}

async function repeat(caller: Caller, id: number, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await caller.call('POST', `/api/providers/${id}/test`)).status)
  return statuses
}

describe('POST /api/providers/:id/test', () => {
  it('allows 10 an hour per provider and 30 per user; beyond that it answers 429 and sends nothing', async () => {
    const caller = await makeCaller(app)
    const providers = [
      await makeSlack(caller),
      await makeSlack(caller),
      await makeSlack(caller),
      await makeSlack(caller),
    ]
    const [first, second, third, fourth] = providers
    if (!first || !second || !third || !fourth) throw new Error('four were made')
    expect(await repeat(caller, first.id, 10)).toEqual(Array(10).fill(200))
    const refused = await caller.call('POST', `/api/providers/${first.id}/test`)
    expectProblem(refused, 'rate_limited')
    expect(refused.headers.get('ratelimit-policy')).toBe('"provider_test";q=10;w=3600')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    expect(http.sentTo(first.path)).toHaveLength(10)

    expect(await repeat(caller, second.id, 10)).toEqual(Array(10).fill(200))
    await repeat(caller, third.id, 10)
    const byUser = await caller.call('POST', `/api/providers/${fourth.id}/test`)
    expectProblem(byUser, 'rate_limited')
    expect(byUser.headers.get('ratelimit-policy')).toBe('"provider_tests";q=30;w=3600')
    expect(http.sentTo(fourth.path)).toEqual([])
    const sent = providers.flatMap(({ path }) => http.sentTo(path))
    expect(sent.length).toBeLessThanOrEqual(30)
    expect(sent.length).toBeGreaterThanOrEqual(29)

    const other = await makeCaller(app)
    expect(await repeat(other, (await makeSlack(other)).id, 1)).toEqual([200])
  })

  it('counts tests by session and by key of one user together', async () => {
    const caller = await makeCaller(app)
    const cookie = await app.signIn(caller.user)
    const { id } = await makeSlack(caller)
    expect(await repeat(caller, id, 9)).toEqual(Array(9).fill(200))
    expect((await app.call('POST', `/api/providers/${id}/test`, { cookie })).status).toBe(200)
    expectProblem(await app.call('POST', `/api/providers/${id}/test`, { cookie }), 'rate_limited')
  })
})

import { describe, expect, it } from 'vitest'
import type { TestUser } from '../../support/app.ts'
import { gatewaySettings, SMS_SID } from '../../support/sinks.ts'
import { makeClock, startAlerting } from './alerting.ts'

const { app, sink, openIncident, deliver } = await startAlerting((http) => gatewaySettings(http, 'smtp://127.0.0.1:1'))
const SMS_PATH = `/2010-04-01/Accounts/${SMS_SID}/Messages.json`
const USED_UP = 'The daily limit of 3 SMS is reached.'

let number = 15_550_000_000
async function makeSms(user: TestUser): Promise<{ id: number; phone_number: string }> {
  const phone_number = `+${++number}`
  const json = { provider_type: 'sms', phone_number }
  const { body } = await app.call('POST', '/api/providers', { key: user.key, json })
  return { id: body.data.id, phone_number }
}

async function makeMonitor(user: TestUser, providers: readonly { id: number }[]): Promise<number> {
  const json = { friendly_name: 'Shop', url: 'http://127.0.0.1:9/' }
  const { body } = await app.call('POST', '/api/monitors', { key: user.key, json })
  for (const { id: provider_id } of providers) {
    await app.call('POST', `/api/monitors/${body.data.id}/notifications`, { key: user.key, json: { provider_id } })
  }
  return body.data.id
}

async function makeUser(sms_per_day = 3): Promise<TestUser> {
  const user = await app.makeUser()
  const cookie = await app.makeSession(user.id)
  await app.call('PUT', '/api/account/notifications', { cookie, json: { sms_per_day } })
  return user
}

const sentTo = (providers: readonly { phone_number: string }[]): number =>
  sink.sentTo(SMS_PATH).filter(({ body }) => {
    const to = new URLSearchParams(body).get('To')
    return providers.some(({ phone_number }) => phone_number === to)
  }).length

const failuresOf = async (user: TestUser): Promise<string[]> => {
  const { body } = await app.call('GET', '/api/deliveries?status=failed', { key: user.key })
  return body.data.map((row: { last_error: string }) => row.last_error)
}

const test = (user: TestUser, { id }: { id: number }) =>
  app.call('POST', `/api/providers/${id}/test`, { key: user.key })

describe('the daily SMS limit', () => {
  it('is per account, however many providers it has', async () => {
    const user = await makeUser()
    const providers = [await makeSms(user), await makeSms(user)]
    const clock = makeClock()
    for (let n = 0; n < 2; n++) {
      await openIncident(await makeMonitor(user, providers))
      for (const { id } of providers) await deliver(id, clock)
    }
    expect(sentTo(providers)).toBe(3)
    expect(await failuresOf(user)).toEqual([USED_UP])
    clock.at += 25 * 3_600_000
    await openIncident(await makeMonitor(user, providers.slice(0, 1)))
    await app.database.admin.query(`update deliveries set horizon_from = $1 where status = 'pending'`, [clock.now()])
    await deliver(providers[0]?.id ?? 0, clock)
    expect(sentTo(providers)).toBe(4)
  })

  it('is not reset by deleting and re-creating a provider', async () => {
    const user = await makeUser()
    const first = await makeSms(user)
    for (let n = 0; n < 3; n++) await openIncident(await makeMonitor(user, [first]))
    await deliver(first.id)
    await app.call('DELETE', `/api/providers/${first.id}`, { key: user.key })
    const second = await makeSms(user)
    await openIncident(await makeMonitor(user, [second]))
    await deliver(second.id)
    expect([sentTo([first]), sentTo([second])]).toEqual([3, 0])
  })

  it('holds for two providers that send at the same moment', async () => {
    const user = await makeUser(1)
    const providers = [await makeSms(user), await makeSms(user)]
    await openIncident(await makeMonitor(user, providers))
    await Promise.all(providers.map(({ id }) => deliver(id)))
    expect(sentTo(providers)).toBe(1)
  })

  it('counts only an SMS that the gateway accepted', async () => {
    const user = await makeUser()
    const provider = await makeSms(user)
    const clock = makeClock()
    sink.on(SMS_PATH, () => ({ status: 500, body: 'away' }))
    await openIncident(await makeMonitor(user, [provider]))
    for (let n = 0; n < 4; n++) clock.at = (await deliver(provider.id, clock)) ?? 0
    sink.on(SMS_PATH, () => ({ status: 201, body: '{"status":"queued"}' }))
    expect(await deliver(provider.id, clock)).toBeNull()
    expect(await failuresOf(user)).toEqual([])
  })

  it('counts tests of stored and of new providers', async () => {
    const user = await makeUser()
    const provider = await makeSms(user)
    sink.on(SMS_PATH, () => ({ status: 500, body: 'away' }))
    expect((await test(user, provider)).body.detail).toContain('returned 500')
    sink.on(SMS_PATH, () => ({ status: 201, body: '{"status":"queued"}' }))
    const json = { provider_type: 'sms', phone_number: provider.phone_number }
    const tried = await app.call('POST', '/api/providers/test', { key: user.key, json })
    expect([tried.status, (await test(user, provider)).status, (await test(user, provider)).status]).toEqual([
      200, 200, 200,
    ])
    const refused = [await test(user, provider), await app.call('POST', '/api/providers/test', { key: user.key, json })]
    for (const { status, body } of refused) {
      expect([status, body.code, body.detail]).toEqual([422, 'provider_test_failed', USED_UP])
    }
    await openIncident(await makeMonitor(user, [provider]))
    await deliver(provider.id)
    expect(await failuresOf(user)).toEqual([USED_UP])
    expect(sentTo([provider])).toBe(4)
  })
})

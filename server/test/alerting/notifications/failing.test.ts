import { describe, expect, it } from 'vitest'
import { listFailingProviders } from '../../../src/alerting/notifications/index.ts'
import type { TestUser } from '../../support/app.ts'
import { makeClock, startAlerting } from './alerting.ts'

const { app, sink, makeSlack, makeMonitor, openIncident, deliver } = await startAlerting()
const listFailing = (user: TestUser) =>
  app.parts.postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, (tx) => listFailingProviders(tx))

async function makeBroken(user: TestUser, status = 500): Promise<{ id: number; path: string }> {
  const provider = await makeSlack(user)
  sink.on(provider.path, () => ({ status, body: 'no_service' }))
  await openIncident(await makeMonitor(user, provider.id))
  return provider
}

const mend = ({ path }: { path: string }): void => sink.on(path, () => ({ status: 200, body: 'ok' }))

describe('a provider whose deliveries keep failing', () => {
  it('is listed as failing after three failed attempts, until a message gets through', async () => {
    const user = await app.makeUser()
    const provider = await makeBroken(user)
    const clock = makeClock()
    for (const listed of [[], [], [provider.id]]) {
      clock.at = (await deliver(provider.id, clock)) ?? 0
      expect((await listFailing(user)).map((each) => each.provider_id)).toEqual(listed)
    }
    const [notice] = await listFailing(user)
    expect(notice).toEqual({
      provider_id: provider.id,
      name: expect.stringMatching(/^slack …/) as string,
      provider_type: 'slack',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      last_error: 'Slack returned 500: no_service',
      failed_deliveries: 0,
    })
    expect(Math.abs(Date.now() - Date.parse(notice?.since ?? ''))).toBeLessThan(60_000)
    mend(provider)
    expect(await deliver(provider.id, clock)).toBeNull()
    expect(await listFailing(user)).toEqual([])
  })

  it('is listed at once with the number of failed deliveries, for seven days', async () => {
    const user = await app.makeUser()
    const provider = await makeBroken(user, 404)
    await openIncident(await makeMonitor(user, provider.id, 'Other'))
    await deliver(provider.id)
    expect(await listFailing(user)).toMatchObject([
      { provider_id: provider.id, failed_deliveries: 2, last_error: 'Slack returned 404: no_service' },
    ])
    const { admin } = app.database
    await admin.query('alter table deliveries disable trigger deliveries_touch')
    await admin.query(`update deliveries set updated_at = now() - interval '8 days' where provider_id = $1`, [
      provider.id,
    ])
    await admin.query('alter table deliveries enable trigger deliveries_touch')
    expect(await listFailing(user)).toEqual([])
  })

  it('is no longer listed once a later alert or test gets through', async () => {
    const user = await app.makeUser()
    const [alerted, tested] = [await makeBroken(user, 404), await makeBroken(user, 404)]
    for (const provider of [alerted, tested]) await deliver(provider.id)
    expect((await listFailing(user)).map((each) => each.provider_id)).toEqual([alerted.id, tested.id])
    mend(alerted)
    await openIncident(await makeMonitor(user, alerted.id, 'Later'))
    await deliver(alerted.id)
    expect((await listFailing(user)).map((each) => each.provider_id)).toEqual([tested.id])
    mend(tested)
    expect((await app.call('POST', `/api/providers/${tested.id}/test`, { key: user.key })).status).toBe(200)
    expect(await listFailing(user)).toEqual([])
  })

  it('is listed again when it fails again', async () => {
    const user = await app.makeUser()
    const provider = await makeBroken(user, 404)
    await deliver(provider.id)
    mend(provider)
    await app.call('POST', `/api/providers/${provider.id}/test`, { key: user.key })
    sink.on(provider.path, () => ({ status: 410, body: 'gone' }))
    await openIncident(await makeMonitor(user, provider.id, 'Again'))
    await deliver(provider.id)
    expect(await listFailing(user)).toMatchObject([{ failed_deliveries: 1, last_error: 'Slack returned 410: gone' }])
  })

  it('is not listed for another team', async () => {
    const [user, other] = [await app.makeUser(), await app.makeUser()]
    const provider = await makeBroken(user, 404)
    await deliver(provider.id)
    expect(await listFailing(user)).toHaveLength(1)
    expect(await listFailing(other)).toEqual([])
  })
})

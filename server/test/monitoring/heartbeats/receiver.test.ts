import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { until } from '../../support/until.ts'

async function makePath(app: TestApp): Promise<string> {
  const { key } = await app.makeUser()
  const json = { friendly_name: 'Backup', type: 'heartbeat', period_seconds: 3600 }
  const { body } = await app.call('POST', '/api/monitors', { key, json })
  return new URL(body.data.ping_url).pathname
}

describe('the rate limits of ping URLs', () => {
  it('apply to each token, and to each network that tries unknown ones', async () => {
    const app = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '10' })
    const [own, other] = [await makePath(app), await makePath(app)]
    const ping = async (path: string) => (await app.call('GET', path)).status
    const repeated: number[] = []
    for (let n = 0; n < 11; n++) repeated.push(await ping(own))
    expect(repeated).toEqual([...Array(10).fill(200), 429])
    expect((await app.call('GET', own)).headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await ping(other)).toBe(200)
    const guessed: number[] = []
    for (let n = 0; n < 5; n++) guessed.push(await ping(`/hb/${String(n).padStart(22, '0')}`))
    expect(guessed).toEqual([404, 404, 404, 429, 429])
    // A job in the same network is not limited.
    expect(await ping(other)).toBe(200)
  })
})

describe('the record of the time in which pings can be received', () => {
  it('is not written without any heartbeat monitor, so that nothing is written every second', async () => {
    const { database, makeUser, call } = await startApp()
    const countRecords = async () => {
      await database.admin.query('select beat_receiver(false, 1000)')
      return (await database.admin.query('select from heartbeat_receiver')).rowCount
    }
    expect(await countRecords()).toBe(0)
    const { key } = await makeUser()
    const json = { friendly_name: 'Backup', type: 'heartbeat', period_seconds: 3600 }
    const { body } = await call('POST', '/api/monitors', { key, json })
    expect(await countRecords()).toBe(1)
    await call('DELETE', `/api/monitors/${body.data.id}`, { key })
    expect(await countRecords()).toBe(0)
  })

  it('has a gap while no process runs, and while the database is not reachable', async () => {
    const first = await startApp()
    const { admin } = first.database
    const path = await makePath(first)
    const countOutages = async () =>
      (await admin.query<{ n: number }>('select count(*)::int as n from heartbeat_outages')).rows[0]?.n
    const readSeen = async () =>
      (await admin.query<{ seen_at: string }>('select seen_at from heartbeat_receiver')).rows[0]?.seen_at
    await until(async () => (await readSeen()) !== undefined, 'the receiver is noted')
    expect(await countOutages()).toBe(0)
    await first.stop()
    const second = await startApp({}, { database: first.database })
    await until(async () => (await countOutages()) === 1, 'the stop is noted')
    await first.database.setReachable(false)
    expect((await second.call('POST', path)).status).toBe(503)
    await first.database.setReachable(true)
    await until(async () => (await countOutages()) === 2, 'the failure is noted')
    await until(async () => (await second.call('POST', path)).status === 200, 'pings are stored again')
    const { rows } = await admin.query('select from heartbeat_outages where from_at >= to_at')
    expect(rows).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectProblem } from '../support/expect-problem.ts'

describe('the general rate limits', () => {
  it('allow a number of requests per minute for a key, and four times as many for a user', async () => {
    const app = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '10' })
    const user = await app.makeUser()
    const otherKeys = await Promise.all(Array.from({ length: 5 }, () => app.makeKey(user.id, ['monitors:read'])))
    const spend = async (key: string, requests: number): Promise<number[]> => {
      const statuses: number[] = []
      for (let n = 0; n < requests; n++) statuses.push((await app.call('GET', '/api/keys', { key })).status)
      return statuses
    }
    expect(await spend(user.key, 11)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    const refused = await app.call('GET', '/api/keys', { key: user.key })
    expectProblem(refused, 'rate_limited')
    expect(refused.headers.get('ratelimit-policy')).toBe('"credential";q=10;w=60')
    expect(refused.headers.get('ratelimit')).toMatch(/^"credential";r=0;t=\d+$/)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)

    const total = []
    for (const { key } of otherKeys.slice(1)) total.push(...(await spend(key, 10)))
    expect(total.filter((status) => status === 200)).toHaveLength(40 - 12)
    const byUser = await app.call('GET', '/api/keys', { key: otherKeys[0]?.key })
    expect(byUser.headers.get('ratelimit-policy')).toBe('"user";q=40;w=60')

    const stranger = await app.makeUser()
    expect((await app.call('GET', '/api/keys', { key: stranger.key })).status).toBe(200)
  })

  it('allow a fifth of that for an anonymous address', async () => {
    const app = await startApp({ SITEWATCH_RATE_LIMIT_PER_MINUTE: '25' })
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await app.call('GET', '/api/keys')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const user = await app.makeUser()
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
  })

  it('use the forwarded address only from a proxy that the operator listed', async () => {
    const env = { SITEWATCH_RATE_LIMIT_PER_MINUTE: '5' }
    const get = (app: Awaited<ReturnType<typeof startApp>>, address: string) =>
      app.call('GET', '/api/keys', { headers: { 'x-forwarded-for': address } })
    const trusting = await startApp({ ...env, SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8' })
    expect([await get(trusting, '192.0.2.1'), await get(trusting, '192.0.2.2')].map((a) => a.status)).toEqual([
      401, 401,
    ])
    expect((await get(trusting, '192.0.2.2')).status).toBe(429)
    expect((await get(trusting, '198.51.100.9, 192.0.2.2')).status).toBe(429)
    const wary = await startApp(env)
    expect([await get(wary, '192.0.2.1'), await get(wary, '192.0.2.2')].map((a) => a.status)).toEqual([401, 429])
  })
})

describe('the creation of API keys', () => {
  it('is limited per hour for each user, over all credentials', async () => {
    const app = await startApp({ SITEWATCH_RATE_KEYS_PER_HOUR: '3' })
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    const json = { name: 'a', scopes: ['monitors:read'] }
    const make = (credential: { key: string } | { cookie: string }) =>
      app.call('POST', '/api/keys', { ...credential, json })
    const made = [await make({ key: user.key }), await make({ cookie }), await make({ key: user.key })]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const refused = await make({ cookie })
    expectProblem(refused, 'rate_limited')
    expect(refused.headers.get('ratelimit-policy')).toBe('"key_creation";q=3;w=3600')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    const other = await app.makeUser()
    expect((await make({ key: other.key })).status).toBe(201)
  })
})

import { describe, expect, it } from 'vitest'
import { startCollecting } from './collecting.ts'

const { makeSite, post, pageview, rows } = await startCollecting({
  SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8',
})

describe('an event through a trusted proxy', () => {
  it('counts for the last untrusted address, and its country', async () => {
    const site = await makeSite()
    const from = (address: string, path: string) =>
      post(site, [pageview(site, path)], { headers: { 'x-forwarded-for': address } })
    await from('8.8.8.8', '/us')
    await from('1.2.3.4, 8.8.8.8, 10.1.1.1', '/same')
    await from('193.99.144.80', '/de')
    await from('nonsense, 8.8.8.8', '/still-us')
    const stored = new Map((await rows(site, 4)).map((row) => [row.path, row]))
    expect(stored.get('/us')?.['country']).toBe('US')
    expect(stored.get('/de')?.['country']).toBe('DE')
    expect(stored.get('/same')?.visitor_id).toBe(stored.get('/us')?.visitor_id)
    expect(stored.get('/still-us')?.visitor_id).toBe(stored.get('/us')?.visitor_id)
    expect(stored.get('/de')?.visitor_id).not.toBe(stored.get('/us')?.visitor_id)
  })
})

import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { buildDueModels } from '../../../src/insights/expected-traffic/rebuild.ts'
import { measureDueIncidents } from '../../../src/insights/impact/measure.ts'
import { createLog } from '../../../src/platform/log.ts'
import { insertSparse, makeFolder, type SparseEvent } from '../../analytics/stats/context.ts'
import { startApp } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const { postgres, clickhouse } = app.parts
/** A full hour, so that the traffic has no partial hour. */
const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 10 * HOUR_MS

const partsAt = (now_ms: number) => ({
  postgres,
  clickhouse,
  clock: { now: () => new Date(now_ms) },
  log: createLog('silent'),
})

/** Six weeks with ten visits every hour from 6 to 20 o'clock; every fifth is an order of 40 euros. Then no visits. */
function makeVisits(): SparseEvent[] {
  const events: SparseEvent[] = []
  for (let time_ms = START_MS - 42 * DAY_MS; time_ms < START_MS; time_ms += HOUR_MS) {
    const hour = new Date(time_ms).getUTCHours()
    if (hour < 6 || hour >= 20) continue
    for (let n = 0; n < 10; n++) {
      const about = { visitor: hour * 100 + n, country: n < 7 ? 'DE' : 'AT' }
      const at = (minutes: number): string => new Date(time_ms + minutes * MINUTE_MS).toISOString()
      events.push({ ...about, time: at(n * 5), path: '/shop', source: 'Google' })
      if (n % 5 === 0)
        events.push({ ...about, time: at(n * 5 + 1), kind: 'event', name: 'Order', revenue: '40', currency: 'EUR' })
    }
  }
  return events
}

describe('the cost of an incident', () => {
  it('is estimated with the model of the website, and is part of the incident', async () => {
    const user = await app.makeUser()
    const form = { domain: 'shop.example.com' }
    const website_id = (await app.call('POST', '/api/v1/websites', { key: user.key, form })).body.data.id as number
    await app.database.admin.query('update websites set first_event_at = now() where id = $1', [website_id])
    const goal = { name: 'Ordered', kind: 'event', value: 'Order' }
    const goal_id = (await app.call('POST', `/api/v1/websites/${website_id}/goals`, { key: user.key, json: goal })).body
      .data.id as number
    const json = { friendly_name: 'm', url: 'https://example.com/', is_active: false, website_id }
    const monitor_id = (await app.call('POST', '/api/monitors', { key: user.key, json })).body.data.id as number
    await insertSparse(clickhouse, website_id, makeVisits())
    expect(await buildDueModels(partsAt(START_MS))).toBe(1)
    const id = await insertIncident(app, monitor_id, { from: START_MS, to: START_MS + 2 * HOUR_MS })
    await app.database.admin.query('update incidents set impact_due_at = resolved_at where id = $1', [id])
    await measureDueIncidents(partsAt(START_MS + 3 * HOUR_MS))
    const answer = await app.call('GET', `/api/incidents/${id}`, { key: user.key })
    const { impact } = answer.body.data as { impact: Record<string, never> }
    expect(impact).toMatchObject({
      goals: [{ goal_id, name: 'Ordered', lost: 4 }],
      revenue: [{ currency: 'EUR' }],
      affected: {
        pages: [{ value: '/shop' }],
        countries: [{ value: 'DE' }, { value: 'AT' }],
        sources: [{ value: 'Google' }],
      },
    })
    const [{ lost, low, high }] = impact['revenue'] as unknown as [Record<'lost' | 'low' | 'high', string>]
    expect(Number(lost)).toBeGreaterThan(140)
    expect(Number(lost)).toBeLessThan(180)
    expect(Number(low)).toBeLessThan(Number(lost))
    expect(Number(high)).toBeGreaterThan(Number(lost))
  })
})

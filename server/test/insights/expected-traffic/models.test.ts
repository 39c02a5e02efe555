import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { buildDueDays } from '../../../src/analytics/stats/index.ts'
import { findWebsiteRef } from '../../../src/analytics/websites/index.ts'
import { countVisits, expectVisits, findTrafficModel } from '../../../src/insights/expected-traffic/index.ts'
import { readHistory } from '../../../src/insights/expected-traffic/history.ts'
import { buildDueModels } from '../../../src/insights/expected-traffic/rebuild.ts'
import { createLog } from '../../../src/platform/log.ts'
import { insertSparse, makeFolder, type SparseEvent } from '../../analytics/stats/context.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const { postgres, clickhouse } = app.parts
/** Half past ten, so today is not over. */
const NOW_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS + 10.5 * HOUR_MS

const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)
const buildAt = (now_ms: number): Promise<number> =>
  buildDueModels({ postgres, clickhouse, clock: { now: () => new Date(now_ms) }, log: createLog('silent') })

async function makeWebsite(): Promise<{ user: TestUser; website_id: number }> {
  const user = await app.makeUser()
  const form = { domain: `t${user.id}.example.com` }
  const website_id = (await app.call('POST', '/api/v1/websites', { key: user.key, form })).body.data.id as number
  await admin('update websites set first_event_at = now() where id = $1', [website_id])
  return { user, website_id }
}

/** From 8 to 18 o'clock UTC, `an_hour` visitors with two page views each. */
async function addVisits(website_id: number, { days, an_hour }: { days: number; an_hour: number }): Promise<void> {
  const events: SparseEvent[] = []
  for (let day = 0; day <= days; day++)
    for (let hour = 8; hour < 18; hour++)
      for (let visitor = 0; visitor < an_hour; visitor++) {
        const time_ms = Math.floor(NOW_MS / DAY_MS) * DAY_MS - day * DAY_MS + hour * HOUR_MS + visitor * MINUTE_MS
        for (const view of [0, 1]) {
          if (time_ms + view * 1000 >= NOW_MS) continue
          events.push({
            time: new Date(time_ms + view * 1000).toISOString(),
            visitor: day * 1e4 + hour * 100 + visitor,
          })
        }
      }
  await insertSparse(clickhouse, website_id, events)
}

const findModel = ({ user, website_id }: { user: TestUser; website_id: number }) =>
  postgres.asUser({ team_id: user.id, system: true }, (tx) => findTrafficModel(tx, website_id))

const refOf = async ({ user, website_id }: { user: TestUser; website_id: number }) => {
  const ref = await postgres.asUser({ team_id: user.id, system: true }, (tx) => findWebsiteRef(tx, website_id))
  if (!ref) throw new Error('no website')
  return ref
}

describe('countVisits', () => {
  it('counts visits by their start, with the same result from events and from stored days', async () => {
    const made = await makeWebsite()
    await addVisits(made.website_id, { days: 3, an_hour: 30 })
    const ref = await refOf(made)
    const today = Math.floor(NOW_MS / DAY_MS) * DAY_MS
    const spans = [
      { from_ms: today - DAY_MS + 8 * HOUR_MS, to_ms: today - DAY_MS + 9 * HOUR_MS },
      // Between two page views of a visit that began before.
      { from_ms: today - DAY_MS + 8 * HOUR_MS + 500, to_ms: today - DAY_MS + 8 * HOUR_MS + 10 * MINUTE_MS },
      { from_ms: today - 2 * DAY_MS, to_ms: NOW_MS },
      { from_ms: today + 10 * HOUR_MS, to_ms: NOW_MS },
      { from_ms: today, to_ms: today },
    ]
    const due = [30, 9, 600 + 90 - 0, 30, 0]
    expect(await countVisits(clickhouse, ref, spans)).toEqual(due)
    const history = await readHistory(clickhouse, ref, NOW_MS)
    await buildDueDays(clickhouse, { now_ms: NOW_MS, days: 10, fewest_events: 1, quiet_seconds: 0 })
    expect(await countVisits(clickhouse, ref, spans)).toEqual(due)
    expect(await readHistory(clickhouse, ref, NOW_MS)).toEqual(history)
    expect(history[0]).toEqual({ hour_ms: today - 3 * DAY_MS + 8 * HOUR_MS, visits: 30 })
    expect(history.at(-1)).toEqual({ hour_ms: today + 9 * HOUR_MS, visits: 30 })
  })
})

describe('the traffic model of a website', () => {
  it('is built from its visits, rebuilt a day later, and readable only by its team', async () => {
    const [made, other] = [await makeWebsite(), await makeWebsite()]
    await addVisits(made.website_id, { days: 30, an_hour: 6 })
    expect(await findModel(made)).toBeNull()
    expect(await buildAt(NOW_MS)).toBeGreaterThanOrEqual(2)
    const model = await findModel(made)
    if (!model) throw new Error('no model')
    const noon_ms = Math.floor(NOW_MS / DAY_MS) * DAY_MS + DAY_MS + 12 * HOUR_MS
    expect(expectVisits(model, { from_ms: noon_ms, to_ms: noon_ms + HOUR_MS }).visits).toBeCloseTo(6, 0)
    expect(await findModel({ ...made, user: other.user })).toBeNull()
    expect(await findModel(other)).toBeNull()
    expect(await buildAt(NOW_MS + HOUR_MS)).toBe(0)
    expect(await buildAt(NOW_MS + DAY_MS)).toBeGreaterThanOrEqual(2)
  })

  it('does not use the hours of an outage, and is writable only by the worker', async () => {
    const made = await makeWebsite()
    await addVisits(made.website_id, { days: 20, an_hour: 6 })
    const json = { friendly_name: 'm', url: 'https://example.com/', is_active: false, website_id: made.website_id }
    const monitor_id = (await app.call('POST', '/api/monitors', { key: made.user.key, json })).body.data.id as number
    const from_ms = NOW_MS - 3 * DAY_MS
    await insertIncident(app, monitor_id, { from: from_ms, to: from_ms + 2 * DAY_MS })
    await buildAt(NOW_MS)
    const model = await findModel(made)
    expect(model?.days).toBe(20)
    const write = postgres.asUser({ team_id: made.user.id, system: true }, (tx) =>
      tx.execute({ text: 'update traffic_models set model = null', values: [] }),
    )
    await expect(write).rejects.toThrow(/permission denied/)
  })
})

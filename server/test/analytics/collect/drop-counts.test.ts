import { expect, it } from 'vitest'
import { createDropCounts } from '../../../src/analytics/collect/drop-counts.ts'
import { startApp } from '../../support/app.ts'

const app = await startApp()
const { admin } = app.database

it('drops that could not be written at first are written and counted in the metrics once', async () => {
  const user = await app.makeUser()
  const { rows } = await admin.query<{ id: string }>(
    `insert into websites (team_id, domain, tracking_id) values ($1, 'drops.example', '00DRPCNT00000000') returning id`,
    [user.id],
  )
  const site = { id: Number(rows[0]?.id), team_id: user.id }
  const counted: [string, number][] = []
  const drops = createDropCounts({
    postgres: app.parts.postgres,
    onCounted: (reason, count) => void counted.push([reason, count]),
    onError: () => undefined,
  })
  await admin.query('alter table event_drops rename to event_drops_away')
  drops.add({ site, reason: 'bot', detail: '' }, Date.now())
  drops.add({ site: { id: 0, team_id: 0 }, reason: 'unknown_site', detail: '' }, Date.now())
  await expect(drops.flush()).rejects.toThrow('event_drops')
  await admin.query('alter table event_drops_away rename to event_drops')
  drops.add({ site, reason: 'bot', detail: '' }, Date.now())
  await drops.stop()
  expect(counted.sort()).toEqual([
    ['bot', 2],
    ['unknown_site', 1],
  ])
  const written = await admin.query('select reason, count::int from event_drops where website_id = $1', [site.id])
  expect(written.rows).toEqual([{ reason: 'bot', count: 2 }])
})

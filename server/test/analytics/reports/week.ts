import { HOUR_MS } from '@sitewatch/contract/durations'
import { findLastPeriod, findPeriodSpan, type ReportKind } from '../../../src/analytics/reports/period.ts'
import type { TestApp, TestUser } from '../../support/app.ts'
import { insertIncident, STATUS_503 } from '../../support/incidents.ts'
import { insertSparse, type SparseEvent } from '../stats/context.ts'

/** Times in the last whole week or month, which a preview covers. */
export function lastPeriod(kind: ReportKind, timezone = 'UTC') {
  const period = findLastPeriod(kind, timezone, Date.now())
  const { from_ms, to_ms } = findPeriodSpan(period, timezone)
  return {
    period,
    from_ms,
    to_ms,
    at: (hours: number): string => new Date(from_ms + hours * HOUR_MS).toISOString(),
  }
}

export const HOSTILE = {
  path: '/"><script>window.hit=1</script><img src="https://evil.example/x.png" onerror="window.hit=1">',
  source: 'https://evil.example/login',
  turned: '\u202Egnp.exe',
}

/** A week of varied data: each day two visitors more than the day before, sources, countries, a goal. */
export async function fillWeek(
  app: TestApp,
  website_id: number,
  { timezone = 'UTC', hostile = false } = {},
): Promise<void> {
  const { at } = lastPeriod('weekly', timezone)
  const paths = ['/', '/pricing', '/blog/why-we-count-visitors', '/docs/start', '/about']
  const sources = ['Google', '', 'Hacker News', 'duckduckgo.com', 'LinkedIn']
  const countries = ['DE', 'US', 'FR', '', 'JP', 'BR']
  const events: SparseEvent[] = []
  for (let day = 0; day < 7; day++)
    for (let visitor = 0; visitor < 4 + day * 2; visitor++) {
      const origin = { source: sources[visitor % 5] ?? '', country: countries[visitor % 6] ?? '' }
      const id = 1000 + day * 100 + visitor
      events.push({ time: at(day * 24 + 9), visitor: id, path: '/', ...origin })
      if (visitor % 3 > 0)
        events.push({
          time: at(day * 24 + 9.02),
          visitor: id,
          path: paths[visitor % 5] ?? '/',
          country: origin.country,
        })
    }
  for (let day = -7; day < 0; day++)
    for (let visitor = 0; visitor < 8; visitor++)
      events.push({ time: at(day * 24 + 12), visitor, path: '/', country: 'DE' })
  if (hostile)
    for (let visitor = 0; visitor < 90; visitor++)
      events.push({
        time: at(30),
        visitor: 9000 + visitor,
        path: visitor % 2 ? HOSTILE.path : HOSTILE.turned,
        source: visitor % 2 ? HOSTILE.source : '<b onclick=alert(1)>x</b>',
        country: 'DE',
      })
  await insertSparse(app.parts.clickhouse, website_id, events)
}

/** A monitor of the website, created before the last week, with twelve minutes of downtime in it. */
export async function makeWatched(app: TestApp, user: TestUser, website_id: number): Promise<void> {
  const { from_ms, at } = lastPeriod('weekly')
  for (const [n, friendly_name] of ['Shop', 'Checkout'].entries()) {
    const { body } = await app.call('POST', '/api/monitors', {
      key: user.key,
      json: { friendly_name, url: 'https://shop.example.com/', website_id },
    })
    const id: number = body.data.id
    await app.database.admin.query('update monitors set created_at = $2 where id = $1', [
      id,
      new Date(from_ms - 86_400_000),
    ])
    if (n > 0) continue
    await insertIncident(app, id, { from: at(33.2), to: at(33.4), cause: STATUS_503 })
  }
}

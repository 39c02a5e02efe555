import { Readable } from 'node:stream'
import { metricsRoutes } from '@sitewatch/contract'
import { entryOf } from '../../http/auth.ts'
import { respond, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { withTimeLimit } from '../overview/index.ts'
import { describeFamilies } from './families.ts'
import { readHistory } from './history.ts'
import { readMeasured } from './store.ts'
import { TEXT_TYPE, writeFamilies } from './text-format.ts'

interface MetricsParts {
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
}

/** Prometheus times out after ten seconds: after this time, the figures from Postgres are sent without the rest. */
const HISTORY_MS = 5000

/** Without a transaction: no Postgres connection is held while ClickHouse answers. */
export function serveMetrics({ postgres, clickhouse, clock }: MetricsParts): Served[] {
  return [
    serveWithoutTransaction(metricsRoutes.show, async ({ actor }) => {
      const measured = await postgres.asUser(entryOf(actor), readMeasured, { readOnly: true })
      const request = { now_ms: clock.now().getTime(), seesVisitors: actor.scopes.has('stats:read') }
      const history = await withTimeLimit(readHistory(clickhouse, measured, request), HISTORY_MS)
      const { monitors, monitor_count, websites, website_count } = measured
      const summary = {
        object: 'metrics_summary' as const,
        monitors: monitors.length,
        monitors_omitted: Math.max(0, monitor_count - monitors.length),
        websites: websites.length,
        websites_omitted: Math.max(0, website_count - websites.length),
        has_history: history !== null,
      }
      const chunks = Readable.from(writeFamilies(describeFamilies(measured, history)))
      return respond(summary, { file: { type: TEXT_TYPE, chunks, unlessJson: true } })
    }),
  ]
}

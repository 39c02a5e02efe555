import { checkRoutes } from '@sitewatch/contract'
import { type Actor, entryOf } from '../../http/auth.ts'
import { historyUnavailable } from '../../http/history-unavailable.ts'
import { notFound } from '../../http/problem.ts'
import { serveWithoutTransaction, type Served } from '../../http/serve.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { findOwnedMonitor, listRecentChecks, type OwnedMonitor, readResponseTimes } from './history.ts'
import { listOwnedPage, readRecentChecks } from './recent-checks.ts'

interface HistoryParts {
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
}

/** Without a transaction, so that no Postgres connection is held while ClickHouse runs a query. */
export function serveChecks({ postgres, clickhouse, clock }: HistoryParts): Served[] {
  const requireOwned = async (actor: Actor, id: number): Promise<OwnedMonitor> => {
    const monitor = await postgres.asUser(entryOf(actor), (tx) => findOwnedMonitor(tx, id), { readOnly: true })
    if (!monitor) throw notFound()
    return monitor
  }
  return [
    serveWithoutTransaction(checkRoutes.list, async ({ actor, params, query }) =>
      reportUnavailable(listRecentChecks(clickhouse, await requireOwned(actor, params.id), query)),
    ),
    serveWithoutTransaction(checkRoutes.recent, async ({ actor, query }) => {
      const page = await postgres.asUser(entryOf(actor), (tx) => listOwnedPage(tx, query), { readOnly: true })
      return reportUnavailable(readRecentChecks(clickhouse, page, clock.now().getTime()))
    }),
    serveWithoutTransaction(checkRoutes.responseTimes, async ({ actor, params, query }) =>
      reportUnavailable(
        readResponseTimes(clickhouse, await requireOwned(actor, params.id), {
          window: query.window,
          now_ms: clock.now().getTime(),
        }),
      ),
    ),
  ]
}

async function reportUnavailable<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ClickHouseUnavailable)) throw error
    throw historyUnavailable(
      error,
      'Check history is temporarily unavailable. Monitors and incidents are not affected.',
    )
  })
}

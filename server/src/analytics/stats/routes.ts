import { goalRoutes, revenueRoutes, statsRoutes } from '@sitewatch/contract'
import { type Actor, entryOf } from '../../http/auth.ts'
import { historyUnavailable } from '../../http/history-unavailable.ts'
import { notFound } from '../../http/problem.ts'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres, UserTx } from '../../platform/postgres/index.ts'
import { findWebsiteName, findWebsiteRef, type WebsiteRef } from '../websites/index.ts'
import { type StatsContext, readFunnel, readRealtime, readSeries, readSummary, readVitals } from './answers.ts'
import { readBreakdown } from './breakdown.ts'
import { EXPORT_TYPES, prepareExport } from './export.ts'
import { deleteGoal, findGoalRecord, insertGoal, listAllGoals, listGoals, lockGoal, updateGoal } from './goals.ts'
import { findImportedDays } from './imported.ts'
import type { Span } from './period.ts'
import { createRecentVisits } from './recent-visits.ts'
import { readRevenue } from './revenue.ts'
import { shareReads } from './shared-reads.ts'

export interface StatsParts {
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
  /** When the monitors of a website found it down. Passed in: analytics does not import monitoring. */
  listOutages: (tx: UserTx, website_id: number, window: Span) => Promise<readonly Span[]>
}

async function requireWebsite(tx: UserTx, id: number): Promise<WebsiteRef> {
  const website = await findWebsiteRef(tx, id)
  if (!website) throw notFound()
  return website
}

/** Turns the failure of a ClickHouse query into a problem for the caller. */
export async function answerUnavailable<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ClickHouseUnavailable)) throw error
    throw historyUnavailable(error, 'Statistics are temporarily unavailable. Websites and monitors are not affected.')
  })
}

/** Without a transaction: no Postgres connection is held while ClickHouse answers. */
function serveStatistics({ postgres, clock, listOutages, ...parts }: StatsParts): Served[] {
  const clickhouse = shareReads(parts.clickhouse)
  const recent = createRecentVisits(parts.clickhouse)
  const openContext = async (actor: Actor, id: number): Promise<StatsContext> => {
    const found = await postgres.asUser(
      entryOf(actor),
      async (tx) => {
        const website = await requireWebsite(tx, id)
        const [goals, imported] = await Promise.all([listAllGoals(tx, website), findImportedDays(tx, website)])
        return { website, goals, imported }
      },
      { readOnly: true },
    )
    const readOutages = (window: Span) =>
      postgres.asUser(entryOf(actor), (tx) => listOutages(tx, id, window), { readOnly: true })
    return { ...found, clickhouse, recent, readOutages, now_ms: clock.now().getTime() }
  }
  return [
    serveWithoutTransaction(statsRoutes.summary, async ({ actor, params, query }) =>
      answerUnavailable(readSummary(await openContext(actor, params.id), query)),
    ),
    serveWithoutTransaction(statsRoutes.series, async ({ actor, params, query }) =>
      answerUnavailable(readSeries(await openContext(actor, params.id), query)),
    ),
    serveWithoutTransaction(statsRoutes.breakdown, async ({ actor, params, query }) =>
      answerUnavailable(readBreakdown(await openContext(actor, params.id), query)),
    ),
    serveWithoutTransaction(revenueRoutes.show, async ({ actor, params, query }) =>
      answerUnavailable(readRevenue(await openContext(actor, params.id), query)),
    ),
    serveWithoutTransaction(statsRoutes.realtime, async ({ actor, params, query }) =>
      answerUnavailable(readRealtime(await openContext(actor, params.id), query.filters)),
    ),
    serveWithoutTransaction(statsRoutes.funnel, async ({ actor, params, query }) =>
      answerUnavailable(readFunnel(await openContext(actor, params.id), query)),
    ),
    serveWithoutTransaction(statsRoutes.vitals, async ({ actor, params, query }) =>
      answerUnavailable(readVitals(await openContext(actor, params.id), query)),
    ),
    serveWithoutTransaction(
      statsRoutes.export,
      async ({ actor, params, query }) => {
        const { format } = query
        const { about, write } = await answerUnavailable(prepareExport(await openContext(actor, params.id), query))
        if (format === undefined) return about
        const name = `events-${about.from.slice(0, 10)}-${about.to.slice(0, 10)}.${format}`
        return respond(about, {
          headers: {
            'x-total-events': String(about.events),
            'content-disposition': `attachment; filename="${name}"`,
          },
          file: { type: EXPORT_TYPES[format], chunks: write(format) },
        })
      },
      { current: findWebsiteName },
    ),
  ]
}

function serveGoals(): Served[] {
  const current = lockGoal
  return [
    serve(goalRoutes.list, async ({ tx, params, query }) => listGoals(tx, await requireWebsite(tx, params.id), query)),
    serve(goalRoutes.create, async ({ tx, params, body }) => {
      const goal = await insertGoal(tx, await requireWebsite(tx, params.id), body)
      return respond(goal, { location: `/api/v1/goals/${goal.id}` })
    }),
    serve(goalRoutes.show, ({ tx, params }) => findGoalRecord(tx, params.id)),
    serve(goalRoutes.update, ({ tx, params, body }) => updateGoal(tx, params.id, body), { current }),
    serve(goalRoutes.remove, ({ tx, params }) => deleteGoal(tx, params.id), { current }),
  ]
}

export const serveStats = (parts: StatsParts): Served[] => [...serveStatistics(parts), ...serveGoals()]

import { proposalRoutes, type WebsiteProposals } from '@sitewatch/contract'
import { type Actor, entryOf } from '../../http/auth.ts'
import { notFound } from '../../http/problem.ts'
import { serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Postgres, sql, type UserTx } from '../../platform/postgres/index.ts'
import { answerUnavailable, readBreakdown, readSeries, type StatsContext } from '../../analytics/stats/index.ts'
import { findWebsiteName, findWebsiteRef } from '../../analytics/websites/index.ts'
import { propose } from './propose.ts'

export interface ProposalParts {
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
  min_interval_seconds: number
}

/** At most this many monitors are compared with the pages of the website. */
const MAX_MONITORS_READ = 5000

async function readWebsite(tx: UserTx, id: number) {
  const [website, name] = [await findWebsiteRef(tx, id), await findWebsiteName(tx, id)]
  if (!website || !name) throw notFound()
  const monitors = await tx.query(sql<{ url: string }>`
    select url from monitors where team_id = ${tx.team_id} and deleted_at is null and position(${name.domain} in url) > 0
    order by id limit ${MAX_MONITORS_READ}`)
  return { website, domain: name.domain, monitored: monitors.map(({ url }) => url) }
}

async function readProposals(parts: ProposalParts, actor: Actor, id: number): Promise<WebsiteProposals> {
  const { postgres, clickhouse, clock, min_interval_seconds } = parts
  const { website, domain, monitored } = await postgres.asUser(entryOf(actor), (tx) => readWebsite(tx, id), {
    readOnly: true,
  })
  const context: StatsContext = { clickhouse, website, goals: [], now_ms: clock.now().getTime() }
  const period = { period: '30d' } as const
  const [series, pages] = await Promise.all([
    readSeries(context, { ...period, interval: 'hour' }),
    readBreakdown(context, { ...period, dimension: 'entry', page: 1, per_page: 100 }),
  ])
  const proposals = propose({
    domain,
    timezone: website.timezone,
    entries: pages.rows.map(({ value, visits }) => ({ path: value, visits })).toSorted((a, b) => b.visits - a.visits),
    // The current hour is not over and would look quiet.
    hours: series.points.slice(0, -1).map(({ start, visits }) => ({ start_ms: Date.parse(start), visits })),
    monitored,
    min_interval_seconds,
  })
  return { object: 'website_proposals', website_id: id, from: series.from, to: series.to, ...proposals }
}

/** Without a transaction: no Postgres connection is held while ClickHouse answers. */
export function serveProposals(parts: ProposalParts): Served[] {
  return [
    serveWithoutTransaction(proposalRoutes.show, ({ actor, params }) =>
      answerUnavailable(readProposals(parts, actor, params.id)),
    ),
  ]
}

import type { ExperiencedUptime } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { notFound } from '../../http/problem.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { sumSpans, type Span } from '../../platform/time/spans.ts'
import { findWebsiteRef, type WebsiteRef } from '../../analytics/websites/index.ts'
import { findTrafficModel } from '../expected-traffic/index.ts'
import { computeBudget } from '../error-budget/index.ts'
import { countExperienced } from './experienced.ts'
import { joinSpans } from './measured.ts'
import { type ReadParts, readSubjects } from './read.ts'
import { type CountedWebsite, readCounts } from './visits.ts'

export interface ExperienceQuery {
  monitor_id: number | null
  website_id: number | null
  days: number
}

interface ExperienceData {
  window: Span
  down: Span[]
  clock_percent: number | null
  website_id: number | null
  counted: CountedWebsite | null
}

/** The share that was reached is the same for every target, so any target will do. */
const percentOf = (counted: number, failed: number): number | null => computeBudget({ counted, failed }, 99).percent

async function findWebsite(tx: UserTx, { monitor_id, website_id }: ExperienceQuery): Promise<WebsiteRef | undefined> {
  const monitor =
    monitor_id === null
      ? { website_id }
      : await tx.maybe(sql<{ website_id: number | null }>`
        select website_id from monitors where team_id = ${tx.team_id} and id = ${monitor_id} and deleted_at is null`)
  if (!monitor) throw notFound()
  if (monitor.website_id === null) return undefined
  const website = await findWebsiteRef(tx, monitor.website_id)
  if (!website) throw notFound()
  return website
}

/** The part that is read from Postgres. */
export async function readStored(tx: UserTx, query: ExperienceQuery, parts: ReadParts): Promise<ExperienceData> {
  const website = await findWebsite(tx, query)
  const window = { from: parts.now_ms - query.days * DAY_MS, to: parts.now_ms }
  const find = await readSubjects(tx, [query], { ...parts, from_ms: window.from })
  const { monitored, down } = joinSpans(find(query).histories, window)
  const model = website && (await findTrafficModel(tx, website.id))
  return {
    window,
    down,
    clock_percent: percentOf(sumSpans(monitored), sumSpans(down)),
    website_id: website?.id ?? null,
    counted: model ? { website, model } : null,
  }
}

export async function readExperience(
  clickhouse: Pick<ClickHouse, 'read'>,
  { window, down, clock_percent, website_id, counted }: ExperienceData,
  { monitor_id }: ExperienceQuery,
): Promise<ExperiencedUptime> {
  const visits = counted && countExperienced(window, down, await readCounts(clickhouse, counted, [window, ...down]))
  return {
    object: 'experienced_uptime',
    monitor_id,
    website_id,
    from: new Date(window.from).toISOString(),
    to: new Date(window.to).toISOString(),
    clock_percent,
    experienced_percent: visits && percentOf(visits.seen + visits.failed, visits.failed),
    visits_seen: visits && visits.seen,
    visits_failed: visits && Math.round(visits.failed * 10) / 10,
  }
}

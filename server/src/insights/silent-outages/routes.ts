import { type ExpectedTraffic, MAX_EXPECTED_HOURS, silentOutageRoutes } from '@sitewatch/contract'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { findWebsiteRef, type WebsiteRef } from '../../analytics/websites/index.ts'
import { entryOf } from '../../http/auth.ts'
import { historyUnavailable } from '../../http/history-unavailable.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { serveWithoutTransaction, type Served } from '../../http/serve.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres, UserTx } from '../../platform/postgres/index.ts'
import { countVisits, expectVisits, findTrafficModel, type Span, type TrafficModel } from '../expected-traffic/index.ts'
import { isDetectable } from './detectable.ts'
import { findAlertsOn } from './store.ts'

interface RouteParts {
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
}

const DEFAULT_HOURS = 48

const REASONS: Record<Exclude<ExpectedTraffic['alerts'], 'on'>, string> = {
  off: 'Traffic drop alerts are turned off in the settings of the website.',
  not_enough_data: 'There are not enough visits to compare with yet. Two weeks are needed at least.',
  too_little_traffic: 'The website has too little traffic to detect a drop reliably.',
}

interface WebsiteTraffic {
  website: WebsiteRef
  model: TrafficModel | null
  alerts_on: boolean
}

async function readTraffic(tx: UserTx, id: number): Promise<WebsiteTraffic> {
  const website = await findWebsiteRef(tx, id)
  if (!website) throw notFound()
  return { website, model: await findTrafficModel(tx, id), alerts_on: await findAlertsOn(tx, id) }
}

function judgeAlerts({ model, alerts_on }: WebsiteTraffic, now_ms: number): ExpectedTraffic['alerts'] {
  if (!alerts_on) return 'off'
  if (!model) return 'not_enough_data'
  return isDetectable(model, now_ms) ? 'on' : 'too_little_traffic'
}

function listHours(from: Date | undefined, to: Date | undefined, now_ms: number): Span[] {
  const to_ms = to?.getTime() ?? now_ms
  const from_ms = Math.floor((from?.getTime() ?? to_ms - DEFAULT_HOURS * HOUR_MS) / HOUR_MS) * HOUR_MS
  const count = Math.ceil((to_ms - from_ms) / HOUR_MS)
  if (count <= 0) throw invalid('to', 'too_small', 'to must be after from.')
  if (count > MAX_EXPECTED_HOURS)
    throw invalid('to', 'too_big', `to must be at most ${MAX_EXPECTED_HOURS / 24} days after from.`)
  return Array.from({ length: count }, (_, index) => ({
    from_ms: from_ms + index * HOUR_MS,
    to_ms: from_ms + (index + 1) * HOUR_MS,
  }))
}

const round = (visits: number): number => Math.round(visits * 10) / 10

function describeHour(model: TrafficModel | null, span: Span, seen: number | null): ExpectedTraffic['hours'][number] {
  const expected = model && expectVisits(model, span)
  return {
    start: new Date(span.from_ms).toISOString(),
    visits_expected: expected && round(expected.visits),
    visits_low: expected && round(expected.low),
    visits_high: expected && round(expected.high),
    visits_seen: seen,
  }
}

const answerUnavailable = (error: unknown): never => {
  if (!(error instanceof ClickHouseUnavailable)) throw error
  throw historyUnavailable(error, 'Statistics are temporarily unavailable. Websites and monitors are not affected.')
}

export function serveSilentOutages({ postgres, clickhouse, clock }: RouteParts): Served[] {
  return [
    serveWithoutTransaction(silentOutageRoutes.expected, async ({ actor, params, query }) => {
      const now_ms = clock.now().getTime()
      const hours = listHours(query.from, query.to, now_ms)
      const traffic = await postgres.asUser(entryOf(actor), (tx) => readTraffic(tx, params.id), { readOnly: true })
      const startedHours = hours.filter(({ from_ms }) => from_ms <= now_ms)
      const seen = await countVisits(clickhouse, traffic.website, startedHours).catch(answerUnavailable)
      const alerts = judgeAlerts(traffic, now_ms)
      return {
        object: 'expected_traffic' as const,
        website_id: params.id,
        from: new Date(hours[0]?.from_ms ?? 0).toISOString(),
        to: new Date(hours.at(-1)?.to_ms ?? 0).toISOString(),
        alerts,
        alerts_reason: alerts === 'on' ? null : REASONS[alerts],
        hours: hours.map((span, index) => describeHour(traffic.model, span, seen[index] ?? null)),
      }
    }),
  ]
}

import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import { listKnownDays, pickSource } from './days.ts'
import type { Span } from './period.ts'
import { buildVisitStartsQuery } from './queries/visit-starts.ts'

/**
 * How many visits began in each span, today's included; spans may overlap. Days that are over are read as they were counted when every
 * cut is at a quarter of an hour, and from their stored visits otherwise; only what is left is derived from events.
 */
export async function countVisitStarts(
  clickhouse: Pick<ClickHouse, 'read'>,
  website: WebsiteRef,
  spans: readonly Readonly<Span>[],
): Promise<number[]> {
  const used = spans.filter(({ from_ms, to_ms }) => from_ms < to_ms)
  const cuts = [...new Set(used.flatMap(({ from_ms, to_ms }) => [from_ms, to_ms]))].sort((a, b) => a - b)
  const [from_ms, to_ms] = [cuts[0], cuts.at(-1)]
  if (from_ms === undefined || to_ms === undefined) return spans.map(() => 0)
  const span = { from_ms, to_ms }
  const known = await listKnownDays(clickhouse, website, span)
  const source = pickSource(known, span, { by: 'visit_start', starts_ms: cuts })
  const { query, values } = buildVisitStartsQuery({ website, span, source }, cuts)
  const found = new Map((await clickhouse.read(query, values)).map(({ start, visits }) => [start, visits]))
  const before = new Map<number, number>()
  let sum = 0
  for (const cut of cuts) {
    before.set(cut, sum)
    sum += found.get(cut) ?? 0
  }
  return spans.map((each) => (before.get(each.to_ms) ?? 0) - (before.get(each.from_ms) ?? 0))
}

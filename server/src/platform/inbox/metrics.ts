import { Counter, Gauge, type Metrics } from '../metrics.ts'
import { INBOX_KINDS, type InboxKind } from './kinds.ts'
import type { LoaderOptions } from './loader.ts'

/** How much was loaded, and how old the oldest batch is that was not. */
export function createInboxMetrics({
  registry,
}: Pick<Metrics, 'registry'>): Required<Pick<LoaderOptions, 'onLoaded' | 'onLook'>> {
  const registers = [registry]
  // A role that is started anew in the same process begins anew.
  for (const name of ['sitewatch_inbox_rows_loaded_total', 'sitewatch_inbox_oldest_seconds'])
    registry.removeSingleMetric(name)
  const loaded = new Counter({
    name: 'sitewatch_inbox_rows_loaded_total',
    help: 'Rows loaded into ClickHouse, by kind',
    labelNames: ['kind'],
    registers,
  })
  const oldest = new Gauge({
    name: 'sitewatch_inbox_oldest_seconds',
    help: 'Age of the oldest batch that waits for ClickHouse, by kind',
    labelNames: ['kind'],
    registers,
  })
  return {
    onLoaded: (kind, rows) => loaded.labels(kind).inc(rows),
    onLook(ages: ReadonlyMap<InboxKind, number>) {
      for (const kind of INBOX_KINDS) oldest.labels(kind).set(ages.get(kind) ?? 0)
    },
  }
}

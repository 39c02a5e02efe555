import { Counter, Gauge, type Metrics, readForScrape } from '../metrics.ts'
import type { Postgres } from '../postgres/index.ts'
import { INBOX_KINDS, type InboxKind } from './kinds.ts'
import type { LoaderOptions } from './loader.ts'
import { countRefusedUnscoped } from './refused.ts'

const NAMES = {
  loaded: 'sitewatch_inbox_rows_loaded_total',
  oldest: 'sitewatch_inbox_oldest_seconds',
  refused: 'sitewatch_inbox_refused_batches',
} as const

/** How much was loaded, how old the oldest batch is that was not, and what was set aside. */
export function createInboxMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  postgres: Postgres,
): Required<Pick<LoaderOptions, 'onLoaded' | 'onPoll'>> {
  const registers = [registry]
  // A role that is restarted in the same process starts from zero.
  for (const name of Object.values(NAMES)) registry.removeSingleMetric(name)
  const refused: Gauge = new Gauge({
    name: NAMES.refused,
    help: 'Batches that could not be loaded and were set aside, by kind',
    labelNames: ['kind'],
    registers,
    async collect(): Promise<void> {
      refused.reset()
      const found = await readForScrape(countRefusedUnscoped(postgres))
      for (const kind of found ? INBOX_KINDS : []) {
        refused.labels(kind).set(found?.find((count) => count.kind === kind)?.batches ?? 0)
      }
    },
  })
  const loaded = new Counter({
    name: NAMES.loaded,
    help: 'Rows loaded into ClickHouse, by kind',
    labelNames: ['kind'],
    registers,
  })
  const oldest = new Gauge({
    name: NAMES.oldest,
    help: 'Age of the oldest batch that waits for ClickHouse, by kind',
    labelNames: ['kind'],
    registers,
  })
  return {
    onLoaded: (kind, rows) => loaded.labels(kind).inc(rows),
    onPoll(ages: ReadonlyMap<InboxKind, number>) {
      for (const kind of INBOX_KINDS) oldest.labels(kind).set(ages.get(kind) ?? 0)
    },
  }
}

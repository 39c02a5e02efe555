import { overviewRoutes } from '@sitewatch/contract'
import { WEEK_MS } from '@sitewatch/contract/durations'
import { entryOf } from '../../http/auth.ts'
import { serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres, UserTx } from '../../platform/postgres/index.ts'
import type { WebsiteLine } from '../../analytics/websites/index.ts'
import { assembleOverview } from './assemble.ts'
import { readFigures, readSilent, type SilentWebsite, type WebsiteFigures, withTimeLimit } from './figures.ts'
import { readTeamStatus } from './store.ts'

export interface OverviewParts {
  postgres: Postgres
  clickhouse: ClickHouse
  clock: Clock
}

/** The figures of 500 websites take a tenth of a second on two idle cores; after this time the overview is shown without them. */
const FIGURES_MS = 3000

interface Traffic {
  figures: ReadonlyMap<number, WebsiteFigures> | null
  silent: readonly SilentWebsite[]
}

async function readTraffic(clickhouse: ClickHouse, websites: readonly WebsiteLine[], to_ms: number): Promise<Traffic> {
  const figures = await withTimeLimit(readFigures(clickhouse, websites, to_ms), FIGURES_MS)
  if (figures === null) return { figures, silent: [] }
  const isOld = (first_event_at: string | null): boolean =>
    first_event_at !== null && Date.parse(first_event_at) < to_ms - WEEK_MS
  const quiet = websites.filter(({ id, first_event_at }) => !figures.has(id) && isOld(first_event_at))
  return { figures, silent: (await withTimeLimit(readSilent(clickhouse, quiet, to_ms), FIGURES_MS)) ?? [] }
}

/** Without a transaction: no Postgres connection is held while ClickHouse answers. */
export function serveOverview({ postgres, clickhouse, clock }: OverviewParts): Served[] {
  return [
    serveWithoutTransaction(overviewRoutes.show, async ({ actor, query }) => {
      const seesProviders = actor.scopes.has('providers:read')
      const now_ms = clock.now().getTime()
      const read = (tx: UserTx) => readTeamStatus(tx, { seesProviders, now_ms, tag: query.tag })
      const status = await postgres.asUser(entryOf(actor), read, { readOnly: true })
      const to_ms = clock.now().getTime()
      return assembleOverview({ status, ...(await readTraffic(clickhouse, status.websites, to_ms)), to_ms })
    }),
  ]
}

import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, isStoreUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { EntryRefused, type Postgres } from '../../platform/postgres/index.ts'
import { findWebsiteRef } from '../../analytics/websites/index.ts'
import { readHistory } from './history.ts'
import { buildModel, HISTORY_DAYS, type TrafficModel } from './model.ts'
import {
  type DueModel,
  listDisturbed,
  listDueModelsUnscoped,
  postponeModelUnscoped,
  saveModelUnscoped,
} from './store.ts'

export interface RebuildParts {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
  clock: Clock
  log: Log
}

const RETRY_MS = HOUR_MS
/** Every five minutes: 28,800 a day. A website keeps the time of day of its first build, so the work stays spread. */
const MAX_PER_RUN = 100
const MAX_RUN_MS = 120_000

/** `undefined`: the website does not exist any more. */
async function build(
  { postgres, clickhouse }: Pick<RebuildParts, 'postgres' | 'clickhouse'>,
  { team_id, website_id }: DueModel,
  now_ms: number,
): Promise<TrafficModel | null | undefined> {
  const entry = { team_id, system: true } as const
  const found = await postgres.asUser(
    entry,
    async (tx) => {
      const website = await findWebsiteRef(tx, website_id)
      const period = { from_ms: now_ms - HISTORY_DAYS * DAY_MS, to_ms: now_ms }
      return website && { website, disturbed: await listDisturbed(tx, website_id, period) }
    },
    { readOnly: true },
  )
  if (!found) return undefined
  const { website, disturbed } = found
  const history = await readHistory(clickhouse, website, now_ms)
  const { timezone } = website
  // A monitor that was wrong for months must not leave a website without a model.
  return buildModel(history, { timezone, disturbed }) ?? buildModel(history, { timezone, disturbed: [] })
}

/** Builds the model of one website now. Returns whether the website exists. */
export async function rebuildModel(parts: Omit<RebuildParts, 'log'>, website: DueModel): Promise<boolean> {
  const now = parts.clock.now()
  const model = await build(parts, website, now.getTime())
  if (model === undefined) return false
  const due = new Date(now.getTime() + DAY_MS)
  await parts.postgres.asRole('worker', (tx) => saveModelUnscoped(tx, website, { model, now, due }))
  return true
}

/** One after another: this is background work, and people wait for other queries. Returns how many models were built. */
export async function buildDueModels(parts: RebuildParts): Promise<number> {
  const { postgres, clock, log } = parts
  const until = performance.now() + MAX_RUN_MS
  const now = clock.now()
  const due = await postgres.asRole('worker', (tx) => listDueModelsUnscoped(tx, now, MAX_PER_RUN))
  let built = 0
  for (const each of due) {
    if (performance.now() > until) break
    try {
      built += Number(await rebuildModel(parts, each))
    } catch (error) {
      if (isStoreUnavailable(error)) {
        log.debug({ err: error }, 'traffic models not built: ClickHouse is unavailable')
        return built
      }
      const isRefused = error instanceof EntryRefused
      if (!isRefused)
        log.error({ err: error, website_id: each.website_id }, 'building the traffic model of a website failed')
      const again = new Date(now.getTime() + (isRefused ? DAY_MS : RETRY_MS))
      await postgres.asRole('worker', (tx) => postponeModelUnscoped(tx, each, { now, due: again }))
    }
  }
  return built
}

import { type ClickHouse, isStoreUnavailable } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { EntryRefused, type Postgres } from '../../platform/postgres/index.ts'
import { judgeOverall, lookAgain } from './judge.ts'
import { alphaOf } from './metrics.ts'
import { readCheckMetrics, readVisitorMetrics } from './read.ts'
import {
  type DueVerdict,
  findRunningVerdict,
  listDueVerdictsUnscoped,
  type LookResult,
  postponeVerdictUnscoped,
  type RunningVerdict,
  saveVerdict,
} from './store.ts'
import { planNextLook, planWindows } from './windows.ts'

export interface LookParts {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
  clock: Clock
  log: Log
}

const MAX_PER_RUN = 100
/** A run ends after this long; the next one, a minute later, continues. */
const RUN_MS = 30_000
const RETRY_MS = 10 * 60_000
/** How long an event may take until it can be read. */
const LOADED_MS = 60_000

async function look(
  clickhouse: LookParts['clickhouse'],
  { team_id }: DueVerdict,
  { running, now_ms }: { running: RunningVerdict; now_ms: number },
): Promise<LookResult> {
  const { website, goals, monitor_ids, metrics: known, websites } = running
  const starts_ms = Date.parse(running.starts_at)
  const ends_ms = Date.parse(running.ends_at)
  const is_last = now_ms - LOADED_MS >= ends_ms
  const until_ms = Math.min(ends_ms, now_ms - LOADED_MS)
  const windows = planWindows(starts_ms, until_ms, website.timezone)
  // Two deploys in the same millisecond leave nothing to compare.
  const measured =
    windows.length === 0
      ? []
      : [
          ...(await readVisitorMetrics(clickhouse, website, { windows, goals })),
          ...(await readCheckMetrics(clickhouse, { team_id, monitor_ids }, windows)),
        ]
  const now = new Date(now_ms)
  const metrics = lookAgain(known, measured, { alpha: alphaOf(websites), now: now.toISOString(), is_last })
  const verdict = judgeOverall(metrics, is_last)
  const isNew = verdict !== null && verdict !== running.verdict
  const decided_at = isNew ? now : verdict === null || running.decided_at === null ? null : new Date(running.decided_at)
  const next_ms = Math.max(now_ms + LOADED_MS, Math.min(planNextLook(starts_ms, now_ms), ends_ms + LOADED_MS))
  return { metrics, verdict, decided_at, due_at: is_last ? null : new Date(next_ms) }
}

async function lookAt(parts: LookParts, due: DueVerdict): Promise<void> {
  const { postgres, clickhouse, clock } = parts
  const entry = { team_id: due.team_id, system: true } as const
  const running = await postgres.asUser(entry, (tx) => findRunningVerdict(tx, due), { readOnly: true })
  if (!running) return
  const result = await look(clickhouse, due, { running, now_ms: clock.now().getTime() })
  await postgres.asUser(entry, (tx) => saveVerdict(tx, due, { ends_at: running.ends_at, result }))
}

/** One after another: this is background work, and people wait for other queries. */
export async function lookAtDueVerdicts(parts: LookParts): Promise<number> {
  const { postgres, clock, log } = parts
  const now = clock.now()
  const stop_ms = performance.now() + RUN_MS
  const due = await postgres.asRole('worker', (tx) => listDueVerdictsUnscoped(tx, now, MAX_PER_RUN))
  for (const each of due) {
    if (performance.now() > stop_ms) break
    try {
      await lookAt(parts, each)
    } catch (error) {
      if (isStoreUnavailable(error)) {
        log.debug({ err: error }, 'deploys not compared: ClickHouse is unavailable')
        break
      }
      if (!(error instanceof EntryRefused))
        log.error({ err: error, deploy_id: each.deploy_id }, 'comparing a deploy with before failed')
      await postgres.asRole('worker', (tx) => postponeVerdictUnscoped(tx, each, new Date(now.getTime() + RETRY_MS)))
    }
  }
  return due.length
}

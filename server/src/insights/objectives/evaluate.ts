import { DAY_MS } from '@sitewatch/contract/durations'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { type ClickHouse, ClickHouseUnavailable, isStoreUnavailable } from '../../platform/clickhouse/index.ts'
import { EntryRefused, type Postgres, type UserTx } from '../../platform/postgres/index.ts'
import { findWebsiteRef } from '../../analytics/websites/index.ts'
import { findTrafficModel } from '../expected-traffic/index.ts'
import { computeBudget } from '../error-budget/index.ts'
import { joinSpans, type Measured, measureVisits, startOfDay } from './measured.ts'
import { measureObjectives, readDays, readSubjects, type StoredDay, type SubjectData } from './read.ts'
import { judgeObjective, judgeStatus, type ObjectiveRow, percentLeft } from './record.ts'
import {
  announceBurnUnscoped,
  type DueTeam,
  listDueUnscoped,
  listRows,
  lockStateUnscoped,
  saveDaysUnscoped,
  saveStateUnscoped,
} from './states.ts'
import {
  type CountedWebsite,
  countPlanned,
  type CountPlan,
  joinDays,
  listPlanned,
  planCounting,
  readCounts,
} from './visits.ts'

export interface EvaluateParts {
  config: Pick<Config, 'SITEWATCH_INCIDENT_RETENTION_DAYS'>
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
  clock: Clock
  log: Log
}

interface Evaluated {
  row: ObjectiveRow
  measured: Measured
}

/** Judges by the stored state, in the transaction that stores the new state and creates the notice. */
async function saveEvaluated(
  { postgres }: EvaluateParts,
  team_id: number,
  { row, measured, now_ms }: Evaluated & { now_ms: number },
): Promise<void> {
  const key = { team_id, id: row.id }
  await postgres.asRole('worker', async (tx) => {
    const burning = await lockStateUnscoped(tx, key)
    if (!burning) return
    const { state, rates, notice, isBurning } = judgeObjective({ ...row, ...burning }, measured, now_ms)
    const budget = computeBudget(measured.spentUntil(now_ms), row.target)
    const status = judgeStatus(budget, isBurning)
    await saveStateUnscoped(tx, key, { status, state, rates, now_ms })
    if (notice) await announceBurnUnscoped(tx, key, { notice, left_percent: percentLeft(budget) ?? 0, now_ms })
  })
}

interface UncountedObjective {
  row: ObjectiveRow
  plan: CountPlan
  stored: StoredDay[]
  counted: CountedWebsite
}

/** What must be counted in ClickHouse to judge an objective by visits; null if its visits are unknown. */
async function planVisits(
  tx: UserTx,
  row: ObjectiveRow,
  { histories, website_id, stored, now_ms }: SubjectData & { stored: StoredDay[]; now_ms: number },
): Promise<UncountedObjective | null> {
  const website = website_id === null ? undefined : await findWebsiteRef(tx, website_id)
  const model = website && (await findTrafficModel(tx, website.id))
  if (!model) return null
  const period = { from: now_ms - 2 * row.window_days * DAY_MS, to: now_ms }
  const plan = planCounting(joinSpans(histories, period).down, { stored, window_days: row.window_days, now_ms })
  return { row, plan, stored, counted: { website, model } }
}

interface TeamObjectives {
  ready: Evaluated[]
  uncounted: UncountedObjective[]
}

async function readTeam(
  { config }: EvaluateParts,
  tx: UserTx,
  { objective_ids, now_ms }: { objective_ids: readonly number[]; now_ms: number },
): Promise<TeamObjectives> {
  const rows = await listRows(tx, objective_ids)
  const parts = { now_ms, retention_days: config.SITEWATCH_INCIDENT_RETENTION_DAYS }
  const measure = await measureObjectives(tx, rows, { ...parts, windows: 1 })
  const byVisits = rows.filter((row) => row.measure === 'visitors')
  const days = Math.max(0, ...byVisits.map(({ window_days }) => window_days))
  const find = await readSubjects(tx, byVisits, { ...parts, from_ms: now_ms - 2 * days * DAY_MS })
  const stored = await readDays(
    tx,
    byVisits.map(({ id }) => id),
  )
  const uncounted: UncountedObjective[] = []
  for (const row of byVisits) {
    const planned = await planVisits(tx, row, { ...find(row), stored: stored.get(row.id) ?? [], now_ms })
    if (planned) uncounted.push(planned)
  }
  const isUncounted = new Set(uncounted.map(({ row }) => row.id))
  return {
    ready: rows.filter(({ id }) => !isUncounted.has(id)).map((row) => ({ row, measured: measure(row) })),
    uncounted,
  }
}

async function countObjective(
  { postgres, clickhouse }: EvaluateParts,
  team_id: number,
  { row, plan, stored, counted, now_ms }: UncountedObjective & { now_ms: number },
): Promise<Evaluated> {
  const found = countPlanned(plan, await readCounts(clickhouse, counted, listPlanned(plan)), now_ms)
  const oldest_ms = startOfDay(now_ms) - 2 * row.window_days * DAY_MS
  await postgres.asRole('worker', (tx) =>
    saveDaysUnscoped(tx, { team_id, id: row.id }, { days: found.days, oldest_ms, updated_at: row.updated_at }),
  )
  return { row, measured: measureVisits(joinDays(stored, found.days), found.outages, row) }
}

async function evaluateTeam(parts: EvaluateParts, { team_id, objective_ids }: DueTeam, now_ms: number): Promise<void> {
  const { ready, uncounted } = await parts.postgres.asUser(
    { team_id, system: true },
    (tx) => readTeam(parts, tx, { objective_ids, now_ms }),
    { readOnly: true },
  )
  for (const each of ready) await saveEvaluated(parts, team_id, { ...each, now_ms })
  const failures: unknown[] = []
  for (const each of uncounted) {
    try {
      await saveEvaluated(parts, team_id, { ...(await countObjective(parts, team_id, { ...each, now_ms })), now_ms })
    } catch (error) {
      // The others can still be counted, unless the store is unavailable.
      if (isStoreUnavailable(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** One team after another. Returns the number of objectives that were due. */
export async function evaluateObjectives(parts: EvaluateParts): Promise<number> {
  const { postgres, clock, log } = parts
  const now = clock.now()
  const due = await postgres.asRole('worker', (tx) => listDueUnscoped(tx, now), { readOnly: true })
  for (const team of due) {
    try {
      await evaluateTeam(parts, team, now.getTime())
    } catch (error) {
      // A team that is being deleted.
      if (error instanceof EntryRefused) continue
      if (error instanceof ClickHouseUnavailable) {
        log.debug({ err: error }, 'objectives by visits not evaluated: ClickHouse is unavailable')
        continue
      }
      log.error({ err: error, team_id: team.team_id }, 'evaluating the objectives of a team failed')
    }
  }
  return due.reduce((sum, { objective_ids }) => sum + objective_ids.length, 0)
}

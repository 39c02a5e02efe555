import { z } from 'zod'
import { type ClickHouse, defineQuery, listTablesOf, purgeRows } from '../../platform/clickhouse/index.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'

export interface CheckTaskParts {
  postgres: Postgres
  clickhouse: ClickHouse
  log: Log
}

const listTeamsIn = (table: string) =>
  defineQuery({
    name: 'checks.teams',
    sql: `SELECT DISTINCT team_id AS id FROM ${table}`,
    params: z.object({}),
    row: z.object({ id: z.coerce.number() }),
    timeout_seconds: 60,
  })

/** Teams with checks in the history that are not in Postgres any more. */
async function listDeletedTeamsUnscoped({ postgres, clickhouse }: CheckTaskParts): Promise<number[]> {
  const tables = await listTablesOf(clickhouse, 'team_id')
  const teams = await Promise.all(tables.map((table) => clickhouse.read(listTeamsIn(table), {})))
  const ids = [...new Set(teams.flat().map(({ id }) => id))]
  const found = await postgres.asRole(
    'worker',
    (tx) => tx.query(sql<{ id: number }>`select id from teams where id = any(${ids}::bigint[])`),
    { readOnly: true },
  )
  const existing = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !existing.has(id))
}

/** Deletes the checks of a team after its deletion. Without a team, those of all teams that were deleted before there was this job. */
function purgeTeamChecks(parts: CheckTaskParts): Task {
  return defineTask({
    name: 'purge_team_checks',
    payload: z.object({ team_id: z.int().optional() }),
    async run({ team_id }) {
      const ids = team_id === undefined ? await listDeletedTeamsUnscoped(parts) : [team_id]
      if (ids.length === 0) return
      // The job is repeated, and goes on where ClickHouse is by then.
      if (!(await purgeRows(parts.clickhouse, { column: 'team_id', ids })))
        throw new Error('ClickHouse has not yet deleted all checks of deleted teams')
      parts.log.info({ teams: ids.length }, 'deleted the checks of deleted teams')
    },
  })
}

export function checkTasks(parts: CheckTaskParts): Task[] {
  return [purgeTeamChecks(parts)]
}

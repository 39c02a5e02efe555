import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'

const TABLES = ['stats_days', 'stats_visits'] as const
/** A build that has not finished by then never will: each of its statements may take 100 s. */
const UNFINISHED_HOURS = 24
/** No query that began before reads the rows of the former build for longer. */
const REPLACED_HOURS = 1
const MAX_BUILDS = 10_000

const findOutdated = (table: (typeof TABLES)[number]) =>
  defineQuery({
    name: 'stats.outdated_builds',
    sql: `
      SELECT build FROM (
        SELECT website_id, day, build, max(built_at) AS written_at FROM ${table} GROUP BY website_id, day, build
      ) AS written
      LEFT JOIN (
        SELECT website_id, day, argMax(build, built_at) AS latest, max(built_at) AS finished_at
        FROM stats_builds GROUP BY website_id, day
      ) AS finished USING (website_id, day)
      WHERE build != latest AND written_at < {written_before:DateTime} AND finished_at < {finished_before:DateTime64(3)}
      LIMIT {limit:UInt32}`,
    params: z.object({ written_before: z.date(), finished_before: z.date(), limit: z.int() }),
    row: z.object({ build: integer64 }),
    timeout_seconds: 60,
  })

/** A process that was killed leaves the visits behind that it had derived. */
const findLeftBehind = defineQuery({
  name: 'stats.recent_left_behind',
  sql: `
    SELECT DISTINCT partition_id AS id FROM system.parts
    WHERE database = currentDatabase() AND table = 'stats_recent_visits' AND active AND modification_time < {before:DateTime}`,
  params: z.object({ before: z.date() }),
  row: z.object({ id: z.string().regex(/^\d+$/) }),
})

const hoursBefore = (now_ms: number, hours: number): Date =>
  new Date(Math.floor(now_ms / 1000) * 1000 - hours * 3_600_000)

/**
 * Deletes the rows of builds that did not finish or were replaced; returns how many builds. All of them in one pass, because the
 * engine rewrites every part that contains some of these rows.
 */
export async function deleteOutdatedBuilds(
  clickhouse: Pick<ClickHouse, 'read' | 'execute'>,
  now_ms: number,
): Promise<number> {
  let deleted = 0
  for (const { id } of await clickhouse.read(findLeftBehind, { before: hoursBefore(now_ms, REPLACED_HOURS) })) {
    await clickhouse.execute(`ALTER TABLE stats_recent_visits DROP PARTITION ID '${id}'`)
    deleted += 1
  }
  for (const table of TABLES) {
    const found = await clickhouse.read(findOutdated(table), {
      written_before: hoursBefore(now_ms, UNFINISHED_HOURS),
      finished_before: hoursBefore(now_ms, REPLACED_HOURS),
      limit: MAX_BUILDS,
    })
    if (found.length === 0) continue
    await clickhouse.execute(
      `ALTER TABLE ${table} DELETE WHERE build IN {builds:Array(UInt64)} SETTINGS mutations_sync = 0`,
      { builds: found.map(({ build }) => build) },
    )
    deleted += found.length
  }
  return deleted
}

import { z } from 'zod'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'

const TABLES = ['stats_days', 'stats_visits'] as const
/** A build that has not finished by then never will: each of its statements may take 100 s. */
const UNFINISHED_HOURS = 24
/** After this time, no query that started before still reads the rows of the previous build. */
const REPLACED_HOURS = 1
/** ClickHouse accepts parameters of up to 128 KiB. */
const MAX_BUILDS = 5000

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
      WHERE build != latest AND build > {after:UInt64} AND written_at < {written_before:DateTime} AND finished_at < {finished_before:DateTime64(3)}
      ORDER BY build LIMIT {limit:UInt32}`,
    params: z.object({ after: z.int(), written_before: z.date(), finished_before: z.date(), limit: z.int() }),
    row: z.object({ build: integer64 }),
    timeout_seconds: 60,
  })

/** Partitions of derived visits that a killed process left behind. */
const findOrphanedPartitions = defineQuery({
  name: 'stats.recent_left_behind',
  sql: `
    SELECT DISTINCT partition_id AS id FROM system.parts
    WHERE database = currentDatabase() AND table = 'stats_recent_visits' AND active AND modification_time < {before:DateTime}`,
  params: z.object({ before: z.date() }),
  row: z.object({ id: z.string().regex(/^\d+$/) }),
})

const hoursBefore = (now_ms: number, hours: number): Date =>
  new Date(Math.floor(now_ms / 1000) * 1000 - hours * HOUR_MS)

async function deleteFrom(
  clickhouse: Pick<ClickHouse, 'read' | 'execute'>,
  table: (typeof TABLES)[number],
  now_ms: number,
): Promise<number> {
  let deleted = 0
  for (let after = 0; ;) {
    const found = await clickhouse.read(findOutdated(table), {
      after,
      written_before: hoursBefore(now_ms, UNFINISHED_HOURS),
      finished_before: hoursBefore(now_ms, REPLACED_HOURS),
      limit: MAX_BUILDS,
    })
    const builds = found.map(({ build }) => build)
    if (builds.length > 0)
      await clickhouse.execute(
        `ALTER TABLE ${table} DELETE WHERE build IN {builds:Array(UInt64)} SETTINGS mutations_sync = 0`,
        { builds },
      )
    deleted += builds.length
    if (builds.length < MAX_BUILDS) return deleted
    after = builds.at(-1) ?? after
  }
}

/**
 * Deletes the rows of builds that did not finish or were replaced; returns how many builds. As many as possible in one pass,
 * because the engine rewrites every part that contains some of these rows.
 */
export async function deleteOutdatedBuilds(
  clickhouse: Pick<ClickHouse, 'read' | 'execute'>,
  now_ms: number,
): Promise<number> {
  let deleted = 0
  for (const { id } of await clickhouse.read(findOrphanedPartitions, { before: hoursBefore(now_ms, REPLACED_HOURS) })) {
    await clickhouse.execute(`ALTER TABLE stats_recent_visits DROP PARTITION ID '${id}'`)
    deleted += 1
  }
  for (const table of TABLES) {
    deleted += await deleteFrom(clickhouse, table, now_ms)
  }
  return deleted
}

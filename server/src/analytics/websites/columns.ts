import { Website, WEBSITE_COLUMNS } from '@sitewatch/contract'
import { joinSql, type Sql, sql, sqlName } from '../../platform/postgres/index.ts'
import { PREFERENCES, VERSION } from './preferences.ts'
import type { PreparedChanges, PreparedWebsite } from './settings.ts'

/** The fields of a record that are no column of their name. */
const MADE: Partial<Record<keyof Website, Sql>> = {
  object: sql`'website'`,
  email: sql`coalesce((select p.email ${PREFERENCES}), 0)`,
  favorite: sql`coalesce((select p.favorite ${PREFERENCES}), false)`,
  monitor_ids: sql`(
    select coalesce(json_agg(m.id order by m.id), '[]') from monitors m
    where m.team_id = w.team_id and m.website_id = w.id and m.deleted_at is null)`,
  updated_at: VERSION,
}

/** A website `w` as the API shows it, with the fields in its order. */
export const WEBSITE_RECORD = joinSql(
  (Object.keys(Website.shape) as (keyof Website)[]).map(
    (name) => sql`${MADE[name] ?? sql`w.${sqlName(name)}`} as ${sqlName(name)}`,
  ),
  ', ',
)

const eachColumn = (write: (column: (typeof WEBSITE_COLUMNS)[number]) => Sql): Sql =>
  joinSql(WEBSITE_COLUMNS.map(write), ', ')

/** For an insert: the columns, and below them the values. */
export const INSERTED_SETTINGS = eachColumn(({ name }) => sqlName(name))
export const websiteValues = (input: PreparedWebsite): Sql => eachColumn(({ name }) => sql`${input[name]}`)

/**
 * For an update of `w`. The text is the same whatever fields were sent: one that was not sent keeps its value, and a nullable one has a
 * flag for that.
 */
export const websiteAssignments = (changes: Partial<PreparedChanges>): Sql =>
  eachColumn(({ name, isNullable }) => {
    const [column, value] = [sqlName(name), changes[name]]
    return isNullable
      ? sql`${column} = case when ${value !== undefined} then ${value} else w.${column} end`
      : sql`${column} = coalesce(${value}, w.${column})`
  })

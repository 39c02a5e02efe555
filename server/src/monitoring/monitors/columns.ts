import { MONITOR_COLUMNS } from '@sitewatch/contract'
import { joinSql, type Sql, sql, sqlName } from '../../platform/postgres/index.ts'
import type { MonitorSettings } from './settings.ts'

const eachColumn = (write: (column: Sql, setting: (typeof MONITOR_COLUMNS)[number]['name']) => Sql): Sql =>
  joinSql(
    MONITOR_COLUMNS.map(({ name, column }) => write(sqlName(column), name)),
    ', ',
  )

/** The declared settings of a monitor `m`, by their names in the API. */
export const SETTING_COLUMNS = eachColumn((column, name) => sql`m.${column} as ${sqlName(name)}`)

/** For an insert: the columns, and below them the values. */
export const INSERTED_COLUMNS = eachColumn((column) => column)
export const insertedValues = (settings: MonitorSettings): Sql => eachColumn((_, name) => sql`${settings[name]}`)

/** For an update. */
export const assignSettings = (settings: MonitorSettings): Sql =>
  eachColumn((column, name) => sql`${column} = ${settings[name]}`)

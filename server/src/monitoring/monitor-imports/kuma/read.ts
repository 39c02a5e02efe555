import type { MonitorImportProvider } from '@sitewatch/contract'
import {
  brokenEntry,
  type Fields,
  type ImportFile,
  isFields,
  numberOf,
  parseJson,
  refuseTooMany,
  textOf,
  type UnreadableFile,
} from '../entry.ts'
import { MAX_GROUPS, MAX_RELATED_ROWS } from '../limits.ts'
import { readDatabase } from './database.ts'
import { describeNotification } from './notifications.ts'
import { translateMonitor } from './translate.ts'

const SQLITE = 'SQLite format 3\0'

/** The common form of both formats of Uptime Kuma. */
interface KumaData {
  monitors: readonly unknown[]
  /** By the id of the monitor. */
  tags: ReadonlyMap<number, string[]>
  notifications: readonly Fields[]
  /** How many monitors use a notification, by its id. */
  uses: ReadonlyMap<number, number>
}

const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : isFields(value) ? Object.values(value) : []

const asRows = (value: unknown): Fields[] => asList(value).slice(0, MAX_RELATED_ROWS).filter(isFields)

const idOf = (value: unknown): number => numberOf(value) ?? 0

const nameTag = ({ name, value }: Fields): string =>
  textOf(value) === '' ? textOf(name) : `${textOf(name)}: ${textOf(value)}`

function countUses(ids: readonly number[]): Map<number, number> {
  const uses = new Map<number, number>()
  for (const id of ids) uses.set(id, (uses.get(id) ?? 0) + 1)
  return uses
}

function readTables(tables: Fields): KumaData {
  const names = new Map(asRows(tables['tag']).map(({ id, name }) => [idOf(id), name]))
  const tags = new Map<number, string[]>()
  for (const { monitor_id, tag_id, value } of asRows(tables['monitor_tag'])) {
    const id = idOf(monitor_id)
    const given = tags.get(id) ?? []
    if (given.push(nameTag({ name: names.get(idOf(tag_id)), value })) === 1) tags.set(id, given)
  }
  return {
    monitors: asList(tables['monitor']),
    tags,
    notifications: asRows(tables['notification']),
    uses: countUses(asRows(tables['monitor_notification']).map(({ notification_id }) => idOf(notification_id))),
  }
}

/** `ignoreTls` in a backup is `ignore_tls` in the database. */
function toColumns(row: Fields): Fields {
  const renamed = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  const columns = Object.fromEntries(renamed) as Fields
  return { ...columns, accepted_statuscodes_json: JSON.stringify(row['accepted_statuscodes'] ?? null) }
}

function readBackup(backup: Fields): KumaData {
  const rows = asList(backup['monitorList'])
  const monitors = rows.filter(isFields)
  const usedBy = ({ notificationIDList: list }: Fields): number[] =>
    isFields(list) ? Object.keys(list).map(Number) : []
  return {
    monitors: rows.map((row) => (isFields(row) ? toColumns(row) : row)),
    tags: new Map(monitors.map(({ id, tags }) => [idOf(id), asRows(tags).map(nameTag)])),
    notifications: asRows(backup['notificationList']),
    uses: countUses(monitors.flatMap(usedBy)),
  }
}

/** The groups that a monitor is in, innermost first. A chain of 2,000 took 2.8 s. */
function findGroups(row: Fields, rows: ReadonlyMap<number, Fields>): Fields[] {
  const groups: Fields[] = []
  for (
    let at = rows.get(idOf(row['parent']));
    at && groups.length < MAX_GROUPS && !groups.includes(at);
    at = rows.get(idOf(at['parent']))
  )
    groups.push(at)
  return groups
}

function toFile({ monitors, tags, notifications, uses }: KumaData): ImportFile {
  const rows = new Map(monitors.filter(isFields).map((row) => [idOf(row['id']), row]))
  const providers = notifications.map((row): MonitorImportProvider =>
    describeNotification(row, uses.get(idOf(row['id'])) ?? 0),
  )
  const entries = monitors.map((row) =>
    isFields(row)
      ? translateMonitor(row, { groups: findGroups(row, rows), tags: tags.get(idOf(row['id'])) ?? [] })
      : brokenEntry(),
  )
  return { entries, providers }
}

const isDatabase = (bytes: Buffer): boolean => bytes.subarray(0, SQLITE.length).toString('latin1') === SQLITE

export const describeUnreadableKuma = (bytes: Buffer): UnreadableFile => ({
  fault: isDatabase(bytes)
    ? 'file is an SQLite database that cannot be read. Stop Uptime Kuma before you copy kuma.db, or export the tables with sqlite3.'
    : 'file must be kuma.db or a JSON backup of Uptime Kuma.',
})

function readData(bytes: Buffer, max_rows: number): KumaData | UnreadableFile {
  const parsed = isDatabase(bytes) ? readDatabase(bytes) : parseJson(bytes.toString())
  if (!isFields(parsed)) return describeUnreadableKuma(bytes)
  const { kuma_tables: tables, monitorList } = parsed
  if (isFields(tables) && tables['monitor'] !== undefined)
    return refuseTooMany(asList(tables['monitor']), max_rows) ?? readTables(tables)
  if (monitorList !== undefined) return refuseTooMany(asList(monitorList), max_rows) ?? readBackup(parsed)
  return { fault: 'file has no monitors of Uptime Kuma: it must have the table monitor, or monitorList.' }
}

/** kuma.db, a JSON backup of Uptime Kuma 1, or the tables that swctl reads from a large database. */
export function readKumaFile(bytes: Buffer, max_rows: number): ImportFile | UnreadableFile {
  const data = readData(bytes, max_rows)
  return 'fault' in data ? data : toFile(data)
}

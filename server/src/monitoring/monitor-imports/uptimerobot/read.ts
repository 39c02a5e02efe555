import { readLines, splitLines } from '../../../platform/csv-read.ts'
import {
  brokenEntry,
  type Fields,
  type ImportFile,
  isFields,
  parseJson,
  refuseTooMany,
  textOf,
  type UnreadableFile,
} from '../entry.ts'
import { MAX_COLUMNS } from '../limits.ts'
import { translateMonitor } from './translate.ts'

/** `Friendly Name`, `friendly_name` and `friendlyName` are one: a CSV header, version 2 and version 3 of the API. */
const normalise = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Headings of the CSV export that have another name in the API. */
const ALIASES: Readonly<Record<string, string>> = {
  name: 'friendlyname',
  monitorname: 'friendlyname',
  monitor: 'friendlyname',
  urlip: 'url',
  urlorip: 'url',
  urliporhost: 'url',
  target: 'url',
  host: 'url',
  monitortype: 'type',
  monitoringinterval: 'interval',
  intervalseconds: 'interval',
  intervalinseconds: 'interval',
  keyword: 'keywordvalue',
  state: 'status',
  tag: 'tags',
  group: 'groupname',
  method: 'httpmethod',
}

const nameField = (name: string): string => {
  const plain = normalise(name)
  return Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain
}

const toEntry = (row: unknown) =>
  isFields(row)
    ? translateMonitor(Object.fromEntries(Object.entries(row).map(([name, value]) => [nameField(name), value])))
    : brokenEntry()

const isPage = (value: unknown): value is Fields =>
  isFields(value) && (Array.isArray(value['monitors']) || Array.isArray(value['data']))

/** A response of the API, a list of them, or only their monitors. */
function readJson(parsed: unknown, max_rows: number): ImportFile | UnreadableFile {
  const pages = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]
  if (pages.length === 0 || !(Array.isArray(parsed) || isPage(parsed)))
    return { fault: 'file has no monitors of UptimeRobot: it must be the JSON of getMonitors.' }
  const rows = pages.flatMap((page) => (isPage(page) ? ((page['monitors'] ?? page['data']) as unknown[]) : [page]))
  return refuseTooMany(rows, max_rows) ?? { entries: rows.map(toEntry), providers: [] }
}

function readTable(text: string, max_rows: number): ImportFile | UnreadableFile {
  const lines = readLines(text)
  const tooMany = refuseTooMany(lines.slice(1), max_rows)
  if (tooMany) return tooMany
  const [head, ...records] = splitLines(lines)
  if (head && head.length > MAX_COLUMNS) return { fault: `file must have at most ${MAX_COLUMNS} columns.` }
  const names = head?.map(nameField) ?? []
  if (!names.includes('type') || !names.includes('friendlyname') || !names.includes('url'))
    return describeUnreadableRobot()
  const entries = records.map((cells) =>
    cells === null || cells.length > names.length
      ? brokenEntry()
      : translateMonitor(Object.fromEntries(names.map((name, column) => [name, textOf(cells[column])]))),
  )
  return { entries, providers: [] }
}

export const describeUnreadableRobot = (): UnreadableFile => ({
  fault: 'file must be the JSON of getMonitors, or a CSV export with the columns Friendly Name, URL and Type.',
})

export function readUptimeRobotFile(bytes: Buffer, max_rows: number): ImportFile | UnreadableFile {
  const text = bytes.toString().replace(/^\uFEFF/, '')
  return /^\s*[[{]/.test(text) ? readJson(parseJson(text), max_rows) : readTable(text, max_rows)
}

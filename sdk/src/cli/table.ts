import { countCharacters, formatValue, type Terminal } from './print.ts'

const LONGEST_CELL = 60
/** A column that is longer gives way to others until it has this width. */
const NARROWEST_COLUMN = 20
const ORDINARY_WIDTH = 80
const GAP = '  '

/** Fields of the rows, the most important first: `cause.kind`, or `cause=cause.kind` under another heading. */
export type Columns = readonly string[]

interface Column {
  heading: string
  path: readonly string[]
}

function parseColumn(column: string): Column {
  const [heading = '', path = heading] = column.split('=')
  return { heading, path: path.split('.') }
}

/** The value at a path. Of a list, the value of each item. */
function readPath(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((item) => readPath(item, path))
  if (typeof value !== 'object' || value === null) return undefined
  return readPath((value as Record<string, unknown>)[name], rest)
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** The two largest units: "2 h 5 min". */
function formatDuration(seconds: number): string {
  let rest = Math.round(seconds)
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return { count, text: `${count} ${unit}` }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return '0 s'
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ text }) => text).join(' ')
}

function formatNumber(name: string, value: number): string {
  if (name.endsWith('_seconds') || name === 'interval') return formatDuration(value)
  if (name.endsWith('_ms')) return value < 10_000 ? `${Math.round(value)} ms` : formatDuration(value / 1000)
  return /_percent$|^uptime_|^(24h|30d|target)$/.test(name) ? `${value}%` : String(value)
}

/** Without the seconds of times, which nobody needs in a list. */
function formatCell(name: string, value: unknown): string {
  if (typeof value === 'number') return formatNumber(name, value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return formatValue(value)
  const text = formatValue(value).replaceAll('\n', ' ')
  return typeof value === 'string' ? text.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):\d\dZ$/, '$1Z') : text
}

const truncate = (text: string, most: number): string =>
  countCharacters(text) > most
    ? `${Array.from(text)
        .slice(0, most - 1)
        .join('')}…`
    : text

const sumWidths = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))

const countFitting = (widths: readonly number[], available: number): number => {
  let count = widths.length
  while (count > 1 && sumWidths(widths.slice(0, count)) > available) count--
  return count
}

/** As many columns as an ordinary terminal has room for when long ones are narrow. A wider one shows these in full before it adds more. */
function countColumns(natural: readonly number[], width: number): number {
  const narrow = natural.map((each) => Math.min(each, NARROWEST_COLUMN))
  return Math.max(countFitting(narrow, Math.min(width, ORDINARY_WIDTH)), countFitting(natural, width))
}

/** The widest columns give way until the table fits. */
function fitWidths(widths: readonly number[], available: number): number[] {
  const fitted = [...widths]
  for (let excess = sumWidths(fitted) - available; excess > 0; excess--) {
    const widest = Math.max(...fitted)
    if (widest <= 1) break
    fitted[fitted.indexOf(widest)] = widest - 1
  }
  return fitted
}

const paint = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`
const COLORS: Readonly<Record<string, number>> = {
  up: 32,
  sent: 32,
  resolved: 32,
  down: 31,
  open: 31,
  failed: 31,
  pending: 33,
  paused: 33,
  acknowledged: 33,
}

function paintCell(cell: string, text: string, isHeading: boolean): string {
  if (isHeading) return paint(1, text)
  const color = COLORS[cell]
  return color === undefined ? text : paint(color, text)
}

export interface TableOptions {
  /** Every column in full, however wide the terminal is. */
  wide?: boolean | undefined
  /** Leaves out no column: the caller asked for them. */
  keepsColumns?: boolean | undefined
}

function chooseWidths(natural: readonly number[], { width }: Terminal, { wide, keepsColumns }: TableOptions): number[] {
  if (width === undefined || wide) return [...natural]
  return fitWidths(natural.slice(0, keepsColumns ? natural.length : countColumns(natural, width)), width)
}

/** A list as a table; long values are truncated, `show`, --wide and --json print them in full. */
export function renderTable(
  rows: readonly object[],
  columns: Columns,
  terminal: Terminal = { color: false },
  options: TableOptions = {},
): string {
  const parsed = columns.map(parseColumn)
  const most = options.wide ? Infinity : LONGEST_CELL
  const cells = rows.map((row) =>
    parsed.map(({ path }) => truncate(formatCell(path.at(-1) ?? '', readPath(row, path)), most)),
  )
  const table = [parsed.map(({ heading }) => heading.toUpperCase()), ...cells]
  const natural = columns.map((_, index) => Math.max(...table.map((line) => countCharacters(line[index] ?? ''))))
  const widths = chooseWidths(natural, terminal, options)
  const renderCell = (cell: string, column: number, isHeading: boolean): string => {
    const width = widths[column] ?? 0
    const text = truncate(cell, width)
    const padding = column === widths.length - 1 ? '' : ' '.repeat(Math.max(0, width - countCharacters(text)))
    return (terminal.color ? paintCell(cell, text, isHeading) : text) + padding
  }
  return table
    .map((line, index) =>
      line
        .slice(0, widths.length)
        .map((cell, column) => renderCell(cell, column, index === 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** Whether a record has no such field. Of a null or an empty list, nobody knows what it has. */
function lacksField(value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (name === undefined || value === null) return false
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => lacksField(item, path))
  return typeof value !== 'object' || !Object.hasOwn(value, name) || lacksField(readPath(value, [name]), rest)
}

/** Columns that are neither headings of the command nor fields of the rows. */
export function findUnknownColumns(rows: readonly object[], columns: Columns, known: Columns): string[] {
  const headings = known.map((column) => parseColumn(column).heading)
  return columns.filter((name) => !headings.includes(name) && rows.every((row) => lacksField(row, name.split('.'))))
}

/** --columns may name headings of the command, too. */
export const resolveColumns = (given: readonly string[], known: Columns): Columns =>
  given.map((name) => known.find((column) => parseColumn(column).heading === name) ?? name)

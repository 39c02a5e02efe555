const LONGEST_CELL = 60
const NARROWEST_COLUMN = 6
const GAP = '  '

export interface Terminal {
  /** Columns; undefined for a file or a pipe, which get every cell as it is. */
  width?: number | undefined
  color: boolean
}

/** Colour is for people alone: https://no-color.org */
export function describeTerminal(
  stream: { isTTY?: boolean; columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const isTerminal = stream.isTTY === true
  const isPlain = Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb'
  return { width: isTerminal ? stream.columns : undefined, color: isTerminal && !isPlain }
}

const countCharacters = (text: string): number => Array.from(text).length

/**
 * Text from elsewhere (names, messages of other servers) must not control the terminal: control characters and characters that
 * change the direction of text are replaced.
 */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- controls are what is looked for
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

function formatText(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
  return isTime ? `${text.slice(0, 10)} ${text.slice(11, 19)}Z` : cleanText(text)
}

export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'string') return formatText(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    const isTable = value.some((item) => typeof item === 'object' && item !== null)
    return value.length === 0 ? '-' : value.map(formatValue).join(isTable ? '\n' : ', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => `${cleanText(name)} ${formatValue(inner)}`)
      .join(', ')
  }
  return JSON.stringify(value)
}

const truncate = (text: string, most: number): string =>
  countCharacters(text) > most
    ? `${Array.from(text)
        .slice(0, most - 1)
        .join('')}…`
    : text

const formatCell = (value: unknown): string => truncate(formatValue(value).replaceAll('\n', ' '), LONGEST_CELL)

/** The widest columns give way until the table fits. */
function fitWidths(widths: readonly number[], available: number): number[] {
  const fitted = [...widths]
  let excess = fitted.reduce((sum, width) => sum + width, GAP.length * (fitted.length - 1)) - available
  while (excess > 0) {
    const widest = Math.max(...fitted)
    if (widest <= NARROWEST_COLUMN) break
    fitted[fitted.indexOf(widest)] = widest - 1
    excess--
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

/** A list as a table; long values are truncated, `show` and --json print them in full. */
export function renderTable(
  rows: readonly object[],
  columns: readonly string[],
  { width, color }: Terminal = { color: false },
): string {
  const cells = rows.map((row) => columns.map((column) => formatCell((row as Record<string, unknown>)[column])))
  const table = [columns.map((column) => column.toUpperCase()), ...cells]
  const natural = columns.map((_, index) => Math.max(...table.map((line) => countCharacters(line[index] ?? ''))))
  const widths = width === undefined ? natural : fitWidths(natural, width)
  const renderCell = (cell: string, column: number, isHeading: boolean): string => {
    const most = widths[column] ?? 0
    const text = truncate(cell, most)
    const padding = column === columns.length - 1 ? '' : ' '.repeat(Math.max(0, most - countCharacters(text)))
    return (color ? paintCell(cell, text, isHeading) : text) + padding
  }
  return table
    .map((line, index) =>
      line
        .map((cell, column) => renderCell(cell, column, index === 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** Every field of a record on its own line. */
export function renderRecord(record: object): string {
  const entries = Object.entries(record).filter(([name]) => name !== 'object')
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries
    .map(
      ([name, value]) => `${name.padEnd(width)}  ${formatValue(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`,
    )
    .join('\n')
}

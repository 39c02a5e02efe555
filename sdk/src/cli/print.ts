const LONGEST_CELL = 60

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

function formatCell(value: unknown): string {
  const text = formatValue(value).replaceAll('\n', ' ')
  return countCharacters(text) > LONGEST_CELL
    ? `${Array.from(text)
        .slice(0, LONGEST_CELL - 1)
        .join('')}…`
    : text
}

/** A list as a table; long values are truncated, `show` and --json print them in full. */
export function renderTable(rows: readonly object[], columns: readonly string[]): string {
  const cells = rows.map((row) => columns.map((column) => formatCell((row as Record<string, unknown>)[column])))
  const table = [columns.map((column) => column.toUpperCase()), ...cells]
  const widths = columns.map((_, index) => Math.max(...table.map((line) => countCharacters(line[index] ?? ''))))
  const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - countCharacters(text)))
  return table
    .map((line) =>
      line
        .map((cell, index) => pad(cell, widths[index] ?? 0))
        .join('  ')
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

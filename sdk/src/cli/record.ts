import { cleanText, formatValue, type Terminal } from './print.ts'
import { type Columns, renderTable } from './table.ts'

export interface RecordOptions {
  /** Columns of the fields that are lists of records. Default: their fields that are no records themselves. */
  tables?: Readonly<Record<string, Columns>> | undefined
  /** Fields that only --json shows: documents for programs. */
  omits?: readonly string[] | undefined
}

const INDENT = '  '

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTable = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item))
/** A record in a record is a block of its own, if it is not as small as {"24h": 100, "30d": 99.9}. */
const isBlock = (value: unknown): boolean => isTable(value) || (isRecord(value) && Object.keys(value).length > 2)

const simpleFields = (rows: readonly Fields[]): Columns => [
  ...new Set(
    rows.flatMap((row) =>
      Object.keys(row).filter((name) => name !== 'object' && !isRecord(row[name]) && !isTable(row[name])),
    ),
  ),
]

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, INDENT)

function renderBlock(name: string, value: unknown, terminal: Terminal, options: RecordOptions): string {
  const inner = terminal.width === undefined ? terminal : { ...terminal, width: terminal.width - INDENT.length }
  const text = isTable(value)
    ? renderTable(value, options.tables?.[name] ?? simpleFields(value), inner)
    : renderRecord(value as object, inner, options)
  return `\n${cleanText(name)}\n${indent(text)}`
}

/** Every field of a record on its own line; after them the records inside it, as tables and blocks. */
export function renderRecord(
  record: object,
  terminal: Terminal = { color: false },
  options: RecordOptions = {},
): string {
  const shown = Object.entries(record).filter(([name]) => name !== 'object' && !options.omits?.includes(name))
  const lines = shown.filter(([, value]) => !isBlock(value))
  const width = Math.max(0, ...lines.map(([name]) => name.length))
  return [
    ...lines.map(
      ([name, value]) =>
        `${cleanText(name).padEnd(width)}  ${formatValue(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`,
    ),
    ...shown.filter(([, value]) => isBlock(value)).map(([name, value]) => renderBlock(name, value, terminal, options)),
  ].join('\n')
}

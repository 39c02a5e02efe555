/**
 * Where a spreadsheet would begin a formula, with or without quotes before it. Many also split at a semicolon or a tab, and some at a line
 * break inside quotes.
 */
const FORMULA = /^(?="*[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])(?="*[=+\-@＝＋－＠])/g

/** Text is quoted, and an apostrophe keeps each formula in it text. Only text gets one; a negative number stays a number. */
export function writeCsvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  return `"${value.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`
}

/**
 * A spreadsheet runs a cell that begins like a formula: an apostrophe before it makes it text. Only text is guarded; a
 * number of ours that begins with a minus is a number.
 */
export function writeCsvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

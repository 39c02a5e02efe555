/**
 * A spreadsheet evaluates a cell that starts like a formula: an apostrophe before it makes it text. Only strings get one; a negative
 * number stays a number.
 */
export function writeCsvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

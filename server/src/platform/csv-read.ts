/** A record of a CSV file; null if its cells cannot be separated. */
export type CsvRecord = string[] | null

const SEPARATORS = [',', ';', '\t'] as const

/** Spreadsheets use the separator of their locale. It is the most frequent one in the first line. */
function findSeparator(first: string): string {
  const counts = SEPARATORS.map((each) => [each, first.split(each).length] as const)
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/** The cells of one line; null if a quote is not closed on it. */
function splitLine(line: string, separator: string): CsvRecord {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(separator, at)
      cells.push(line.slice(at, end < 0 ? undefined : end))
      at = end < 0 ? line.length + 1 : end + 1
      continue
    }
    let end = at + 1
    while (end < line.length && (line[end] !== '"' || line[end + 1] === '"')) end += line[end] === '"' ? 2 : 1
    if (line[end] !== '"' || (end + 1 < line.length && line[end + 1] !== separator)) return null
    cells.push(line.slice(at + 1, end).replaceAll('""', '"'))
    at = end + 2
  }
  return cells
}

/** The lines that are not empty. */
export const readLines = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')

/**
 * Parses line by line, although RFC 4180 allows line breaks in quoted cells: so a quote that is never closed breaks one line and not
 * the rest of the file.
 */
export function splitLines(lines: readonly string[]): CsvRecord[] {
  const separator = findSeparator(lines[0] ?? '')
  return lines.map((line) => splitLine(line, separator))
}

/** The cells of a record; null when a quote is not closed. */
function splitCells(record: string): string[] | null {
  if (!record.includes('"')) return record.split(',')
  const cells: string[] = []
  for (let at = 0; ;) {
    const cell = record[at] === '"' ? readQuoted(record, at + 1) : readPlain(record, at)
    if (cell === null) return null
    cells.push(cell.text)
    if (cell.end >= record.length) return cells
    if (record[cell.end] !== ',') return null
    at = cell.end + 1
  }
}

interface Cell {
  text: string
  end: number
}

function readPlain(record: string, from: number): Cell {
  const comma = record.indexOf(',', from)
  const end = comma < 0 ? record.length : comma
  return { text: record.slice(from, end), end }
}

function readQuoted(record: string, from: number): Cell | null {
  let text = ''
  for (let at = from; ;) {
    const quote = record.indexOf('"', at)
    if (quote < 0) return null
    text += record.slice(at, quote)
    if (record[quote + 1] !== '"') return { text, end: quote + 1 }
    text += '"'
    at = quote + 2
  }
}

/** Where each column of a CSV file is; names in lower case. */
export type Header = ReadonlyMap<string, number>

export function readHeader(record: string): Header | null {
  const names = splitCells(record.replace(/^\uFEFF/, ''))
  return names && new Map(names.map((name, index) => [name.trim().toLowerCase(), index]))
}

/** Whether lines that a quoted cell joins form one record: as many cells as the header. */
export const isRecordOf =
  (header: Header) =>
  (text: string): boolean =>
    splitCells(text)?.length === header.size

/** The value of a column, '' when the file has no such column. */
export type ReadCell = (name: string) => string

/** A string: why the record is broken. */
export function readCells(header: Header, record: string): ReadCell | string {
  const cells = splitCells(record)
  if (cells === null) return 'A quotation mark is not closed.'
  if (cells.length !== header.size) return `It has ${cells.length} cells; the header has ${header.size}.`
  return (name) => {
    const index = header.get(name)
    return index === undefined ? '' : (cells[index] ?? '')
  }
}

/** A row keeps its key when it moves, so that what was typed and the focus go with it. */
export interface Keyed {
  key: number
}

export const nextKey = (rows: readonly Keyed[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1

export const keyRows = <Row extends object>(rows: readonly Row[]): (Row & Keyed)[] =>
  rows.map((row, key) => ({ ...row, key }))

/** What is out of range changes nothing. */
export function moveRow<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/** What is no number is sent as it is typed, so that the server says what is wrong with it. */
export function readNumber(text: string): number {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? (text as unknown as number) : number
}

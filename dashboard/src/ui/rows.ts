/** A row keeps its key when it moves, so that its input and the focus move with it. */
export interface Keyed {
  key: number
}

export const nextKey = (rows: readonly Keyed[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1

export const keyRows = <Row extends object>(rows: readonly Row[]): (Row & Keyed)[] =>
  rows.map((row, key) => ({ ...row, key }))

/** Returns the rows unchanged if a position is out of range. */
export function moveRow<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/** An invalid number is sent as typed, so that the server reports the error. */
export function readNumber(text: string): number {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? (text as unknown as number) : number
}

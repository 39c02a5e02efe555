/** The value of a datetime-local field: the clock time in the browser's time zone, to the minute. */
export function writeLocal(at: Date): string {
  const pad = (number: number): string => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** Returns text that is not a time unchanged, so that the server reports the error. */
export function readLocal(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

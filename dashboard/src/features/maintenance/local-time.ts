/** What a datetime-local field holds: the reader's wall clock, to the minute. */
export function writeLocal(at: Date): string {
  const pad = (number: number): string => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** What is no time is sent as it is, so that the server says what is wrong with it. */
export function readLocal(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

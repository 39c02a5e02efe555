import { findInstant, readClock } from '../../charts/index.ts'

const pad = (number: number): string => String(number).padStart(2, '0')

/** The value of a datetime-local field: the clock time in a time zone, to the minute. */
export function writeZoned(at: number, zone: string): string {
  const { year, month, day, hour, minute } = readClock(at, zone)
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

/** Returns text that is not a time unchanged, so that the server reports the error. */
export function readZoned(text: string, zone: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)
  if (!parts) return text
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number)
  return new Date(findInstant({ year, month, day, hour, minute }, zone)).toISOString()
}

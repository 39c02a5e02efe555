import { findInstant, readClock } from '../../charts/index.ts'

const pad = (number: number): string => String(number).padStart(2, '0')

/** What a datetime-local field holds: the clock of a time zone, to the minute. */
export function writeZoned(at: number, zone: string): string {
  const { year, month, day, hour, minute } = readClock(at, zone)
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

/** What is no time is sent as it is, so that the server says what is wrong with it. */
export function readZoned(text: string, zone: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)
  if (!parts) return text
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number)
  return new Date(findInstant({ year, month, day, hour, minute }, zone)).toISOString()
}

/** The calendar of the oracle, read from text that Intl formats and never computed from offsets. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function partsOf(time_ms: number, timezone: string): Record<string, string> {
  let formatter = formatters.get(timezone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    })
    formatters.set(timezone, formatter)
  }
  return Object.fromEntries(formatter.formatToParts(time_ms).map(({ type, value }) => [type, value]))
}

export function dateOf(time_ms: number, timezone: string): string {
  const { year, month, day } = partsOf(time_ms, timezone)
  return `${year}-${month}-${day}`
}

export function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** A name of the interval that contains an instant. When clocks go back, two hours with the same local time differ in their offset. */
export function intervalName(time_ms: number, interval: string, timezone: string): string {
  const { hour, minute, timeZoneName } = partsOf(time_ms, timezone)
  const date = dateOf(time_ms, timezone)
  if (interval === 'minute') return `${date} ${hour}:${minute} ${timeZoneName}`
  if (interval === 'hour') return `${date} ${hour} ${timeZoneName}`
  if (interval === 'day') return date
  if (interval === 'month') return date.slice(0, 7)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return shiftDate(date, weekday === 0 ? -6 : 1 - weekday)
}

/** The times of nine o'clock on a Monday or a first of a month, found by checking the local time every 15 minutes. */
export function listDue(timeZone: string, from: string, to: string): string[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const found: string[] = []
  for (let time = Date.parse(from) + 900_000; time <= Date.parse(to); time += 900_000) {
    const shown = format.format(time)
    if (!shown.endsWith('09:00')) continue
    if (shown.startsWith('Mon')) found.push(`weekly ${new Date(time).toISOString()}`)
    if (/\b01\b.*09:00/.test(shown)) found.push(`monthly ${new Date(time).toISOString()}`)
  }
  return found.sort()
}

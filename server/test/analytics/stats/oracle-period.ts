import type { Question } from './arbitraries.ts'
import { dateOf, shiftDate } from './calendar.ts'

/** The parameters of a period, and the times that belong to it. */
export function findPeriod({ period, timezone, first_day, days }: Question, moment: number, now_ms: number) {
  const today = dateOf(now_ms, timezone)
  const upTo =
    (first: string) =>
    (time_ms: number): boolean =>
      dateOf(time_ms, timezone) >= first && time_ms <= now_ms
  switch (period) {
    case 'realtime':
      return { asked: { period }, belongs: (time_ms: number) => time_ms > now_ms - 30 * 60_000 && time_ms <= now_ms }
    case 'today':
      return { asked: { period }, belongs: upTo(today) }
    case 'yesterday': {
      const yesterday = shiftDate(today, -1)
      return { asked: { period }, belongs: (time_ms: number) => dateOf(time_ms, timezone) === yesterday }
    }
    case '7d':
      return { asked: { period }, belongs: upTo(shiftDate(today, -6)) }
    case '30d':
      return { asked: { period }, belongs: upTo(shiftDate(today, -29)) }
    case 'month':
      return { asked: { period }, belongs: upTo(`${today.slice(0, 7)}-01`) }
    case 'last_month': {
      const last = shiftDate(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
      return { asked: { period }, belongs: (time_ms: number) => dateOf(time_ms, timezone).startsWith(last) }
    }
    case 'all':
      return { asked: { period }, belongs: (time_ms: number) => time_ms <= now_ms }
    case '12mo': {
      const [year = 0, month = 0] = today.split('-').map(Number)
      const first = month === 12 ? `${year}-01` : `${year - 1}-${String(month + 1).padStart(2, '0')}`
      return { asked: { period }, belongs: upTo(`${first}-01`) }
    }
    default: {
      const from = shiftDate(dateOf(moment, timezone), first_day)
      const to = shiftDate(from, days - 1)
      const belongs = (time_ms: number): boolean => {
        const date = dateOf(time_ms, timezone)
        return date >= from && date <= to && (time_ms <= now_ms || from > dateOf(now_ms, timezone))
      }
      return { asked: { period, from, to }, belongs }
    }
  }
}

import { type Cell, type Day, HOURS_A_WEEK } from './cells.ts'
import { medianOf } from './robust.ts'

/** How a week's visits spread over its hours; the mean of the shares is 1. */
export interface Profile {
  readonly shares: readonly number[]
  /** By slot: the visits and the sum of levels that the share was estimated from, with those of the prior. */
  readonly visits: readonly number[]
  readonly levels: readonly number[]
}

/** A share starts as if the common shape had been seen in this many visits: one odd visit does not make a pattern. */
const PRIOR_VISITS = 6
/** Hours of the last weeks count more: after seven weeks half as much. */
const HALF_LIFE_DAYS = 49

const weightOf = (cell: Cell, last_day: number): number => 0.5 ** ((last_day - cell.day) / HALF_LIFE_DAYS)

/** Leaves out days that differ from others of their weekday by a factor of two, for a start. */
export function startProfile(cells: readonly Cell[], days: readonly Day[]): Profile {
  const totals = new Map(days.map((day) => [day.day, day.cells.reduce((sum, { visits }) => sum + visits, 0)]))
  const usual = Array.from({ length: 7 }, (_, weekday) =>
    medianOf(days.filter(({ day }) => day % 7 === weekday).map(({ day }) => totals.get(day) ?? 0)),
  )
  const isUsual = ({ day }: Cell): boolean => {
    const [seen, expected] = [totals.get(day) ?? 0, usual[day % 7] ?? 0]
    return Math.abs(seen - expected) <= Math.max(expected / 2, 4 * Math.sqrt(expected + 1))
  }
  const used = cells.filter(isUsual)
  const first = days[0]?.day ?? 0
  const levels = Array.from({ length: (days.at(-1)?.day ?? 0) - first + 1 }, () => 1)
  return fitProfile(used, levels, first)
}

/** Given the level of each day. */
export function fitProfile(cells: readonly Cell[], dayLevels: readonly number[], first_day: number): Profile {
  const last_day = first_day + dayLevels.length - 1
  const visits = Array.from({ length: HOURS_A_WEEK }, () => 0)
  const levels = Array.from({ length: HOURS_A_WEEK }, () => 0)
  for (const cell of cells) {
    const weight = weightOf(cell, last_day)
    visits[cell.slot] = (visits[cell.slot] ?? 0) + weight * cell.used
    levels[cell.slot] = (levels[cell.slot] ?? 0) + weight * (dayLevels[cell.day - first_day] ?? 0)
  }
  const prior = commonShape(visits, levels)
  for (const [slot, share] of prior.entries()) {
    visits[slot] = (visits[slot] ?? 0) + PRIOR_VISITS
    levels[slot] = (levels[slot] ?? 0) + PRIOR_VISITS / share
  }
  const shares = visits.map((each, slot) => each / (levels[slot] ?? 1))
  const mean = shares.reduce((sum, share) => sum + share, 0) / HOURS_A_WEEK
  return { shares: shares.map((share) => share / mean), visits, levels: levels.map((level) => level * mean) }
}

const weekdayOf = (slot: number): number => Math.floor(slot / 24)
const isWeekend = (slot: number): boolean => slot >= 5 * 24
/** The hour of a working day, or of one of the weekend. */
const hourKeyOf = (slot: number): number => (slot % 24) + (isWeekend(slot) ? 24 : 0)

/** The hours of a working day or of the weekend, times how strong the day of the week is. Never 0. */
function commonShape(visits: readonly number[], levels: readonly number[]): number[] {
  const ratiosBy = (keyOf: (slot: number) => number, priorOf: (slot: number) => number): number[] => {
    const sums = new Map<number, { visits: number; levels: number }>()
    for (const [slot, each] of visits.entries()) {
      const prior = { visits: PRIOR_VISITS, levels: PRIOR_VISITS / priorOf(slot) }
      const sum = sums.get(keyOf(slot)) ?? prior
      sums.set(keyOf(slot), { visits: sum.visits + each, levels: sum.levels + (levels[slot] ?? 0) })
    }
    return visits.map((_, slot) => {
      const sum = sums.get(keyOf(slot))
      return sum ? sum.visits / sum.levels : 0
    })
  }
  const total = sumOf(visits) / Math.max(sumOf(levels), 1e-9)
  const ofWeekday = ratiosBy(weekdayOf, () => total)
  const ofGroup = ratiosBy(
    (slot) => Number(isWeekend(slot)),
    () => total,
  )
  const ofHour = ratiosBy(
    (slot) => slot % 24,
    () => total,
  )
  const ofHourKey = ratiosBy(hourKeyOf, (slot) => ((ofHour[slot] ?? total) * (ofGroup[slot] ?? total)) / total)
  return visits.map((_, slot) =>
    Math.max(((ofHourKey[slot] ?? total) * (ofWeekday[slot] ?? total)) / (ofGroup[slot] ?? total), total * 1e-3),
  )
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** The share of each cell as it would be had that cell not been seen: otherwise a model of two weeks would look exact. */
export function leaveOneOut(
  cells: readonly Cell[],
  { visits, levels }: Profile,
  { dayLevels, first_day }: { dayLevels: readonly number[]; first_day: number },
): number[] {
  const last_day = first_day + dayLevels.length - 1
  return cells.map((cell) => {
    const weight = weightOf(cell, last_day)
    const rest = (levels[cell.slot] ?? 0) - weight * (dayLevels[cell.day - first_day] ?? 0)
    return Math.max(((visits[cell.slot] ?? 0) - weight * cell.used) / Math.max(rest, 1e-9), 0)
  })
}

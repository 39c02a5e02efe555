import type { Cell, Day } from './cells.ts'
import type { Profile } from './profile.ts'
import { clamp, winsorisedMean } from './robust.ts'

/** A day counts half as much as one ten days nearer: a compromise of trend and noise, tuned in bench/insight. */
const HALF_LIFE_DAYS = 10
/** A forecast of the level needs at least a week before it. */
const MIN_DAYS = 7

interface Measured {
  day: number
  /** Visits an hour, as if every hour were an average one. */
  level: number
  /** The visits that are expected at level 1. */
  size: number
}

/** Few visits say little about a day, but ten times as many say hardly more: days differ by more than chance. */
const DAY_NOISE = 0.1
const precisionOf = ({ size }: Measured, typical: number): number => size / (1 + DAY_NOISE ** 2 * size * typical)

function measure(days: readonly Day[], { shares }: Profile): Measured[] {
  return days
    .map(({ day, cells }) => {
      const size = cells.reduce((sum, { slot }) => sum + (shares[slot] ?? 0), 0)
      const visits = cells.reduce((sum: number, { used }: Cell) => sum + used, 0)
      return { day, size, level: size > 0 ? visits / size : 0 }
    })
    .filter(({ size }) => size > 0)
}

const REACH = 2

/** The level at a day, from the days around it or, given `before`, from earlier ones only. Measured days are in order of their level. */
function levelAt(
  day: number,
  measured: readonly Measured[],
  { typical, before = Infinity }: { typical: number; before?: number },
): number {
  const weights = measured.map((each) =>
    each.day < before ? 0.5 ** (Math.abs(each.day - day) / HALF_LIFE_DAYS) * precisionOf(each, typical) : 0,
  )
  const values = measured.map(({ level }) => level)
  const visits_a_day = 24 * typical
  return winsorisedMean({ values, weights }, { reach: REACH, min_sd: typical / Math.sqrt(visits_a_day + 1) })
}

const byLevel = (measured: readonly Measured[]): Measured[] => measured.toSorted((a, b) => a.level - b.level)

const typicalOf = (measured: readonly Measured[]): number => {
  const size = measured.reduce((sum, each) => sum + each.size, 0)
  return size > 0 ? Math.max(measured.reduce((sum, each) => sum + each.level * each.size, 0) / size, 1e-6) : 1e-6
}

/** The level of every day from the first to `last_day`, from the days before and after it. */
export function fitLevels(days: readonly Day[], profile: Profile, last_day: number): number[] {
  const measured = byLevel(measure(days, profile))
  const typical = typicalOf(measured)
  const first = days[0]?.day ?? 0
  return Array.from({ length: last_day - first + 1 }, (_, index) => levelAt(first + index, measured, { typical }))
}

export interface Forecasts {
  /** By day: the level that was expected for it from the days before. */
  readonly byDay: ReadonlyMap<number, number>
  /** For the day after the last. */
  readonly next: number
}

/** What the model would have forecast for each day: its range is derived from the errors of these forecasts. */
export function forecastLevels(days: readonly Day[], profile: Profile): Forecasts {
  const measured = measure(days, profile)
  const sorted = byLevel(measured)
  const typical = typicalOf(measured)
  const raw = measured.map(({ day }, index) =>
    index < MIN_DAYS ? undefined : levelAt(day, sorted, { typical, before: day }),
  )
  const drift = driftOf(measured, raw)
  const byDay = new Map<number, number>()
  measured.forEach(({ day }, index) => {
    const level = raw[index]
    if (level !== undefined) byDay.set(day, level * drift)
  })
  const last = measured.at(-1)?.day ?? 0
  return { byDay, next: levelAt(last + 1, sorted, { typical }) * drift }
}

const MAX_DRIFT = 0.2

/** A level from past days lags behind growth. Its own errors show by how much, and their number separates this from noise. */
function driftOf(measured: readonly Measured[], raw: readonly (number | undefined)[]): number {
  const errors = measured.flatMap(({ level }, index) => {
    const forecast = raw[index]
    return forecast !== undefined && forecast > 0 && level > 0 ? [Math.log(level / forecast)] : []
  })
  if (errors.length < MIN_DAYS) return 1
  const values = errors.toSorted((a, b) => a - b)
  const mean = winsorisedMean({ values, weights: values.map(() => 1) }, { reach: REACH, min_sd: 1e-3 })
  const variance =
    errors.reduce((sum, error) => sum + (clamp(error, mean - 0.5, mean + 0.5) - mean) ** 2, 0) / errors.length
  // Errors of one week share their cause, so that seven of them count as two.
  const noise = Math.max(variance / (errors.length / 3.5), 1e-9)
  const shrinkage = mean ** 2 / (mean ** 2 + noise)
  return Math.exp(clamp(mean * shrinkage, -MAX_DRIFT, MAX_DRIFT))
}

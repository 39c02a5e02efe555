import { HOUR_MS } from '@sitewatch/contract/durations'
import { type Cell, cellsOf, type Day, daysOf, type HourOfVisits } from './cells.ts'
import { fitLevels, forecastLevels } from './level.ts'
import { fitProfile, leaveOneOut, type Profile, startProfile } from './profile.ts'
import type { Span } from './span.ts'
import { fitSpread, limitOf, type Spread } from './spread.ts'

export const MODEL_VERSION = 1

/** What is known about the usual traffic of a website: plain JSON. docs/expected-traffic.md explains it. */
export interface TrafficModel {
  readonly version: typeof MODEL_VERSION
  readonly timezone: string
  /** By hour of the week on the website's clock, Monday first: how much of the level comes in that hour; 1 on average. */
  readonly profile: readonly number[]
  /** Visits an hour, by local day from `first_day` on. The last one is of the day after the history, and of all days after that. */
  readonly levels: readonly number[]
  /** Days since 1970 on the website's clock. */
  readonly first_day: number
  readonly spread: Spread
  readonly days: number
  /** Bounds of the history that was used. */
  readonly from_ms: number
  readonly to_ms: number
}

export interface BuildOptions {
  timezone: string
  /** Outages and other known exceptions: their hours are not used. */
  disturbed: readonly Span[]
}

/** Twelve weeks: long enough for six or more of each hour of the week when some are left out, short enough to be this season. */
export const HISTORY_DAYS = 84
/** Each hour of the week must have been seen twice, or nothing is known about how much it varies. */
const MIN_DAYS = 14
/** With fewer, an hour of the week has next to none. */
const MIN_VISITS = 50
const ROUNDS = 3

/** Null: not enough data. */
export function buildModel(
  history: readonly HourOfVisits[],
  { timezone, disturbed }: BuildOptions,
): TrafficModel | null {
  const cells = cellsOf(history, { timezone, disturbed, days: HISTORY_DAYS })
  const days = daysOf(cells)
  const visits = cells.reduce((sum, { visits: each }) => sum + each, 0)
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last || days.length < MIN_DAYS || visits < MIN_VISITS || !coversWeek(days)) return null
  const { profile, levels } = fit(cells, days, last.day)
  const forecasts = forecastLevels(days, profile)
  const shares = leaveOneOut(cells, profile, { dayLevels: levels, first_day: first.day })
  const spread = fitSpread(cells, { forecasts, shares })
  return {
    version: MODEL_VERSION,
    timezone,
    profile: profile.shares.map(rounded),
    levels: [...levels, forecasts.next].map(rounded),
    first_day: first.day,
    spread,
    days: days.length,
    from_ms: Math.min(...cells.map(({ hour_ms }) => hour_ms)),
    to_ms: Math.max(...cells.map(({ hour_ms }) => hour_ms)) + HOUR_MS,
  }
}

const rounded = (value: number): number => Number(value.toPrecision(6))

const coversWeek = (days: readonly Day[]): boolean => new Set(days.map(({ day }) => day % 7)).size === 7

/**
 * The level of each day and the profile of the week, in turn: each is estimated given the other. After each round, hours far outside
 * of what was expected are cut to the edge of it, so that a campaign or an outage counts as one unusual hour, not as a hundred.
 */
function fit(cells: readonly Cell[], days: Day[], last_day: number): { profile: Profile; levels: number[] } {
  let profile = startProfile(cells, days)
  let levels: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    levels = fitLevels(days, profile, last_day)
    const at = (cell: Cell): number => (levels[cell.day - (days[0]?.day ?? 0)] ?? 0) * (profile.shares[cell.slot] ?? 0)
    const limit = limitOf(cells, at)
    for (const cell of cells) cell.used = limit(cell.visits, at(cell))
    profile = fitProfile(cells, levels, days[0]?.day ?? 0)
  }
  return { profile, levels: fitLevels(days, profile, last_day) }
}

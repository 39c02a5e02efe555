import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { localTimeOf } from './local-time.ts'
import type { Span } from './span.ts'

/** Visits that began in an hour of UTC. An hour that is absent is not known; one without visits has 0. */
export interface HourOfVisits {
  readonly hour_ms: number
  readonly visits: number
}

/** An hour of the history, by the website's clock. */
export interface Cell extends HourOfVisits {
  /** Hour of the week, 0 to 167, Monday first. */
  readonly slot: number
  /** Days since 1970. */
  readonly day: number
  /** The visits, clipped to the edge of the expected range when they are far outside of it. */
  used: number
}

export interface Day {
  readonly day: number
  readonly cells: readonly Cell[]
}

export const HOURS_A_WEEK = 168

/** The hour of the week at a local time; 1970 began on a Thursday. */
export const slotOf = (wall_ms: number): number => (Math.floor(wall_ms / HOUR_MS) + 72) % HOURS_A_WEEK
export const localDayOf = (wall_ms: number): number => Math.floor(wall_ms / DAY_MS)

interface CellOptions {
  timezone: string
  disturbed: readonly Span[]
  /** Maximum length of the history. */
  days: number
}

/** In order of time, without hours of which a part is disturbed. */
export function cellsOf(history: readonly HourOfVisits[], { timezone, disturbed, days }: CellOptions): Cell[] {
  const last_ms = history.reduce((latest, { hour_ms }) => Math.max(latest, hour_ms), 0)
  const spans = disturbed.filter(({ to_ms }) => to_ms > last_ms - days * DAY_MS)
  const isDisturbed = (hour_ms: number): boolean =>
    spans.some(({ from_ms, to_ms }) => from_ms < hour_ms + HOUR_MS && to_ms > hour_ms)
  return history
    .filter(({ hour_ms }) => hour_ms > last_ms - days * DAY_MS && !isDisturbed(hour_ms))
    .toSorted((a, b) => a.hour_ms - b.hour_ms)
    .map(({ hour_ms, visits }) => {
      const wall_ms = localTimeOf(hour_ms, timezone)
      return { hour_ms, visits, used: visits, slot: slotOf(wall_ms), day: localDayOf(wall_ms) }
    })
}

export function daysOf(cells: readonly Cell[]): Day[] {
  const found = new Map<number, Cell[]>()
  for (const cell of cells) {
    const day = found.get(cell.day)
    if (day) day.push(cell)
    else found.set(cell.day, [cell])
  }
  return [...found].map(([day, dayCells]) => ({ day, cells: dayCells }))
}

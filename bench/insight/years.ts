import { MINUTE_MS } from '@sitewatch/contract/durations'
import {
  buildModel,
  HISTORY_DAYS,
  type Span,
  type TrafficModel,
} from '../../server/src/insights/expected-traffic/index.ts'
import { hoursOf, type SimulatedYear } from './simulate.ts'

export const DAY_MINUTES = 1440
export { HISTORY_DAYS }
export const YEAR_DAYS = 365

/** The model as the worker would have built it at the beginning of a day. */
export function modelAt(year: SimulatedYear, day: number): TrafficModel | null {
  const history = hoursOf(year, Math.max(0, day - HISTORY_DAYS), day)
  return buildModel(history, { timezone: year.timezone, disturbed: year.known })
}

export const timeOf = (year: SimulatedYear, minute: number): number => year.from_ms + minute * MINUTE_MS

export const isWithin = (spans: readonly Span[], time_ms: number, after_ms = 0): boolean =>
  spans.some(({ from_ms, to_ms }) => time_ms >= from_ms && time_ms < to_ms + after_ms)

/** Groups by expected visits an hour, which matter most for what can be detected. */
export const TRAFFIC = [0, 2, 20, 200, 2000, 20_000] as const
export function trafficOf(visits_an_hour: number): string {
  const from = TRAFFIC.findLast((each) => visits_an_hour >= each) ?? 0
  return `${from}+`
}

export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? null
}

export const shareOf = (values: readonly boolean[]): number | null =>
  values.length === 0 ? null : rounded(values.filter(Boolean).length / values.length)

export const rounded = (value: number): number => Number(value.toFixed(3))
export const roundedOrNull = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : rounded(value)

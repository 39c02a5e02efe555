import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { wallOf } from '@sitewatch/contract/zone'
import type { Span } from '../../server/src/insights/expected-traffic/index.ts'
import { createRandom, type Random } from './random.ts'

/**
 * Years of traffic with more than the model assumes. The model has rhythm and growth. The simulation adds a level that drifts, good
 * and bad days in a row, hours that drift together, links that many people follow at once, campaigns, holidays, crawlers that look
 * like visitors, clock changes, and past outages, of which some were not recorded.
 */
export interface SimulatedYear {
  timezone: string
  from_ms: number
  /** Visits that began in each minute. */
  visits: Uint32Array
  /** Past outages that were recorded. */
  known: readonly Span[]
  /** All past outages. */
  outages: readonly Span[]
  /** All that changed the traffic for good reason: campaigns, holidays, crawlers and outages. */
  unusual: readonly Span[]
}

const HOUR_MINUTES = 60
const DAY_MINUTES = 1440
const ZONES = ['Europe/Berlin', 'America/New_York', 'UTC', 'Australia/Sydney'] as const

interface Rhythm {
  hours: readonly number[]
  weekdays: readonly number[]
}

const bump = (hour: number, centre: number, width: number): number => {
  const distance = Math.min(Math.abs(hour - centre), 24 - Math.abs(hour - centre))
  return Math.exp(-((distance / width) ** 2) / 2)
}

function drawRhythm(random: Random): Rhythm {
  const night = random.uniform(0.03, 0.3)
  const [noon, evening] = [random.uniform(9, 15), random.uniform(18, 21.5)]
  const strength = random.uniform(0, 1.2)
  const raw = Array.from(
    { length: 24 },
    (_, hour) => night + bump(hour, noon, random.uniform(2.5, 4)) + strength * bump(hour, evening, 2),
  )
  const mean = raw.reduce((sum, each) => sum + each, 0) / 24
  const weekend = random.uniform(0.4, 1.3)
  return {
    hours: raw.map((each) => each / mean),
    weekdays: Array.from({ length: 7 }, (_, day) => (day >= 5 ? weekend : 1) * random.uniform(0.93, 1.07)),
  }
}

/** The factor of each local day: growth, season, a level that wanders, good and bad days, and holidays. */
function drawDays(random: Random, days: number): number[] {
  const [growth, season] = [random.uniform(-0.3, 0.7), random.uniform(0, 0.15)]
  const [noise, wander] = [random.uniform(0.03, 0.09), random.uniform(0.002, 0.008)]
  const phase = random.uniform(0, 2 * Math.PI)
  let [level, deviation] = [0, 0]
  const holidays = new Set(
    Array.from({ length: random.poisson((10 * days) / 365) }, () => Math.floor(random.uniform(0, days))),
  )
  return Array.from({ length: days }, (_, day) => {
    level += wander * random.normal()
    deviation = 0.4 * deviation + noise * Math.sqrt(1 - 0.16) * random.normal()
    return (
      Math.exp((growth * day) / 365 + season * Math.sin((2 * Math.PI * day) / 365 + phase) + level + deviation) *
      (holidays.has(day) ? random.uniform(0.4, 0.85) : 1)
    )
  })
}

interface Event {
  from_minute: number
  minutes: number
  factor: number
}

/** A year's exceptions, as spans of minutes that multiply the rate. */
function drawEvents(random: Random, days: number): { events: Event[]; outages: Event[] } {
  const draw = (a_year: number, make: () => Omit<Event, 'from_minute'>): Event[] =>
    Array.from({ length: random.poisson((a_year * days) / 365) }, () => ({
      from_minute: Math.floor(random.uniform(0, days * DAY_MINUTES)),
      ...make(),
    }))
  const events = [
    ...draw(6, () => ({ minutes: DAY_MINUTES * random.uniform(0.5, 5), factor: random.uniform(1.2, 2.5) })),
    ...draw(12, () => ({ minutes: random.uniform(45, 240), factor: random.uniform(1.5, 4) })),
  ]
  const outages = draw(8, () => ({
    minutes: Math.exp(random.uniform(Math.log(10), Math.log(600))),
    factor: random.chance(0.7) ? 0.01 : random.uniform(0.1, 0.6),
  }))
  return { events, outages }
}

/** Draws additional visits from shared links, which fade, and from crawlers, which stop at once. */
function drawSurges(random: Random, rate: number, days: number): { surges: Float64Array; crawls: Event[] } {
  const surges = new Float64Array(days * DAY_MINUTES)
  const add = (from: number, height: number, fade_minutes: number): void => {
    for (let minute = from; minute < Math.min(surges.length, from + 6 * fade_minutes); minute++)
      surges[minute] = (surges[minute] ?? 0) + height * Math.exp(-(minute - from) / fade_minutes)
  }
  for (let n = random.poisson(0.5 * days); n > 0; n--)
    add(Math.floor(random.uniform(0, surges.length)), (rate / 60) * random.uniform(0.1, 1), random.uniform(5, 60))
  const crawls: Event[] = []
  for (let n = random.poisson((6 * days) / 365); n > 0; n--) {
    const crawl = {
      from_minute: Math.floor(random.uniform(0, surges.length)),
      minutes: random.uniform(20, 180),
      factor: 1,
    }
    for (let minute = crawl.from_minute; minute < Math.min(surges.length, crawl.from_minute + crawl.minutes); minute++)
      surges[minute] = (surges[minute] ?? 0) + (rate / 60) * 0.7
    crawls.push(crawl)
  }
  return { surges, crawls }
}

function applyEvents(rates: Float64Array, events: readonly Event[]): void {
  for (const { from_minute, minutes, factor } of events)
    for (let minute = from_minute; minute < Math.min(rates.length, from_minute + minutes); minute++)
      rates[minute] = (rates[minute] ?? 0) * factor
}

/** `rate`: visits in an average hour. */
export function simulateYear(seed: number, { rate, days = 365 }: { rate: number; days?: number }): SimulatedYear {
  const random = createRandom(seed)
  const timezone = random.pick(ZONES)
  const from_ms = Date.UTC(2025, 0, 1) + Math.floor(random.uniform(0, 52)) * 7 * 24 * HOUR_MS
  const { hours, weekdays } = drawRhythm(random)
  const dayFactors = drawDays(random, days + 2)
  const { events, outages } = drawEvents(random, days)
  const { surges, crawls } = drawSurges(random, rate, days)
  const drift = random.uniform(0.02, 0.08)
  const rates = new Float64Array(days * DAY_MINUTES)
  let [noise, next_noise] = [0, 0]
  for (let minute = 0; minute < rates.length; minute += HOUR_MINUTES) {
    const wall_ms = wallOf(from_ms + minute * MINUTE_MS, timezone)
    const wall = new Date(wall_ms)
    const hour = wall.getUTCHours()
    const weekday = (wall.getUTCDay() + 6) % 7
    const day = Math.max(0, Math.floor((wall_ms - from_ms) / (24 * HOUR_MS)) + 1)
    ;[noise, next_noise] = [next_noise, 0.75 * next_noise + drift * Math.sqrt(1 - 0.75 ** 2) * random.normal()]
    const [now, after] = [hours[hour] ?? 0, hours[(hour + 1) % 24] ?? 0]
    // The level does not change at once at midnight: it moves to that of the new day until five.
    const isNew = Math.min((hour + 0.5) / 5, 1)
    const dayFactor = isNew * (dayFactors[day] ?? 1) + (1 - isNew) * (dayFactors[day - 1] ?? 1)
    const base = (rate / 60) * (weekdays[weekday] ?? 1) * dayFactor
    for (let inside = 0; inside < HOUR_MINUTES; inside++) {
      // Interpolates between hours: the value of an hour applies to its start.
      const part = inside / HOUR_MINUTES
      rates[minute + inside] = base * (now + (after - now) * part) * Math.exp(noise + (next_noise - noise) * part)
    }
  }
  applyEvents(rates, events)
  for (let minute = 0; minute < rates.length; minute++) rates[minute] = (rates[minute] ?? 0) + (surges[minute] ?? 0)
  applyEvents(rates, outages)
  const visits = new Uint32Array(rates.length)
  for (let minute = 0; minute < rates.length; minute++) visits[minute] = random.poisson(rates[minute] ?? 0)
  const spanOf = ({ from_minute, minutes }: Event): Span => ({
    from_ms: from_ms + from_minute * MINUTE_MS,
    to_ms: from_ms + (from_minute + minutes) * MINUTE_MS,
  })
  return {
    timezone,
    from_ms,
    visits,
    known: outages.filter(() => random.chance(0.6)).map(spanOf),
    outages: outages.map(spanOf),
    unusual: [...events, ...outages, ...crawls].map(spanOf),
  }
}

export function hoursOf({ visits, from_ms }: SimulatedYear, from_day: number, to_day: number) {
  const hours = []
  for (let minute = from_day * DAY_MINUTES; minute < to_day * DAY_MINUTES; minute += HOUR_MINUTES) {
    let sum = 0
    for (let each = minute; each < minute + HOUR_MINUTES; each++) sum += visits[each] ?? 0
    hours.push({ hour_ms: from_ms + minute * MINUTE_MS, visits: sum })
  }
  return hours
}

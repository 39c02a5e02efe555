import { HOUR_MS } from '@sitewatch/contract/durations'
import { listCronTimes } from '../monitoring/heartbeats/cron-oracle.ts'

export const STEP_MS = 300_000
/** The promises of the guide. */
const EARLY_MS = 5000
const LONG_OUTAGE_MS = 20_000

export type Schedule = { period_ms: number } | { cron: string; timezone: string }

export interface Job {
  schedule: Schedule
  grace_ms: number
}

export interface Outage {
  from: number
  to: number
}

export interface Expected {
  from: number
  to: number | null
}

/** The times of each expression and zone, computed once. */
export class CronTimes {
  #times = new Map<string, number[]>()
  #from: number
  #to: number

  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
  }

  list(cron: string, timezone: string): number[] {
    const key = `${timezone} ${cron}`
    const known = this.#times.get(key) ?? listCronTimes(cron, timezone, this.#from, this.#to)
    this.#times.set(key, known)
    return known
  }

  findAfter({ cron, timezone }: { cron: string; timezone: string }, at: number): number {
    return this.list(cron, timezone).find((time) => time > at) ?? Number.POSITIVE_INFINITY
  }
}

/** The expected incidents of one job, from the acknowledged pings and from the times in which no ping could be received. */
export class JobOracle {
  readonly incidents: Expected[] = []
  #job: Job
  #times: CronTimes
  #last: number | null = null
  /** The next expected ping since the last one. Null: not computed yet. */
  #expected: number | null = null

  constructor(job: Job, times: CronTimes) {
    this.#job = job
    this.#times = times
  }

  get isDown(): boolean {
    return this.incidents.at(-1)?.to === null
  }

  setTimes(times: CronTimes): void {
    this.#times = times
    this.#expected = null
  }

  ping(at: number, isSuccess: boolean): void {
    const open = this.incidents.at(-1)
    if (!isSuccess) {
      if (!this.isDown) this.incidents.push({ from: at, to: null })
      return
    }
    this.#last = at
    this.#expected = null
    if (open?.to === null) open.to = at
  }

  judge(now: number, outages: readonly Outage[]): void {
    const last = this.#last
    if (last === null || this.isDown) return
    const { schedule, grace_ms } = this.#job
    const early_ms = 'cron' in schedule ? EARLY_MS : grace_ms
    const next = (at: number): number =>
      'cron' in schedule ? this.#times.findAfter(schedule, at) : at + schedule.period_ms
    let expected = this.#expected ?? ('cron' in schedule ? next(last + EARLY_MS) : next(last))
    while (expected + grace_ms < now) {
      const [start, end] = [expected - early_ms, expected + grace_ms]
      const isExcused = outages.some(
        ({ from, to }) => to > last && to - from > LONG_OUTAGE_MS && from < end && to > start,
      )
      if (!isExcused) {
        this.incidents.push({ from: now, to: null })
        return
      }
      expected = next(expected)
    }
    // Infinity: beyond the times of this span.
    this.#expected = Number.isFinite(expected) ? expected : null
  }
}

const CRONS = ['0 * * * *', '*/30 * * * *', '30 2 * * *', '0 3 * * *', '15 1,2,3 * * *', '5 */4 * * *', '45 0 * * *']
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']

/** Every third has a period. Grace periods end between two steps. */
export function makeJob(n: number, random: () => number): Job {
  const grace_ms = (1 + Math.floor(random() * 8)) * STEP_MS + 120_000
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const schedule =
    n % 3 === 0
      ? { period_ms: (6 + Math.floor(random() * 40)) * STEP_MS }
      : { cron: pick(CRONS), timezone: pick(ZONES) }
  return { schedule, grace_ms }
}

/**
 * The pings that a job would send, by step: most in time, some late, some runs skipped and some failed. Periods are counted from the
 * previous ping.
 */
export function planPings(job: Job, times: CronTimes, span: { from: number; to: number }, random: () => number) {
  const { schedule, grace_ms } = job
  const pings: { at: number; isSuccess: boolean }[] = [{ at: span.from, isSuccess: true }]
  const delay = (): number => {
    const within = Math.floor(random() * (grace_ms / STEP_MS)) * STEP_MS
    return random() < 0.06 ? grace_ms + HOUR_MS / 2 + within : within
  }
  const add = (at: number): void => {
    if (random() > 0.04) pings.push({ at: Math.ceil(at / STEP_MS) * STEP_MS, isSuccess: random() > 0.03 })
  }
  if ('cron' in schedule) {
    for (const time of times.list(schedule.cron, schedule.timezone)) {
      if (time > span.from && time < span.to) add(time + delay())
    }
  } else {
    for (let at = span.from + schedule.period_ms; at < span.to; at += schedule.period_ms + delay()) add(at)
  }
  const byStep = new Map(pings.map((ping) => [ping.at, ping]))
  return [...byStep.values()].filter(({ at }) => at < span.to)
}

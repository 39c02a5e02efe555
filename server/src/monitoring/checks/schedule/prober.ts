import { MONITOR_TYPE_NAMES, type MonitorType } from '@sitewatch/contract'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../../platform/log.ts'
import { type Loop, type Progress, UNWATCHED } from '../../../platform/progress.ts'
import { CLAIM_PAUSE_MS, ClaimPace } from './claim-pace.ts'
import type { Pair, ClaimRequest } from './claim.ts'
import type { ClaimedCheck } from '../judge/claimed-check.ts'
import type { CheckMetrics } from './metrics.ts'
import { OthersTurn } from './others-turn.ts'
import { CheckPool } from './pool.ts'
import { findCheckType, mapCheckTypes } from '../types/check-types.ts'
import { EMPTY_PROBE_FIELDS, NO_TIMINGS } from '../run/result.ts'
import { type CheckRunner, type RanCheck, runCheck } from './run-check.ts'
import type { CheckSource, ClaimAnswer, FinishedCheck, HeldCheck } from './source.ts'

const BEAT_MS = 2000
const MAX_PER_CLAIM = 500
/** Reports are paced as claims are, so that each carries many checks. */
const REPORT_DELAY_MS = 200
const MAX_PER_REPORT = 500
const RETRY_MS = 500
/** Running, queued and unreported checks together: beyond this number nothing more is claimed. */
const MAX_HELD = 4000
/** A check that waited this long because its team or its host is busy is released, so that another prober can claim it. */
const MAX_WAIT_MS = 1000
/** When the program stops, running checks get this long to finish; the others are released. */
const DRAIN_MS = 12_000

export interface ProberOptions {
  source: CheckSource
  runner: CheckRunner
  metrics: CheckMetrics
  log: Log
  /** Tracks whether the loops make progress, for /healthz. */
  progress?: Progress
}

export interface Prober {
  /** Finishes and reports running checks, and releases the others. */
  stop(): Promise<void>
}

/** Claims due checks, runs them and reports the results, until it is stopped. */
export function startProber(options: ProberOptions): Prober {
  return new ProberLoop(options)
}

class ProberLoop implements Prober {
  #options: ProberOptions
  #pools: Record<MonitorType, CheckPool<HeldCheck>>
  #held = new Map<ClaimedCheck, HeldCheck>()
  #pairs: readonly Pair[] = []
  #finished: FinishedCheck[] = []
  #stopping = new AbortController()
  #wake: () => void = () => undefined
  #reportNow: () => void = () => undefined
  #reportMore: () => void = () => undefined
  #isFailing = false
  #loops: Loop[] = []
  #beatLoop: Loop
  #claimLoop: Loop
  #isBeating = false
  #beating: NodeJS.Timeout
  #claiming: Promise<void>
  #reporting: Promise<unknown>
  #isDrained = false
  #pace: ClaimPace
  #othersTurn = new OthersTurn()

  constructor(options: ProberOptions) {
    this.#options = options
    const makePool = (type: MonitorType): CheckPool<HeldCheck> =>
      new CheckPool({
        ...findCheckType(type).concurrency,
        run: (held) => this.#run(held),
        onFree: () => this.#onFree(type),
      })
    this.#pools = mapCheckTypes(makePool)
    this.#pace = new ClaimPace(this.#pools)
    this.#beatLoop = this.#watch('prober beat', 'periodic')
    this.#claimLoop = this.#watch('prober claims', 'periodic')
    this.#beating = setInterval(() => void this.#beat(), BEAT_MS)
    this.#claiming = this.#claimForever()
    this.#reporting = Promise.all([this.#reportForever(true), this.#reportForever(false)])
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#claiming
    const queued = MONITOR_TYPE_NAMES.flatMap((type) => this.#pools[type].clear())
    await this.#release(queued)
    const limit_ms = performance.now() + DRAIN_MS
    const countRunning = (): number => MONITOR_TYPE_NAMES.reduce((sum, type) => sum + this.#pools[type].running, 0)
    while (countRunning() > 0 && performance.now() < limit_ms) await wait(20)
    this.#isDrained = true
    this.#reportNow()
    this.#reportMore()
    await this.#reporting
    await this.#release([...this.#held.values()])
    clearInterval(this.#beating)
    await this.#try(() => this.#options.source.signOff())
    for (const loop of this.#loops) loop.stop()
  }

  #watch(...args: Parameters<Progress['watch']>): Loop {
    const loop = this.#options.progress?.watch(...args) ?? UNWATCHED
    this.#loops.push(loop)
    return loop
  }

  /** Logs the first of consecutive failures and the recovery, not every failure. */
  async #try<T>(fn: () => Promise<T>, loop = UNWATCHED): Promise<T | undefined> {
    loop.begin()
    try {
      const result = await fn()
      loop.end()
      if (this.#isFailing) this.#options.log.info('prober is connected again')
      this.#isFailing = false
      return result
    } catch (error) {
      loop.end(error)
      if (!this.#isFailing) this.#options.log.warn({ err: error }, 'prober cannot reach its server, will retry')
      this.#isFailing = true
      return undefined
    }
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    const pairs = await this.#try(() => this.#options.source.beat(), this.#beatLoop)
    this.#isBeating = false
    if (pairs) this.#pairs = pairs
  }

  async #claimForever(): Promise<void> {
    await this.#beat()
    while (!this.#stopping.signal.aborted) {
      await this.#release(MONITOR_TYPE_NAMES.flatMap((type) => this.#pools[type].clear(MAX_WAIT_MS)))
      const requests = this.#planClaim(performance.now())
      if (requests.length === 0) this.#claimLoop.end()
      else if (!(await this.#claim(requests))) {
        await this.#sleep(RETRY_MS)
        continue
      }
      const types = this.#pairs.map(({ type }) => type)
      const pause_ms = this.#isFull ? CLAIM_PAUSE_MS : this.#pace.plan_ms(types, performance.now())
      if (pause_ms > 0) await this.#sleep(pause_ms)
    }
  }

  get #isFull(): boolean {
    return this.#held.size >= MAX_HELD
  }

  #planClaim(now_ms: number): ClaimRequest[] {
    if (this.#isFull) return []
    const pairs = this.#pairs.filter(({ type }) => this.#pace.mayClaim(type, now_ms))
    return pairs.map((pair) => {
      const pool = this.#pools[pair.type]
      const request = { ...pair, limit: Math.min(MAX_PER_CLAIM, pool.free), busy: pool.describeBusy() }
      return this.#othersTurn.plan(request, now_ms)
    })
  }

  async #claim(requests: readonly ClaimRequest[]): Promise<boolean> {
    const claimed_ms = performance.now()
    const { source } = this.#options
    const answer = await this.#try(() => source.claim(requests, [...this.#held.values()]), this.#claimLoop)
    if (!answer) return false
    const now_ms = performance.now()
    this.#pace.recordAnswer(requests, answer, { claimed_ms, now_ms })
    this.#othersTurn.recordAnswer(requests, answer, { took_ms: now_ms - claimed_ms, now_ms })
    this.#startClaimed(answer)
    return true
  }

  /** Sleeps until there is room for more, or the time is up. */
  #sleep(max_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, max_ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #onFree(type: MonitorType): void {
    if (this.#pace.hasRoomAgain(type)) this.#wake()
  }

  #startClaimed({ held, late_ms }: ClaimAnswer): void {
    const { metrics } = this.#options
    metrics.observeClaim({ checks: held.length, late_ms: late_ms.reduce((max, late) => Math.max(max, late), 0) })
    for (const one of held) {
      this.#held.set(one.check, one)
      this.#pools[one.check.type].add(one, one.check)
    }
    this.#updateGauges()
  }

  #updateGauges(): void {
    const { metrics } = this.#options
    for (const type of MONITOR_TYPE_NAMES) metrics.setInHand(type, this.#pools[type])
    metrics.setUnrecorded(this.#finished.length)
  }

  async #run(held: HeldCheck): Promise<void> {
    const ran = await this.#check(held)
    const { metrics } = this.#options
    const { type } = held.check
    // Released while it ran: another prober has it.
    if (!this.#held.has(held.check)) return
    metrics.countCheck(type, ran.anchors === 'offline' ? 'offline' : ran.probe.outcome.kind)
    this.#finished.push({ ...held, ...ran })
    this.#reportNow()
    if (this.#finished.length >= MAX_PER_REPORT) this.#reportMore()
  }

  async #check(held: HeldCheck): Promise<RanCheck> {
    const started_ms = performance.now()
    try {
      return await runCheck(this.#options.runner, held.check)
    } catch (error) {
      // Our own fault (for example a secret that cannot be decrypted), not the target's, and no reason to stop checking it.
      this.#options.log.error({ err: error, monitor_id: held.check.monitor_id }, 'running a check failed')
      const outcome = { kind: 'unknown', reason: 'probe', message: 'internal error' } as const
      return { probe: { ...EMPTY_PROBE_FIELDS, timings: NO_TIMINGS, outcome }, anchors: 'not_asked', started_ms }
    }
  }

  async #release(held: readonly HeldCheck[]): Promise<void> {
    if (held.length > 0) await this.#try(() => this.#options.source.release(held))
    for (const { check } of held) this.#held.delete(check)
  }

  /** Runs twice in parallel; the second loop reports only when there are more results than fit into one batch. */
  async #reportForever(isFirst: boolean): Promise<void> {
    const loop = this.#watch('prober reports', 'on demand')
    for (;;) {
      if (this.#finished.length < (isFirst ? 1 : MAX_PER_REPORT)) {
        if (this.#isDrained) return
        await this.#awaitResults(isFirst)
        continue
      }
      if (this.#finished.length < MAX_PER_REPORT && !this.#isDrained) await this.#waitForBatch()
      const batch = this.#finished.splice(0, MAX_PER_REPORT)
      const done = await this.#try(async () => {
        await this.#options.source.report(batch)
        return true
      }, loop)
      if (!done) {
        this.#finished.unshift(...batch)
        if (this.#isDrained) return
        await wait(RETRY_MS)
        continue
      }
      const wasFull = this.#isFull
      for (const { check } of batch) this.#held.delete(check)
      if (wasFull) this.#wake()
      this.#updateGauges()
    }
  }

  #awaitResults(isFirst: boolean): Promise<void> {
    return new Promise((resolve) => {
      if (isFirst) this.#reportNow = resolve
      else this.#reportMore = resolve
    })
  }

  /** Waits for more results to report together, unless a batch is full. */
  #waitForBatch(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, REPORT_DELAY_MS)
      this.#reportNow = () => {
        if (this.#finished.length < MAX_PER_REPORT && !this.#isDrained) return
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

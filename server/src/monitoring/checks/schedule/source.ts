import type { Postgres } from '../../../platform/postgres/index.ts'
import { beatProber, claimChecks, type Pair, releaseChecks, signOffProber, type ClaimRequest } from './claim.ts'
import type { ClaimedCheck } from '../judge/claimed-check.ts'
import { ClockWatch, type OnClockStep } from './clock-watch.ts'
import type { DatabaseClock } from '../../../platform/time/database-clock.ts'
import type { AnchorVerdict } from '../run/anchors.ts'
import type { ProbeResult } from '../run/result.ts'
import { judgeResult } from '../judge/judge-result.ts'
import { readTrafficUnscoped } from '../../second-opinion/index.ts'
import { type OnPoison, recordBatch } from '../record/record-batch.ts'
import type { RecordParts } from '../record/record-results.ts'

/** A claim as the prober holds it. */
export interface HeldCheck {
  readonly prober_id: number
  readonly check: ClaimedCheck
}

export interface FinishedCheck extends HeldCheck {
  readonly probe: ProbeResult
  readonly anchors: AnchorVerdict
  /** By performance.now(). */
  readonly started_ms: number
}

export interface ClaimAnswer {
  readonly held: readonly HeldCheck[]
  /** Time until the next check is due; null if none is scheduled. */
  readonly idle_ms: number | null
  /** How late each of them was when it was claimed, in order. */
  readonly late_ms: readonly number[]
  /** There may be more due checks. */
  readonly is_more: boolean
}

/** Where checks come from and results go: the local database, or a remote Sitewatch server. */
export interface CheckSource {
  /** Returns the locations and types with checks to claim. */
  beat(): Promise<readonly Pair[]>
  claim(requests: readonly ClaimRequest[], held: readonly HeldCheck[]): Promise<ClaimAnswer>
  /** Throws if it should be retried. Outdated results are dropped. */
  report(finished: readonly FinishedCheck[]): Promise<void>
  release(held: readonly HeldCheck[]): Promise<void>
  signOff(): Promise<void>
}

interface LocalOptions {
  name: string
  location: string
  /** The locations whose checks it claims. */
  locations: readonly string[]
  record: RecordParts
  onPoison: OnPoison
  onClockStep: OnClockStep
}

interface Recorder extends Pick<LocalOptions, 'record' | 'onPoison'> {
  postgres: Postgres
  clock: DatabaseClock
}

async function judgeAndRecord(recorder: Recorder, finished: readonly FinishedCheck[]): Promise<void> {
  const { postgres, clock } = recorder
  const [first] = finished
  if (!first) return
  const findTraffic = await readTrafficUnscoped(
    postgres,
    finished.map((one) => one.check),
  )
  const now = clock.at(performance.now())
  const judged = finished.map((one) =>
    judgeResult({ ...one, checked_at: clock.at(one.started_ms) }, now, findTraffic(one.check)),
  )
  await recordBatch(recorder, first.prober_id, judged)
}

const toClaimAnswer = (
  prober_id: number,
  { checks, next_due_at, now_ms, is_more }: Awaited<ReturnType<typeof claimChecks>>,
): ClaimAnswer => ({
  held: checks.map((check) => ({ prober_id, check })),
  idle_ms: next_due_at === null ? null : next_due_at - now_ms,
  late_ms: checks.map(({ state }) => now_ms - (state.next_due_at ?? now_ms)),
  is_more,
})

export function createLocalSource(postgres: Postgres, options: LocalOptions): CheckSource {
  const { name, location, locations, onClockStep } = options
  const watch = new ClockWatch(postgres, onClockStep)
  const recorder = { ...options, postgres, clock: watch.clock }
  let prober_id = 0
  let mayHaveLostClaims = false

  const beat = async (): Promise<readonly Pair[]> => {
    const requested_ms = performance.now()
    const answer = await beatProber(postgres, { prober_id, name, location, locations })
    prober_id = answer.prober_id
    await watch.sync(answer.now_ms, requested_ms)
    return answer.pairs
  }
  return {
    beat,
    async claim(requests, held) {
      if (prober_id === 0) await beat()
      if (mayHaveLostClaims) {
        const pairs = held.filter((one) => one.prober_id === prober_id).map((one) => one.check)
        await releaseChecks(postgres, prober_id, { pairs, others: true })
        mayHaveLostClaims = false
      }
      const requested_ms = performance.now()
      mayHaveLostClaims = true
      const claimed = await claimChecks(postgres, prober_id, requests)
      await watch.sync(claimed.now_ms, requested_ms)
      mayHaveLostClaims = false
      return toClaimAnswer(prober_id, claimed)
    },
    report: (finished) =>
      watch.whileRecording(async () => {
        for (const [, group] of Map.groupBy(finished, (one) => one.prober_id)) await judgeAndRecord(recorder, group)
      }),
    async release(held) {
      try {
        for (const [id, group] of Map.groupBy(held, (one) => one.prober_id)) {
          await releaseChecks(postgres, id, { pairs: group.map((one) => one.check), others: false })
        }
      } catch (error) {
        // The next claim releases everything that this prober does not hold.
        mayHaveLostClaims = true
        throw error
      }
    },
    async signOff() {
      if (prober_id !== 0) await signOffProber(postgres, prober_id)
    },
  }
}

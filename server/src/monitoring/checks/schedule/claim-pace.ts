import type { MonitorType } from '@sitewatch/contract'
import type { ClaimRequest } from './claim.ts'
import { isSkipping, SkipPause } from './skip-pause.ts'
import type { ClaimAnswer } from './source.ts'

/** Claims are paced, so that each carries many checks. This is most of the delay of a check. */
export const CLAIM_PAUSE_MS = 250
const MAX_IDLE_MS = 1000
/** Claims that skip may take a quarter of the time. */
const SKIP_PAUSE = { min_ms: CLAIM_PAUSE_MS, max_ms: 1000, factor: 3 }

interface PoolRoom {
  readonly free: number
  readonly isWorthClaiming: boolean
}

interface NextClaim {
  /** From this time on it may be claimed together with another type that is due. */
  readonly earliest_ms: number
  readonly due_ms: number
  /** More checks were due than were claimed, so it is claimed again as soon as its pool has much room. */
  readonly isCrowded: boolean
}

/** Decides when each check type is claimed. A crowded type does not delay the others, nor are they claimed more often because of it. */
export class ClaimPace {
  #pools: Readonly<Record<MonitorType, PoolRoom>>
  #next = new Map<MonitorType, NextClaim>()
  #skipPause = new SkipPause(SKIP_PAUSE)

  constructor(pools: Readonly<Record<MonitorType, PoolRoom>>) {
    this.#pools = pools
  }

  /** Whether a crowded type has room again. */
  hasRoomAgain(type: MonitorType): boolean {
    return this.#next.get(type)?.isCrowded === true && this.#pools[type].isWorthClaiming
  }

  mayClaim(type: MonitorType, now_ms: number): boolean {
    if (this.#pools[type].free === 0) return false
    const next = this.#next.get(type)
    return !next || now_ms >= next.earliest_ms || this.hasRoomAgain(type)
  }

  recordAnswer(
    requests: readonly ClaimRequest[],
    answer: Pick<ClaimAnswer, 'held' | 'is_more' | 'idle_ms'>,
    { claimed_ms, now_ms }: { claimed_ms: number; now_ms: number },
  ): void {
    const claimed = new Set(answer.is_more ? answer.held.map(({ check }) => check.type) : [])
    const idle_ms = Math.max(CLAIM_PAUSE_MS, Math.min(answer.idle_ms ?? MAX_IDLE_MS, MAX_IDLE_MS))
    const paced_ms = claimed_ms + CLAIM_PAUSE_MS
    const isSkipped = (one: ClaimRequest): boolean => !one.isOthersTurn && isSkipping(one)
    const skipped_ms = requests.some(isSkipped) ? now_ms + this.#skipPause.plan_ms(now_ms - claimed_ms) : now_ms
    for (const [type, ofType] of Map.groupBy(requests, (one) => one.type)) {
      // Without room for a team that has none running, a claim may find nothing although checks are due.
      const isCrowded = claimed.has(type) || ofType.some((one) => one.isOthersTurn || one.busy?.team_room === 0)
      if (ofType.some(isSkipped))
        this.#next.set(type, { earliest_ms: skipped_ms, due_ms: skipped_ms, isCrowded: false })
      else this.#next.set(type, { earliest_ms: paced_ms, due_ms: isCrowded ? paced_ms : now_ms + idle_ms, isCrowded })
    }
  }

  /** How long to wait until one of these types is due. */
  plan_ms(types: readonly MonitorType[], now_ms: number): number {
    if (types.length === 0) return CLAIM_PAUSE_MS
    const waits = types.map((type) => {
      if (this.#pools[type].free === 0) return CLAIM_PAUSE_MS
      return this.hasRoomAgain(type) ? 0 : (this.#next.get(type)?.due_ms ?? now_ms) - now_ms
    })
    return Math.max(0, Math.min(...waits))
  }
}

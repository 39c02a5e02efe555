import { setTimeout as wait } from 'node:timers/promises'
import { probeTrusted } from '../../../platform/egress/trusted.ts'

/** Connect timeout for an anchor. */
const TIMEOUT_MS = 3000
/** Minimum time between two anchor probes, however many checks fail. */
const MIN_PERIOD_MS = 200
/** Older probes are irrelevant for any running check, because a check times out after at most 60 s. */
const HISTORY_MS = 90_000

/**
 * Result of probing the anchors after a failed check. `not_asked`: the target is in an operator-allowed private range, or
 * anchors are disabled. Probe at every failure, not only the confirming one: a check that starts in a network outage may
 * time out after it, when the anchors are reachable again.
 */
export type AnchorVerdict = 'online' | 'offline' | 'not_asked'

interface AnchorProbe {
  readonly from_ms: number
  to_ms: number
  online: boolean
}

export interface Anchors {
  /** Probes now because a check is slow or failed. This detects a network outage even if it is over when the check ends. */
  suspect(): void
  /**
   * Returns whether the prober was online during the whole failed check, from `started_ms` (performance.now) on.
   * Sends a new probe: a probe from before the failure says nothing about it.
   */
  judge(started_ms: number): Promise<AnchorVerdict>
}

interface AnchorOptions {
  anchors: readonly string[]
  probe?: (anchor: string, timeout_ms: number) => Promise<boolean>
  now_ms?: () => number
  /** Called when the verdict changes. */
  onChange?: (online: boolean) => void
}

const NO_ANCHORS: Anchors = { suspect: () => undefined, judge: () => Promise.resolve('not_asked') }

export function createAnchors(options: AnchorOptions): Anchors {
  const { anchors, probe = probeTrusted, now_ms = () => performance.now(), onChange } = options
  if (anchors.length === 0) return NO_ANCHORS
  const history: AnchorProbe[] = []
  let running: { anchorProbe: AnchorProbe; done: Promise<AnchorProbe> } | undefined
  let wasOnline = true

  const startProbe = (): Promise<AnchorProbe> => {
    const anchorProbe: AnchorProbe = { from_ms: now_ms(), to_ms: Number.POSITIVE_INFINITY, online: false }
    const done = anyReachable(anchors, probe).then((online) => {
      anchorProbe.to_ms = now_ms()
      anchorProbe.online = online
      running = undefined
      history.push(anchorProbe)
      while (history[0] && history[0].to_ms < anchorProbe.to_ms - HISTORY_MS) history.shift()
      if (online !== wasOnline) onChange?.(online)
      wasOnline = online
      return anchorProbe
    })
    running = { anchorProbe, done }
    return done
  }
  /** Returns a probe started after `since_ms`: an existing one or the next, shared by callers. */
  const probeSince = async (since_ms: number): Promise<AnchorProbe> => {
    const last = history.at(-1)
    if (last && last.from_ms >= since_ms) return last
    if (running) {
      if (running.anchorProbe.from_ms >= since_ms) return running.done
      await running.done
      return probeSince(since_ms)
    }
    const early_ms = (last?.from_ms ?? Number.NEGATIVE_INFINITY) + MIN_PERIOD_MS - now_ms()
    if (early_ms <= 0) return startProbe()
    await wait(early_ms)
    return probeSince(since_ms)
  }
  return {
    suspect() {
      const last = history.at(-1)
      if (!running && (!last || last.from_ms < now_ms() - MIN_PERIOD_MS)) void startProbe()
    },
    async judge(started_ms) {
      const { online } = await probeSince(now_ms())
      if (!online) return 'offline'
      return history.some((past) => !past.online && past.to_ms >= started_ms) ? 'offline' : 'online'
    },
  }
}

/** True as soon as one anchor replies, false once all failed. */
function anyReachable(
  anchors: readonly string[],
  probe: (anchor: string, timeout_ms: number) => Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve) => {
    let pending = anchors.length
    for (const anchor of anchors) {
      void probe(anchor, TIMEOUT_MS).then((isReachable) => {
        pending--
        if (isReachable) resolve(true)
        else if (pending === 0) resolve(false)
      })
    }
  })
}

/** Returns each anchor and whether it accepts a connection. */
export function askAnchors(
  anchors: readonly string[],
  probe: (anchor: string, timeout_ms: number) => Promise<boolean> = probeTrusted,
): Promise<{ anchor: string; is_reachable: boolean }[]> {
  return Promise.all(anchors.map(async (anchor) => ({ anchor, is_reachable: await probe(anchor, TIMEOUT_MS) })))
}

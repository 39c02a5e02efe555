import { setTimeout as wait } from 'node:timers/promises'
import { probeTrusted } from '../../../platform/egress/trusted.ts'
import type { AnchorVerdict } from '../judge/event.ts'

/** How long an anchor has to accept a connection. */
const TIMEOUT_MS = 3000
/** Anchors are probed at most this often, however many checks fail. */
const SHORTEST_PERIOD_MS = 200
/** Answers older than this concern no check that is still running: its own timeout is at most 60 s. */
const REMEMBERED_MS = 90_000

interface AnchorProbe {
  readonly from_ms: number
  to_ms: number
  online: boolean
}

export interface Anchors {
  /** Something is slow or has failed: asks now, so that a blackout is seen even if it is over when the check ends. */
  suspect(): void
  /**
   * Whether we ourselves were online all the while of a check that failed, from `started_ms` (by performance.now) on.
   * Asks anew: an answer from before the failure says nothing about it.
   */
  judge(started_ms: number): Promise<AnchorVerdict>
}

interface AnchorOptions {
  anchors: readonly string[]
  probe?: (anchor: string, timeout_ms: number) => Promise<boolean>
  now_ms?: () => number
  /** Called when the verdict turns. */
  onChange?: (online: boolean) => void
}

export const NO_ANCHORS: Anchors = { suspect: () => undefined, judge: () => Promise.resolve('not_asked') }

export function createAnchors(options: AnchorOptions): Anchors {
  const { anchors, probe = probeTrusted, now_ms = () => performance.now(), onChange } = options
  if (anchors.length === 0) return NO_ANCHORS
  const history: AnchorProbe[] = []
  let running: { asked: AnchorProbe; done: Promise<AnchorProbe> } | undefined
  let wasOnline = true

  const ask = (): Promise<AnchorProbe> => {
    const asked: AnchorProbe = { from_ms: now_ms(), to_ms: Number.POSITIVE_INFINITY, online: false }
    const done = anyReachable(anchors, probe).then((online) => {
      asked.to_ms = now_ms()
      asked.online = online
      running = undefined
      history.push(asked)
      while (history[0] && history[0].to_ms < asked.to_ms - REMEMBERED_MS) history.shift()
      if (online !== wasOnline) onChange?.(online)
      wasOnline = online
      return asked
    })
    running = { asked, done }
    return done
  }
  /** An answer to a question put after `since_ms`: one already put, or the next, which many share. */
  const askSince = async (since_ms: number): Promise<AnchorProbe> => {
    const last = history.at(-1)
    if (last && last.from_ms >= since_ms) return last
    if (running) {
      if (running.asked.from_ms >= since_ms) return running.done
      await running.done
      return askSince(since_ms)
    }
    const early_ms = (last?.from_ms ?? Number.NEGATIVE_INFINITY) + SHORTEST_PERIOD_MS - now_ms()
    if (early_ms <= 0) return ask()
    await wait(early_ms)
    return askSince(since_ms)
  }
  return {
    suspect() {
      const last = history.at(-1)
      if (!running && (!last || last.from_ms < now_ms() - SHORTEST_PERIOD_MS)) void ask()
    },
    async judge(started_ms) {
      const { online } = await askSince(now_ms())
      if (!online) return 'offline'
      return history.some((asked) => !asked.online && asked.to_ms >= started_ms) ? 'offline' : 'online'
    },
  }
}

/** As soon as one answers; false only when all have failed. */
function anyReachable(
  anchors: readonly string[],
  probe: (anchor: string, timeout_ms: number) => Promise<boolean>,
): Promise<boolean> {
  return new Promise((resolve) => {
    let open = anchors.length
    for (const anchor of anchors) {
      void probe(anchor, TIMEOUT_MS).then((isReachable) => {
        open--
        if (isReachable) resolve(true)
        else if (open === 0) resolve(false)
      })
    }
  })
}

/** Each anchor and whether it accepts a connection. */
export function askAnchors(
  anchors: readonly string[],
  probe: (anchor: string, timeout_ms: number) => Promise<boolean> = probeTrusted,
): Promise<{ anchor: string; is_reachable: boolean }[]> {
  return Promise.all(anchors.map(async (anchor) => ({ anchor, is_reachable: await probe(anchor, TIMEOUT_MS) })))
}

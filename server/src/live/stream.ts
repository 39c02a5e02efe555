import { setTimeout as delay } from 'node:timers/promises'
import type { LiveChange } from '@sitewatch/contract'
import { NamedEvent } from '../http/event-stream.ts'
import type { Hub } from './hub.ts'

export interface StreamOptions {
  hub: Hub
  user_id: number
  /** Whether the credential that the stream was opened with is still good. */
  isValid: () => Promise<boolean>
  topics: ReadonlySet<LiveChange['topic']>
  signal: AbortSignal
  /** How long changes are gathered before they are told. */
  gather_ms?: number
}

const GATHER_MS = 300
/** More than these at once, such as a thousand monitors that go down together, are one "read it all again". */
const MAX_CONCURRENT = 20

/** What waits to be told: a record that changes ten times meanwhile is told once. Bounded, however much happens. */
class Gathered {
  private readonly changes = new Map<string, LiveChange>()
  private isTooMuch = false
  private wake: (() => void) | undefined

  add(change: LiveChange | 'missed'): void {
    if (change !== 'missed') this.changes.set(`${change.topic} ${change.id}`, change)
    if (change === 'missed' || this.changes.size > MAX_CONCURRENT) {
      this.isTooMuch = true
      this.changes.clear()
    }
    this.rouse()
  }

  rouse(): void {
    this.wake?.()
  }

  clear(): void {
    this.changes.clear()
    this.isTooMuch = false
  }

  isEmpty(): boolean {
    return !this.isTooMuch && this.changes.size === 0
  }

  async wait(): Promise<void> {
    if (this.isEmpty()) await new Promise<void>((resolve) => (this.wake = resolve))
  }

  take(): NamedEvent[] {
    const events = this.isTooMuch
      ? [new NamedEvent('resync')]
      : Array.from(this.changes.values(), (change) => new NamedEvent('change', change))
    this.clear()
    return events
  }
}

/**
 * "ready", then the changes, gathered; "resync" in place of those that were too many or may have been missed. Over when its
 * credential is: that is looked at whenever one of the user's has ended, or that may have been missed.
 */
export async function* followChanges(options: StreamOptions): AsyncGenerator<NamedEvent> {
  const { hub, user_id, isValid, topics, signal, gather_ms = GATHER_MS } = options
  const gathered = new Gathered()
  const rouse = (): void => gathered.rouse()
  let isDoubtful = true
  const unwatch = await hub.watch(user_id, (news) => {
    if (typeof news === 'string') isDoubtful = true
    if (news === 'revoked') rouse()
    else if (news === 'missed' || topics.has(news.topic)) gathered.add(news)
  })
  const isOver = async (): Promise<boolean> => {
    if (!isDoubtful || signal.aborted) return signal.aborted
    isDoubtful = false
    return !(await isValid())
  }
  signal.addEventListener('abort', rouse, { once: true })
  try {
    if (await isOver()) return
    // Whoever is told that it is ready reads everything anew: what came before is in there.
    gathered.clear()
    yield new NamedEvent('ready')
    for (;;) {
      if (!isDoubtful && !signal.aborted) await gathered.wait()
      if (await isOver()) return
      if (gathered.isEmpty()) continue
      await delay(gather_ms)
      if (await isOver()) return
      yield* gathered.take()
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', rouse)
  }
}

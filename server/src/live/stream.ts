import { setTimeout as delay } from 'node:timers/promises'
import type { LiveChange } from '@sitewatch/contract'
import { NamedEvent } from '../http/event-stream.ts'
import type { Follower, Hub } from './hub.ts'

export interface StreamOptions {
  hub: Hub
  follower: Follower
  /** Whether the credential that the stream was opened with is still valid. */
  isValid: () => Promise<boolean>
  /** The changes that the follower may see. */
  keepVisible?: (changes: readonly LiveChange[]) => Promise<readonly LiveChange[]>
  topics: ReadonlySet<LiveChange['topic']>
  signal: AbortSignal
  /** How long changes are collected before they are sent together. */
  batch_ms?: number
}

const BATCH_MS = 300
/** More changes than these, such as a thousand monitors that go down together, are sent as one "resync". */
const MAX_PENDING = 20

/** Changes that wait to be sent: a record that changes ten times meanwhile is sent once. Bounded in size. */
class PendingChanges {
  private readonly changes = new Map<string, LiveChange>()
  private isOverflowing = false
  private wake: (() => void) | undefined

  add(change: LiveChange | 'missed'): void {
    if (change !== 'missed') this.changes.set(`${change.topic} ${change.id}`, change)
    if (change === 'missed' || this.changes.size > MAX_PENDING) {
      this.isOverflowing = true
      this.changes.clear()
    }
    this.wakeUp()
  }

  wakeUp(): void {
    this.wake?.()
  }

  clear(): void {
    this.changes.clear()
    this.isOverflowing = false
  }

  isEmpty(): boolean {
    return !this.isOverflowing && this.changes.size === 0
  }

  async wait(): Promise<void> {
    if (this.isEmpty()) await new Promise<void>((resolve) => (this.wake = resolve))
  }

  take(): LiveChange[] | 'missed' {
    const changes = this.isOverflowing ? 'missed' : [...this.changes.values()]
    this.clear()
    return changes
  }
}

/**
 * Sends "ready", then the changes in batches, and "resync" instead of changes that were too many or may have been missed. Ends when its
 * credential is no longer valid. That is checked when a credential of the user was revoked or such a notification may have been missed.
 */
export async function* followChanges(options: StreamOptions): AsyncGenerator<NamedEvent> {
  const {
    hub,
    follower,
    isValid,
    keepVisible = async (changes) => changes,
    topics,
    signal,
    batch_ms = BATCH_MS,
  } = options
  const pending = new PendingChanges()
  const wakeUp = (): void => pending.wakeUp()
  let mustRecheck = true
  const unwatch = await hub.watch(follower, (notice) => {
    if (typeof notice === 'string') mustRecheck = true
    if (notice === 'revoked') wakeUp()
    else if (notice === 'missed' || topics.has(notice.topic)) pending.add(notice)
  })
  const hasEnded = async (): Promise<boolean> => {
    if (!mustRecheck || signal.aborted) return signal.aborted
    mustRecheck = false
    return !(await isValid())
  }
  signal.addEventListener('abort', wakeUp, { once: true })
  try {
    if (await hasEnded()) return
    // A client reads everything again when it gets "ready", so earlier changes need not be sent.
    pending.clear()
    yield new NamedEvent('ready')
    for (;;) {
      if (!mustRecheck && !signal.aborted) await pending.wait()
      if (await hasEnded()) return
      if (pending.isEmpty()) continue
      await delay(batch_ms)
      if (await hasEnded()) return
      const changes = pending.take()
      if (changes === 'missed') yield new NamedEvent('resync')
      else for (const change of await keepVisible(changes)) yield new NamedEvent('change', change)
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', wakeUp)
  }
}

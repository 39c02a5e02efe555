import type { WebsiteLive } from '@sitewatch/contract'
import type { Postgres } from '../../platform/postgres/index.ts'

export interface FirstEvents {
  /** The handler is called at the first event of the website, or with `missed` true when a notification may have been lost. */
  watch(website_id: number, handler: (missed: boolean) => void): Promise<() => void>
}

/** All watchers share one Postgres connection, which is opened for the first of them. */
export function createFirstEvents(postgres: Postgres): FirstEvents {
  const watchers = new Map<number, Set<(missed: boolean) => void>>()
  let listening: Promise<unknown> | undefined

  const listen = (): Promise<unknown> =>
    postgres.listen('first_events', (payload) => {
      if (payload !== null) for (const handler of watchers.get(Number(payload)) ?? []) handler(false)
      else for (const handlers of watchers.values()) for (const handler of handlers) handler(true)
    })

  return {
    async watch(website_id, handler) {
      const handlers = watchers.get(website_id) ?? new Set()
      handlers.add(handler)
      watchers.set(website_id, handlers)
      listening ??= listen()
      await listening
      return () => {
        handlers.delete(handler)
        if (handlers.size === 0) watchers.delete(website_id)
      }
    },
  }
}

interface FollowParts {
  firstEvents: FirstEvents
  /** The current record, read with the rights of the caller. */
  read: () => Promise<WebsiteLive>
  signal: AbortSignal
}

/** Yields the record now, and again when the first event has arrived; then it ends. */
export async function* followFirstEvent(
  { firstEvents, read, signal }: FollowParts,
  website_id: number,
): AsyncGenerator<WebsiteLive> {
  let wake: (() => void) | undefined
  let isNotified = false
  const notify = (): void => {
    isNotified = true
    wake?.()
  }
  signal.addEventListener('abort', notify, { once: true })
  const unwatch = await firstEvents.watch(website_id, notify)
  try {
    let record = await read()
    yield record
    while (record.first_event_at === null && !signal.aborted) {
      if (!isNotified) await new Promise<void>((resolve) => (wake = resolve))
      isNotified = false
      if (signal.aborted) return
      record = await read()
      if (record.first_event_at !== null) yield record
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', notify)
  }
}

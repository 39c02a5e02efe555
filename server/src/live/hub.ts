import { LIVE_TOPICS, type LiveChange } from '@sitewatch/contract'
import type { Postgres } from '../platform/postgres/index.ts'

/** Told of each change of its user's records, and with null when some may have been missed. */
export type Watcher = (change: LiveChange | null) => void

export interface Hub {
  /** How many watch for that user in this process. */
  count(user_id: number): number
  /** Resolves once it is told of everything that happens from then on. */
  watch(user_id: number, watcher: Watcher): Promise<() => void>
}

const isTopic = (text: string | undefined): text is LiveChange['topic'] =>
  (LIVE_TOPICS as readonly (string | undefined)[]).includes(text)

/** "user topic id", as notify_change writes it. Null for what a newer version of the schema may tell. */
export function readChange(payload: string): { user_id: number; change: LiveChange } | null {
  const [user, topic, id] = payload.split(' ')
  return isTopic(topic) ? { user_id: Number(user), change: { topic, id: Number(id) } } : null
}

/** One connection for all who watch, opened when the first one does. */
export function createHub(postgres: Pick<Postgres, 'listen'>): Hub {
  const watchers = new Map<number, Set<Watcher>>()
  let listening: Promise<unknown> | undefined

  const tell = (payload: string | null): void => {
    if (payload === null) {
      for (const each of watchers.values()) for (const watcher of each) watcher(null)
      return
    }
    const found = readChange(payload)
    if (found) for (const watcher of watchers.get(found.user_id) ?? []) watcher(found.change)
  }

  return {
    count: (user_id) => watchers.get(user_id)?.size ?? 0,
    async watch(user_id, watcher) {
      const those = watchers.get(user_id) ?? new Set()
      watchers.set(user_id, those.add(watcher))
      const unwatch = (): void => {
        those.delete(watcher)
        if (those.size === 0 && watchers.get(user_id) === those) watchers.delete(user_id)
      }
      listening ??= postgres.listen('changes', tell)
      await listening.catch((error: unknown) => {
        listening = undefined
        unwatch()
        throw error
      })
      return unwatch
    },
  }
}

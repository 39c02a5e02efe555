import { LIVE_TOPICS, type LiveChange } from '@sitewatch/contract'
import type { Postgres } from '../platform/postgres/index.ts'

/** A record that changed; a credential of the user that ended; or that some of these may have been missed. */
export type News = LiveChange | 'revoked' | 'missed'
export type Watcher = (news: News) => void

export interface Hub {
  /** How many watch for that user in this process. */
  count(user_id: number): number
  /** Resolves once it is told of everything that happens from then on. */
  watch(user_id: number, watcher: Watcher): Promise<() => void>
}

const isTopic = (text: string | undefined): text is LiveChange['topic'] =>
  (LIVE_TOPICS as readonly (string | undefined)[]).includes(text)

/** "user topic id", as the triggers write it. Null for what a newer version of the schema may tell. */
export function readNews(payload: string): { user_id: number; news: News } | null {
  const [user, topic, id] = payload.split(' ')
  const user_id = Number(user)
  if (topic === 'credential') return { user_id, news: 'revoked' }
  return isTopic(topic) ? { user_id, news: { topic, id: Number(id) } } : null
}

/** One connection for all who watch, opened when the first one does. */
export function createHub(postgres: Pick<Postgres, 'listen'>): Hub {
  const watchers = new Map<number, Set<Watcher>>()
  let listening: Promise<unknown> | undefined

  const tell = (payload: string | null): void => {
    if (payload === null) {
      for (const each of watchers.values()) for (const watcher of each) watcher('missed')
      return
    }
    const found = readNews(payload)
    if (found) for (const watcher of watchers.get(found.user_id) ?? []) watcher(found.news)
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

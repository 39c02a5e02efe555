import { LIVE_TOPICS, type LiveChange } from '@sitewatch/contract'
import type { Postgres } from '../platform/postgres/index.ts'

/** A record changed; a credential of the user was revoked or expired; or some notifications may have been missed. */
export type LiveNotice = LiveChange | 'revoked' | 'missed'
export type Watcher = (notice: LiveNotice) => void

export interface Hub {
  /** How many streams of that user this process serves. */
  count(user_id: number): number
  /** Resolves once the watcher is called for every change from then on. */
  watch(user_id: number, watcher: Watcher): Promise<() => void>
}

const isTopic = (text: string | undefined): text is LiveChange['topic'] =>
  (LIVE_TOPICS as readonly (string | undefined)[]).includes(text)

/** "user topic id", as the triggers write it. Null for a topic that only a newer version of the schema knows. */
export function parseNotice(payload: string): { user_id: number; notice: LiveNotice } | null {
  const [user, topic, id] = payload.split(' ')
  const user_id = Number(user)
  if (topic === 'credential') return { user_id, notice: 'revoked' }
  return isTopic(topic) ? { user_id, notice: { topic, id: Number(id) } } : null
}

/** One connection to Postgres for all watchers, opened for the first one. */
export function createHub(postgres: Pick<Postgres, 'listen'>): Hub {
  const watchers = new Map<number, Set<Watcher>>()
  let listening: Promise<unknown> | undefined

  const tell = (payload: string | null): void => {
    if (payload === null) {
      for (const each of watchers.values()) for (const watcher of each) watcher('missed')
      return
    }
    const found = parseNotice(payload)
    if (found) for (const watcher of watchers.get(found.user_id) ?? []) watcher(found.notice)
  }

  return {
    count: (user_id) => watchers.get(user_id)?.size ?? 0,
    async watch(user_id, watcher) {
      const own = watchers.get(user_id) ?? new Set()
      watchers.set(user_id, own.add(watcher))
      const unwatch = (): void => {
        own.delete(watcher)
        if (own.size === 0 && watchers.get(user_id) === own) watchers.delete(user_id)
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

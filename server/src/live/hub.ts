import { LIVE_TOPICS, type LiveChange } from '@sitewatch/contract'
import type { Postgres } from '../platform/postgres/index.ts'

/** A record changed; a credential of the user was revoked or expired; or some notifications may have been missed. */
export type LiveNotice = LiveChange | 'revoked' | 'missed'
export type Watcher = (notice: LiveNotice) => void

export interface Follower {
  user_id: number
  team_id: number
}

export interface Hub {
  /** How many streams of that user this process serves. */
  count(user_id: number): number
  /** Resolves once the watcher is called for every change in the team, and every lost credential of the user, from then on. */
  watch(follower: Follower, watcher: Watcher): Promise<() => void>
}

const isTopic = (text: string | undefined): text is LiveChange['topic'] =>
  (LIVE_TOPICS as readonly (string | undefined)[]).includes(text)

type AddressedNotice = { user_id: number; notice: 'revoked' } | { team_id: number; notice: LiveChange }

/** "team topic id" or "user credential 0", as the triggers write it. Null for a topic of a newer schema. */
export function parseNotice(payload: string): AddressedNotice | null {
  const [recipient, topic, id] = payload.split(' ')
  if (topic === 'credential') return { user_id: Number(recipient), notice: 'revoked' }
  return isTopic(topic) ? { team_id: Number(recipient), notice: { topic, id: Number(id) } } : null
}

/** Watchers by the ID of their team or user. */
class Watchers {
  readonly byId = new Map<number, Set<Watcher>>()

  add(id: number, watcher: Watcher): void {
    this.byId.set(id, (this.byId.get(id) ?? new Set()).add(watcher))
  }

  remove(id: number, watcher: Watcher): void {
    const watchers = this.byId.get(id)
    watchers?.delete(watcher)
    if (watchers?.size === 0) this.byId.delete(id)
  }

  notify(id: number, notice: LiveNotice): void {
    for (const watcher of this.byId.get(id) ?? []) watcher(notice)
  }
}

/** One connection to Postgres for all watchers, opened for the first one. */
export function createHub(postgres: Pick<Postgres, 'listen'>): Hub {
  const ofTeams = new Watchers()
  const ofUsers = new Watchers()
  let listening: Promise<unknown> | undefined

  const dispatch = (payload: string | null): void => {
    if (payload === null) {
      for (const id of ofTeams.byId.keys()) ofTeams.notify(id, 'missed')
      return
    }
    const found = parseNotice(payload)
    if (found && 'user_id' in found) ofUsers.notify(found.user_id, found.notice)
    else if (found) ofTeams.notify(found.team_id, found.notice)
  }

  return {
    count: (user_id) => ofUsers.byId.get(user_id)?.size ?? 0,
    async watch({ user_id, team_id }, watcher) {
      ofTeams.add(team_id, watcher)
      ofUsers.add(user_id, watcher)
      const unwatch = (): void => {
        ofTeams.remove(team_id, watcher)
        ofUsers.remove(user_id, watcher)
      }
      listening ??= postgres.listen('changes', dispatch)
      await listening.catch((error: unknown) => {
        listening = undefined
        unwatch()
        throw error
      })
      return unwatch
    },
  }
}

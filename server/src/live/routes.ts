import { LIVE_TOPICS, type LiveChange, liveRoutes, type Scope } from '@sitewatch/contract'
import { type Actor, entryOf } from '../http/auth.ts'
import { problem } from '../http/problem.ts'
import { respond, serveWithoutTransaction, type Served } from '../http/serve.ts'
import { EntryRefused, type Postgres, sql } from '../platform/postgres/index.ts'
import { createHub } from './hub.ts'
import { followChanges } from './stream.ts'

/** The scope that a topic needs beyond those of the route: a caller gets no change of a record that it may not read. */
const NEEDS: Partial<Record<LiveChange['topic'], Scope>> = {
  provider: 'providers:read',
  delivery: 'providers:read',
}

/** A browser opens at most six connections to an origin; the rest is for scripts. */
const MAX_STREAMS = 20

const findTopics = (scopes: ReadonlySet<Scope>): LiveChange['topic'][] =>
  LIVE_TOPICS.filter((topic) => {
    const needed = NEEDS[topic]
    return needed === undefined || scopes.has(needed)
  })

/** A timer takes at most 24 days, and no stream lasts that long. */
const LONGEST_MS = 86_400_000

const untilExpired = (signal: AbortSignal, { expires_at }: Actor): AbortSignal =>
  expires_at === null
    ? signal
    : AbortSignal.any([
        signal,
        AbortSignal.timeout(Math.min(LONGEST_MS, Math.max(0, expires_at.getTime() - Date.now()))),
      ])

/** Enters as a request does, so that a stream ends for every reason that a request would be refused for. */
const isValid = (postgres: Postgres, actor: Actor): Promise<boolean> =>
  postgres
    .asUser(entryOf(actor), (tx) => tx.query(sql`select 1`), { readOnly: true })
    .then(() => true)
    .catch((error: unknown) => {
      if (error instanceof EntryRefused) return false
      throw error
    })

export function serveLive({ postgres }: { postgres: Postgres }): Served[] {
  const hub = createHub(postgres)
  return [
    serveWithoutTransaction(liveRoutes.show, async ({ actor }) => {
      const { user_id, scopes } = actor
      if (hub.count(user_id) >= MAX_STREAMS) {
        throw problem('rate_limited', {
          detail: `${MAX_STREAMS} live streams are already open. Close one first.`,
          headers: { 'retry-after': '30' },
        })
      }
      const topics = findTopics(scopes)
      return respond(
        { object: 'live' as const, topics },
        {
          events: (signal) =>
            followChanges({
              hub,
              user_id,
              topics: new Set(topics),
              signal: untilExpired(signal, actor),
              isValid: () => isValid(postgres, actor),
            }),
        },
      )
    }),
  ]
}

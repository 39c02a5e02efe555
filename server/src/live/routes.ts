import { LIVE_TOPICS, type LiveChange, liveRoutes, type Scope } from '@sitewatch/contract'
import { problem } from '../http/problem.ts'
import { respond, serveAlone, type Served } from '../http/serve.ts'
import type { Postgres } from '../platform/postgres/index.ts'
import { createHub } from './hub.ts'
import { followChanges } from './stream.ts'

/** What a caller may not read, it is not told of either. The others are within the scopes of the route. */
const NEEDS: Partial<Record<LiveChange['topic'], Scope>> = {
  provider: 'providers:read',
  delivery: 'providers:read',
}

/** A browser has six for each tab's origin at most; what is left is for scripts. */
const MOST_STREAMS = 20

const findTopics = (scopes: ReadonlySet<Scope>): LiveChange['topic'][] =>
  LIVE_TOPICS.filter((topic) => {
    const needed = NEEDS[topic]
    return needed === undefined || scopes.has(needed)
  })

export function serveLive({ postgres }: { postgres: Postgres }): Served[] {
  const hub = createHub(postgres)
  return [
    serveAlone(liveRoutes.show, async ({ actor }) => {
      const { user_id, scopes } = actor
      if (hub.count(user_id) >= MOST_STREAMS) {
        throw problem('rate_limited', {
          detail: `${MOST_STREAMS} streams are open already. Close one.`,
          headers: { 'retry-after': '30' },
        })
      }
      const topics = findTopics(scopes)
      return respond(
        { object: 'live' as const, topics },
        { events: (signal) => followChanges({ hub, user_id, topics: new Set(topics), signal }) },
      )
    }),
  ]
}

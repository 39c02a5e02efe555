import { LIVE_TOPICS, type LiveChange, liveRoutes, type Scope } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type Actor, entryOf } from '../http/auth.ts'
import { problem } from '../http/problem.ts'
import { respond, serveWithoutTransaction, type Served } from '../http/serve.ts'
import { EntryRefused, type Postgres, sql } from '../platform/postgres/index.ts'
import { createHub } from './hub.ts'
import { followChanges } from './stream.ts'

/** The scope that a topic needs beyond those of the route: a caller gets no change of a record that it may not read. */
const TOPIC_SCOPES: Partial<Record<LiveChange['topic'], Scope>> = {
  provider: 'providers:read',
  delivery: 'providers:read',
  escalation_policy: 'providers:read',
  on_call_schedule: 'providers:read',
}

/** A browser opens at most six connections to an origin; the rest is for scripts. */
const MAX_STREAMS = 20

/** Topics that a guest or a limited key may see. The database decides which of their records. */
const RESTRICTED_TOPICS: readonly LiveChange['topic'][] = ['website', 'monitor', 'incident', 'goal', 'annotation']

/** Whether the caller sees only some of the team's records. */
const isRestricted = ({ role, is_limited }: Actor): boolean => role === 'guest' || is_limited

const findTopics = (actor: Actor): LiveChange['topic'][] =>
  LIVE_TOPICS.filter((topic) => {
    const needed = TOPIC_SCOPES[topic]
    const isVisible = !isRestricted(actor) || RESTRICTED_TOPICS.includes(topic)
    return (needed === undefined || actor.scopes.has(needed)) && isVisible
  })

/** The changes of records that the caller sees. A record that was deleted is not among them. */
async function keepVisible(
  postgres: Postgres,
  actor: Actor,
  changes: readonly LiveChange[],
): Promise<readonly LiveChange[]> {
  if (!isRestricted(actor) || changes.length === 0) return changes
  const ids = changes.map(({ id }) => id)
  const visible = await postgres.asUser(
    entryOf(actor),
    (tx) =>
      tx.query(sql<LiveChange>`
        select 'website' as topic, id from websites where id = any(${ids}::bigint[])
        union all select 'monitor', id from monitors where id = any(${ids}::bigint[])
        union all select 'incident', id from incidents where id = any(${ids}::bigint[])
        union all select 'goal', id from goals where id = any(${ids}::bigint[])
        union all select 'annotation', id from annotations where id = any(${ids}::bigint[])`),
    { readOnly: true },
  )
  return changes.filter((change) => visible.some(({ topic, id }) => topic === change.topic && id === change.id))
}

/** A timer takes at most 24 days, and no stream lasts that long. */
const MAX_TIMEOUT_MS = DAY_MS

const untilExpired = (signal: AbortSignal, { expires_at }: Actor): AbortSignal =>
  expires_at === null
    ? signal
    : AbortSignal.any([
        signal,
        AbortSignal.timeout(Math.min(MAX_TIMEOUT_MS, Math.max(0, expires_at.getTime() - Date.now()))),
      ])

/** Opens a transaction as a request does, so that a stream ends for every reason that a request would be refused for. */
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
      const { user_id, team_id } = actor
      if (hub.count(user_id) >= MAX_STREAMS) {
        throw problem('rate_limited', {
          detail: `${MAX_STREAMS} live streams are already open. Close one first.`,
          headers: { 'retry-after': '30' },
        })
      }
      const topics = findTopics(actor)
      return respond(
        { object: 'live' as const, topics },
        {
          events: (signal) =>
            followChanges({
              hub,
              follower: { user_id, team_id },
              topics: new Set(topics),
              signal: untilExpired(signal, actor),
              isValid: () => isValid(postgres, actor),
              keepVisible: (changes) => keepVisible(postgres, actor, changes),
            }),
        },
      )
    }),
  ]
}

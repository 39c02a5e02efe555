import { eventRoutes } from '@sitewatch/contract'
import { entryOf } from '../../http/auth.ts'
import { notFound, problem } from '../../http/problem.ts'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { Egress } from '../../platform/egress/index.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import type { Collector } from './collector.ts'
import { createFirstEvents, followFirstEvent } from './live.ts'
import type { Scripts } from './script.ts'
import { readServerEvent, readServerVisit } from './server-events.ts'
import { describeReason } from './steps/index.ts'
import { findLive, findTrackingId, findVerifiedSite, readDrops } from './store.ts'
import { verifyWebsite } from './verify/index.ts'

export interface CollectApiParts {
  postgres: Postgres
  egress: Egress
  scripts: Scripts
  /** Opened for the first events: a process may serve the API and never receive any. */
  collector: () => Promise<Collector>
}

const unavailable = (detail: string, cause?: unknown): Error =>
  problem('unavailable', { detail, headers: { 'retry-after': '5' }, cause })

export function serveCollect({ postgres, egress, scripts, collector }: CollectApiParts): Served[] {
  const firstEvents = createFirstEvents(postgres)
  return [
    serveWithoutTransaction(eventRoutes.send, async ({ actor, body }) => {
      const tracking_id = await postgres.asUser(entryOf(actor), (tx) => findTrackingId(tx, body), { readOnly: true })
      const { sites, isFull, take } = await collector()
      if (isFull) throw unavailable('The event queue is full. Try again later.')
      const site = await sites.find(tracking_id)
      if (site.id === 0) throw notFound()
      const visit = readServerVisit(body, site, Date.now())
      const { accepted, reasons } = await take(visit, body.events, readServerEvent).catch((error: unknown) => {
        throw unavailable('Events could not be stored. Try again later.', error)
      })
      const dropped = reasons.flatMap((reason, index) =>
        reason === null ? [] : [{ index, reason, description: describeReason(reason) }],
      )
      return { object: 'event_receipt' as const, website_id: site.id, accepted, dropped }
    }),
    serve(eventRoutes.verify, async ({ asUser, params, body }) => {
      const site = await asUser((tx) => findVerifiedSite(tx, params.id))
      return verifyWebsite({ egress, isTracker: scripts.isTracker }, site, body.url)
    }),
    serve(eventRoutes.drops, ({ tx, params, query }) => readDrops(tx, params.id, query.days)),
    serve(eventRoutes.live, async ({ tx, actor, params }) =>
      respond(await findLive(tx, params.id), {
        events: (signal) =>
          followFirstEvent(
            {
              firstEvents,
              signal,
              read: () => postgres.asUser(entryOf(actor), (userTx) => findLive(userTx, params.id)),
            },
            params.id,
          ),
      }),
    ),
  ]
}

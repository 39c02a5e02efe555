import type { HttpServer } from '../../http/server.ts'
import { mountPublicPages, type PublicParts } from './public-routes.ts'
import { mountSubscriptions } from './subscription-routes.ts'

export { announceToSubscribers } from './announce.ts'
export { serveStatusPages } from './routes.ts'
export { statusPageTasks } from './tasks.ts'

/** What everybody opens: the pages, by path and by domain, and the links in their mails. */
export function mountStatusPages(server: HttpServer, parts: PublicParts): void {
  mountPublicPages(server, parts)
  mountSubscriptions(server, parts)
}

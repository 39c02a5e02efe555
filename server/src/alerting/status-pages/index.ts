// Owns: status pages: settings, the public page in its formats, subscribers and their messages.
// Called by: roles (pages, routes, jobs, `announce.ts`), status-page-incidents.
// Begins: `public-routes.ts` for a reader, `announce.ts` for subscribers, `routes.ts` for the team.

import type { HttpServer } from '../../http/server.ts'
import { mountPasswords } from './password-page.ts'
import type { PublicParts } from './page-context.ts'
import { mountPublicPages } from './public-routes.ts'
import { mountSubscriptions } from './subscription-routes.ts'

export { announceToSubscribers } from './announce.ts'
export { serveStatusPages } from './routes.ts'
export { locatePage } from './store.ts'
export { statusPageTasks } from './tasks.ts'
export { locateIncident } from './written.ts'

/** What is public: the pages, by path and by domain, and the links in their messages. */
export function mountStatusPages(server: HttpServer, parts: PublicParts): void {
  const context = mountPublicPages(server, parts)
  mountPasswords(server, context)
  mountSubscriptions(server, context)
}

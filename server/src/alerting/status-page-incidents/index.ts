// Owns: incidents and updates that people write on a status page.
// Called by: roles (routes).
// Begins: `routes.ts`; `announce.ts` adds the messages to subscribers.

export { serveStatusPageIncidents } from './routes.ts'

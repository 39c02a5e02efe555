// Owns: an event from the request to the inbox: who sent it, whether it counts, and the tracking script.
// Called by: roles/collector (routes, the job of salts and retention); imports, demo and silent-outages read addresses and browsers as it does.
// Begins: `public-routes.ts` for browsers, `server-events.ts` for servers; both end in `take()` of `collector.ts`.

export { serveCollect } from './routes.ts'
export { type Collector, openCollector } from './collector.ts'
export { isHostOf, readPageAddress } from './address.ts'
export { memoizeRecent } from './bounded-cache.ts'
export { type Device, pickDevice, readClient } from './client.ts'
export { type Campaign, type Kind, KINDS, type PageAddress, type Referrer } from './event.ts'
export { mountPublicRoutes } from './public-routes.ts'
export { repeatEventLoad } from './repeat-load.ts'
export { loadScripts, type Scripts } from './script.ts'
export { findOrigin, readReferrer } from './sources/index.ts'
export { readLanguage } from './language.ts'
export { collectTasks } from './tasks.ts'
export { type VerifiedSite, type VerifyParts, verifyWebsite } from './verify/index.ts'
export { areOversizedProps, isFields, isUnsigned64, readProps, readRevenue, readShift } from './wire.ts'

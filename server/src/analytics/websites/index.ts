// Owns: websites, their settings, and the directory that finds a website by its tracking ID.
// Called by: roles (routes, the job that deletes events), and every feature that belongs to a website.
// Begins: `routes.ts`; each event, in `directory.ts`.

export { isTrackingId, openSiteDirectory, type Site, type SiteDirectory } from './directory.ts'
export { normaliseDomain } from './domain.ts'
export { isExcludedParam, type ParamRules, parseParamRules } from './exclusions.ts'
export { findWebsiteName, findWebsiteRef, listWebsiteLines, type WebsiteLine, type WebsiteRef } from './ref.ts'
export { serveWebsites } from './routes.ts'
export { prepareWebsite } from './settings.ts'
export { insertWebsite, updateWebsite } from './store.ts'
export { websiteTasks } from './tasks.ts'

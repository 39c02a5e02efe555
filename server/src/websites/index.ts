export { isTrackingId, openSiteDirectory, type Site, type SiteDirectory } from './directory.ts'
export { isExcludedIp, isExcludedParam, type ParamRules } from './exclusions.ts'
export { serveWebsites } from './routes.ts'
export { websiteTasks } from './tasks.ts'

export { isTrackingId, openSiteDirectory, type Site, type SiteDirectory } from './directory.ts'
export {
  isExcludedIp,
  type IpRules,
  isExcludedParam,
  type ParamRules,
  parseIpRules,
  parseParamRules,
} from './exclusions.ts'
export { serveWebsites } from './routes.ts'
export { websiteTasks } from './tasks.ts'

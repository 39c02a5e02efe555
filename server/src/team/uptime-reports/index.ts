export { serveUptimeReports } from './routes.ts'
export { uptimeReportTasks } from './tasks.ts'
export { mountUptimeUnsubscribe } from './unsubscribe.ts'
